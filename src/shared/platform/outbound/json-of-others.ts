import { z } from 'zod';

/** Whole numbers of 16 digits and more, and the strings around which they are looked for. */
const longNumbers = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d{16,}(?![\w.])/g;

/**
 * JSON of another service; undefined for what is none. Whole numbers of 16 digits and more become texts: ids
 * may have 64 bits, of which a number would lose the last digits.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // The text is valid JSON, so each string has an end and the search takes linear time.
    if (!/\d{16}/.test(text)) return value;
    return JSON.parse(text.replace(longNumbers, (found) => (found.startsWith('"') ? found : `"${found}"`)));
  } catch {
    return undefined;
  }
}

/** An id that another service may send as a number, as `parseJson` reads it: the text of it. */
export const NumericId = z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String);
