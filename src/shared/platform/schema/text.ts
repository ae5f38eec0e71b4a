import { z } from 'zod';

/** Whether Postgres can store the text: without U+0000 and halves of surrogate pairs (C1.8). */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Whether a one-line text holds a line break or another control character (C1.9b). */
export function hasControlCharacters(text: string): boolean {
  return control.test(text);
}

/**
 * A text of at most `max` code points (C1.8b). A longer one is not checked any further: parsing half a
 * megabyte as an address takes seconds.
 */
export const boundedText = (max: number) => z.string().max(max, { abort: true });

/** The same, trimmed before it is measured (C1.11). */
export const trimmedText = (max: number) => z.string().trim().max(max, { abort: true });

/** A name or label on one line: trimmed, then measured (C1.9b, C1.11). */
export const oneLine = (max: number) =>
  trimmedText(max)
    .min(1)
    .refine((text) => !hasControlCharacters(text), 'must not hold line breaks or other control characters');

/** A key or token as people paste it. It becomes part of a request header, so it is ASCII without spaces. */
export const Credential = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be 1 to 500 ASCII characters without spaces');

/**
 * The words of a text in lower case, their letters without accents: `Café-Bar 2` has `cafe`, `bar` and `2`.
 * `word` is what a word consists of, any letters and digits by default.
 */
export const wordsOf = (text: string, word = /[\p{L}\p{N}]+/gu): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(word) ?? [];

/** Words of addresses and keys. */
export const asciiWord = /[a-z0-9]+/g;
