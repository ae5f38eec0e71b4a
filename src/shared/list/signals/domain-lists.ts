import { readFileSync } from 'node:fs';

/** The relative URL is the same from `src/shared/capabilities/trust` and from `dist/shared/trust`. */
const file = new URL('../../../../data/disposable-domains.txt', import.meta.url);

/**
 * Mail providers where everybody gets an address, and services that forward to one, so many people of one
 * domain say nothing. Sorted.
 */
const freeProviders = new Set(
  `126.com 139.com 163.com 188.com 8shield.net a1.net abv.bg addy.io aim.com aleeas.com alice.it
   aliceadsl.fr aliyun.com anonaddy.com anonaddy.me aol.co.uk aol.com aol.de aol.fr aon.at arcor.de
   arnet.com.ar aruba.it atlas.cz att.net au.com azet.sk bbox.fr bell.net bellsouth.net bezeqint.net
   biglobe.ne.jp bigmir.net bigpond.com bigpond.net.au bk.ru bluewin.ch blueyonder.co.uk bol.com.br
   bredband.net btinternet.com btopenworld.com casema.nl centrum.cz centrum.sk centurylink.net charter.net
   chello.at citromail.hu clix.pt club-internet.fr cogeco.ca comcast.net comhem.se cox.net daum.net dir.bg
   disroot.org docomo.ne.jp duck.com earthlink.net eircom.net email.com email.cz email.de email.it ezweb.ne.jp
   fastmail.com fastmail.fm fastwebnet.it fibertel.com.ar foxmail.com free.fr freemail.hu freenet.de
   frontier.com gazeta.pl getmail.no globo.com globomail.com gmail.com gmx.at gmx.ch gmx.co.uk gmx.com gmx.de
   gmx.es gmx.fr gmx.li gmx.net gmx.us googlemail.com hanmail.net hetnet.nl hey.com hinet.net hispeed.ch
   hol.gr home.nl hot.ee hotmail.be hotmail.ca hotmail.ch hotmail.co.jp hotmail.co.uk hotmail.com
   hotmail.com.ar hotmail.com.br hotmail.com.tr hotmail.de hotmail.es hotmail.fr hotmail.it hotmail.nl
   hotmail.se hush.com hushmail.com i.softbank.jp i.ua icloud.com ig.com.br iinet.net.au in.gr inbox.com
   inbox.lt inbox.lv inbox.ru indamail.hu indiatimes.com interia.eu interia.pl internet.ru inwind.it iol.it
   iol.pt jubii.dk juno.com kakao.com keemail.me kolumbus.fi kpnmail.nl kpnplanet.nl laposte.net lenta.ru
   libero.it list.ru live.be live.ca live.cn live.co.uk live.com live.com.au live.com.mx live.com.pt live.de
   live.dk live.fr live.it live.jp live.nl live.no live.se luukku.com mac.com mail.bg mail.com mail.dk mail.ee
   mail.pt mail.ru mailbox.org mailfence.com me.com meta.ua mindspring.com movistar.es mozmail.com msn.com
   mweb.co.za mynet.com myyahoo.com nate.com naver.com netvigator.com netvision.net.il netzero.net neuf.fr
   nifty.com ntlworld.com numericable.fr o2.co.uk o2.pl ocn.ne.jp one.lt onet.eu onet.pl online.de online.no
   op.pl optonline.net optusnet.com.au orange.fr otenet.gr outlook.at outlook.be outlook.co.id outlook.com
   outlook.com.au outlook.com.br outlook.de outlook.dk outlook.es outlook.fr outlook.in outlook.it outlook.jp
   outlook.kr outlook.pt outlook.sa pacbell.net passinbox.com passmail.com passmail.net pchome.com.tw
   planet.nl plusnet.com pm.me poczta.fm poczta.onet.pl post.cz posteo.de posteo.net privaterelay.appleid.com
   prodigy.net.mx proton.me protonmail.ch protonmail.com proximus.be qq.com r7.com rambler.ru rediff.com
   rediffmail.com riseup.net roadrunner.com rocketmail.com rogers.com rr.com runbox.com sapo.pt sbcglobal.net
   seed.net.tw seznam.cz sfr.fr shaw.ca simplelogin.co simplelogin.com sina.cn sina.com singnet.com.sg sky.com
   skynet.be slmail.me so-net.ne.jp softbank.ne.jp sohu.com sol.dk spectrum.net speedy.com.ar spray.se
   startmail.com stofanet.dk sunrise.ch suomi24.fi sympatico.ca t-online.de t-online.hu talktalk.net tele2.se
   telefonica.net telenet.be telia.com telkomsa.net telus.net terra.com.br terra.es tim.it tin.it
   tiscali.co.uk tiscali.it tlen.pl tom.com tpg.com.au tuta.com tuta.io tutamail.com tutanota.com tutanota.de
   ukr.net uol.com.br upcmail.nl usa.com verizon.net videotron.ca vip.qq.com virgilio.it virginmedia.com
   vodafone.de vodafone.it volny.cz vsnl.net walla.co.il walla.com wanadoo.fr web.de webmail.co.za
   windowslive.com windstream.net wp.pl xs4all.nl xtra.co.nz ya.com ya.ru yahoo.ca yahoo.co.id yahoo.co.in
   yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com yahoo.com.ar yahoo.com.au
   yahoo.com.br yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw
   yahoo.com.vn yahoo.de yahoo.es yahoo.fr yahoo.gr yahoo.ie yahoo.in yahoo.it yahoo.ne.jp yahoo.nl yahoo.pl
   yahoo.ro yahoo.se yandex.by yandex.com yandex.com.tr yandex.kz yandex.ru yandex.ua yeah.net ymail.com
   ymobile.ne.jp ziggo.nl zoho.com zoho.eu zoho.in zohomail.com zoznam.sk`.split(/\s+/),
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
