/** Whether Postgres can store the text: no U+0000, no half of a surrogate pair (C1.8). */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Whether a one-line text holds a line break or another control character (C1.9b). */
export function hasControlCharacters(text: string): boolean {
  return control.test(text);
}
