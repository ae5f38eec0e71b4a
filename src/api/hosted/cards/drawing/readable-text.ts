import type { Face } from '../fonts/open-faces.ts';

/** Keeps words on one line: a space that does not break, and what is no space at all. */
export const hardSpace = '\u00a0';
export const joiner = '\u2060';

/** Far more than a picture shows. */
const mostCharacters = 1_000;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters of a text as people see them: marks belong to their letter. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * A text of a stranger in one line, without what cannot be seen: control characters, what turns the direction
 * of writing, characters of nobody, and marks that pile up. It is cut to a number of characters, with an
 * ellipsis.
 */
export function cleanText(text: string, longest: number): string {
  const clean = text
    .slice(0, mostCharacters)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  const characters = graphemesOf(clean);
  if (characters.length <= longest) return clean;
  const cut = characters.slice(0, longest - 1).join('');
  // Behind a word, if it does not cost much of the text.
  const words = cut.replace(/[\s\p{P}]+[^\s]*$/u, '');
  return `${(words.length > cut.length * 0.7 ? words : cut).trimEnd()}…`;
}

/**
 * What of a text the faces can draw: signs and pictures that none has are left out. Null if a letter or a
 * digit is missing, or nothing is left: a text with holes is worse than none.
 */
export function drawableText(text: string, faces: readonly Face[]): string | null {
  let drawable = '';
  for (const character of text) {
    if (character === joiner) drawable += joiner;
    else if (/[\p{Zs}]/u.test(character)) drawable += character === ' ' ? ' ' : hardSpace;
    else if (faces.some((face) => face.has(character))) drawable += character;
    else if (/[\p{L}\p{N}]/u.test(character)) return null;
  }
  const tidy = drawable.replace(/ +/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : null;
}
