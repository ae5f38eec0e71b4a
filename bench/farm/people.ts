import { readFileSync } from 'node:fs';
import { readDomainList } from '../../src/shared/list/signals/domain-lists.ts';

/** The kinds of fakes, and how many of 10,000 are of each. Bought mailboxes work: no rule sees those. */
const fakes = {
  disposable: 1_500,
  'invented at a mail provider': 2_000,
  'tags of one mailbox': 1_500,
  'dots at Gmail': 1_000,
  'catch-all domains': 1_500,
  'dead domains': 1_000,
  'invented at companies': 1_000,
  'bought mailboxes': 500,
} as const;
export type Kind = keyof typeof fakes | 'real';

/** A signup to come. */
export interface Person {
  readonly kind: Kind;
  readonly email: string;
  /** Whose code it passes, by number. */
  readonly referrer: number;
  /** The step in which it comes. */
  readonly step: number;
  readonly client_ip: string;
  readonly user_agent: string;
  /** What becomes of its mail; null: nothing is reported. */
  readonly mail: 'delivered' | 'bounced' | null;
}

export const realReferrers = 200;
export const farmers = 16;
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0';
const providers = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'proton.me', 'web.de'];

/** A random generator that gives the same again (mulberry32). */
export function openRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Everybody who comes in `steps` steps, in no order: of `size` people a sixth are real. A newsletter brings 8
 * % of them in one step, an office and a campus come from one network each.
 */
export function makePeople(size: number, steps: number, random: () => number): Person[] {
  const whole = (below: number) => Math.floor(random() * below);
  const pick = <Item>(items: readonly Item[]): Item => items[whole(items.length)] as Item;
  const word = () => Array.from({ length: 9 }, () => 'abcdefghijklmnopqrstuvwxyz'[whole(26)]).join('');
  const address = () => `${pick([5, 23, 77, 81, 94])}.${whole(200)}.${whole(200)}.${1 + whole(250)}`;
  const disposable = [...readDomainList(readFileSync('data/disposable-domains.txt', 'utf8'))];
  const people: Person[] = [];

  const real = Math.round(size / 6);
  for (let at = 0; at < real; at++) {
    const share = at / real;
    const person = { kind: 'real' as const, user_agent: browser, mail: 'delivered' as const };
    if (share < 0.08)
      people.push({
        ...person,
        email: `${word()}${at}@${pick(providers)}`,
        referrer: 0,
        step: 20,
        client_ip: address(),
      });
    else if (share < 0.1)
      people.push({
        ...person,
        email: `${word()}${at}@office.example`,
        referrer: 1,
        step: whole(steps),
        client_ip: `81.2.69.${1 + whole(250)}`,
      });
    else if (share < 0.12)
      people.push({
        ...person,
        email: `${word()}${at}@campus.example`,
        referrer: 2,
        step: whole(steps),
        client_ip: `94.1.2.${1 + whole(250)}`,
      });
    else {
      const email = random() < 0.7 ? `${word()}${at}@${pick(providers)}` : `${word()}@${word()}.example`;
      people.push({
        ...person,
        email,
        referrer: 3 + whole(realReferrers - 3),
        step: whole(steps),
        client_ip: address(),
      });
    }
  }

  const networks = Array.from({ length: 40 }, () => address().split('.').slice(0, 3).join('.'));
  Object.entries(fakes).forEach(([name, of10000], index) => {
    const kind = name as keyof typeof fakes;
    const count = Math.round(((size - real) * of10000) / 10_000);
    const begin = 8 + whole(steps - 24);
    for (let at = 0; at < count; at++) {
      const referrer = realReferrers + ((index * 2 + (at % 2)) % farmers);
      const isSlow = kind === 'bought mailboxes';
      people.push({
        kind,
        referrer,
        step: isSlow ? whole(steps) : begin + whole(10),
        client_ip: isSlow ? address() : `${pick(networks)}.${1 + whole(250)}`,
        user_agent: random() < 0.3 && !isSlow ? 'python-requests/2.31.0' : browser,
        ...addressOf(kind, at),
      });
    }
  });
  return people;

  function addressOf(kind: keyof typeof fakes, at: number): Pick<Person, 'email' | 'mail'> {
    switch (kind) {
      case 'disposable':
        return { email: `${word()}${at}@${pick(disposable)}`, mail: 'delivered' };
      case 'invented at a mail provider':
        return { email: `${word()}${at}@${pick(providers)}`, mail: 'bounced' };
      case 'tags of one mailbox':
        return { email: `farmer${at % 4}+${word()}${at}@proton.me`, mail: 'delivered' };
      case 'dots at Gmail':
        return { email: `${dotted(at)}@gmail.com`, mail: 'delivered' };
      case 'catch-all domains':
        return { email: `${word()}${at}@catchall${at % 10}.example`, mail: 'delivered' };
      case 'dead domains':
        return { email: `${word()}@${word()}.${at % 2 ? 'dead' : 'null'}.invalid-tld`, mail: null };
      case 'invented at companies':
        return { email: `${word()}@${word()}.example`, mail: 'bounced' };
      case 'bought mailboxes':
        return { email: `${word()}${at}@${pick(providers)}`, mail: 'delivered' };
    }
  }
}

/** The address of one mailbox with dots in places that the number tells. */
function dotted(at: number): string {
  return [...'thefarmersmailbox']
    .map((letter, place) => (at & (1 << place) && place < 16 ? `${letter}.` : letter))
    .join('')
    .replace(/\.$/, '');
}
