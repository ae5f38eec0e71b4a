/**
 * A name in the form that is compared: `Opt-In Time` is `opt_in_time`, `Bestätigt?` is `bestatigt`. Letters
 * lose their accents.
 */
export const toForm = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
