const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The name before the `@` of an address as others may see it: `j…e`, `j…` below four characters and `…` for
 * one. At most half of it is shown.
 */
export function maskName(email: string): string {
  const { first, last } = endsOf(email.slice(0, email.lastIndexOf('@')));
  return `${first}…${last}`;
}

/** An address as who holds a link to it may see it: `j***@example.com`, or `***@example.com`. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${endsOf(email.slice(0, at)).first}***${email.slice(at)}`;
}

/** The ends of a name that may be shown: at most half of its characters, and of their code points. */
function endsOf(name: string): { first: string; last: string } {
  const all = Array.from(characters.segment(name), ({ segment }) => segment);
  const [first = ''] = all;
  const last = all.at(-1) ?? '';
  const isHalf = (...shown: string[]) =>
    shown.length * 2 <= all.length && [...shown.join('')].length * 2 <= [...name].length;
  if (!isHalf(first)) return { first: '', last: '' };
  return { first, last: isHalf(first, last) ? last : '' };
}
