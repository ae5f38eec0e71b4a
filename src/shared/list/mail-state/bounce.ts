import { readableWords } from '../../platform/outbound/http-answer.ts';

/**
 * What a bounce says of the address: `permanent` if no mail will ever arrive, `transient` if a later one may,
 * for example because the mailbox is full or the mail was too large (N3).
 */
export const bounceClasses = ['permanent', 'transient'] as const;
export type BounceClass = (typeof bounceClasses)[number];

/** A mail that came back. */
export interface Bounce {
  readonly class: BounceClass;
  /** Why, in the provider's words: at most 200 characters, without addresses. */
  readonly reason: string | null;
}

/** `words` is what the provider says, the kind of the bounce first. Anything but a text is left out. */
export function toBounce(bounceClass: BounceClass, ...words: readonly unknown[]): Bounce {
  const texts = words.filter((text) => typeof text === 'string').map((text) => text.trim());
  const reason = readableWords([...new Set(texts)].filter((text) => text !== '').join(': '));
  return { class: bounceClass, reason: reason === '' ? null : reason };
}

/** What the words of providers and mail servers mean, by their names and enhanced codes (RFC 3463). */
const kinds: readonly (readonly [words: RegExp, name: string])[] = [
  [/mail ?box ?(is |was )?full|over ?quota|quota exceeded|\b[45]\.2\.2\b/i, 'mailbox full'],
  [/too ?large|size limit|\b[45]\.3\.4\b/i, 'message too large'],
  [/grey-?list/i, 'greylisted'],
  [/dns|no mx|\b[45]\.(1\.2|4\.[34])\b/i, 'server not found'],
  [/spam|virus|content|attachment|dmarc|polic|block|\b[45]\.7\.\d/i, 'message refused'],
];

/** The reason of a bounce in a few words, as far as it is known. */
export function bounceName(reason: string | null): string | undefined {
  return kinds.find(([words]) => words.test(reason ?? ''))?.[1];
}
