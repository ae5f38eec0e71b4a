import { readFileSync } from 'node:fs';

/** The relative URL is the same from `src/shared/trust` and from `dist/shared/trust`. */
const file = new URL('../../../data/disposable-domains.txt', import.meta.url);

/** Mail providers where everybody gets an address, so many people of one domain say nothing. */
const freeProviders = new Set(
  `aol.com att.net bellsouth.net bluewin.ch btinternet.com charter.net comcast.net cox.net daum.net duck.com
   earthlink.net fastmail.com fastmail.fm free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net
   googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it
   icloud.com inbox.lv interia.pl kakao.com laposte.net libero.it live.co.uk live.com live.fr live.nl mac.com
   mail.com mail.ru me.com mozmail.com msn.com naver.com o2.pl orange.fr outlook.com outlook.de outlook.es
   outlook.fr passmail.net pm.me posteo.de privaterelay.appleid.com proton.me protonmail.ch protonmail.com
   qq.com rediffmail.com rocketmail.com sbcglobal.net seznam.cz sfr.fr simplelogin.com sina.com sky.com
   t-online.de terra.com.br tuta.com tutanota.com uol.com.br verizon.net virgilio.it virginmedia.com wanadoo.fr
   web.de wp.pl ya.ru yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es
   yahoo.fr yahoo.it yandex.com yandex.ru ymail.com zoho.com 126.com 163.com`.split(/\s+/),
);

/** Whether a domain is that of a mail provider for everybody. */
export function isFreeProvider(domain: string): boolean {
  return freeProviders.has(domain);
}

/** The domains of a list: one a line, in any case; lines that begin with `#` are comments. */
export function readDomainList(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim().toLowerCase());
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}

let lists: Map<string | null, ReadonlySet<string>> | undefined;

/**
 * The domains of disposable addresses: of the operator's file, or else of `data/disposable-domains.txt`. Read
 * once by each process, when the first signup asks. @throws Error if the file cannot be read
 */
export function disposableDomains(path: string | null): ReadonlySet<string> {
  lists ??= new Map();
  const known = lists.get(path);
  if (known) return known;
  const list = readDomainList(readFileSync(path ?? file, 'utf8'));
  lists.set(path, list);
  return list;
}
