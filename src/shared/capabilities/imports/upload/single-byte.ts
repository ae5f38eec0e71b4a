/** Characters of Windows-1252 between 0x80 and 0x9f; older releases of Node decode these bytes as Latin-1. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Encodings with one byte for a character. */
export const singleByteEncodings = ['windows-1252', 'windows-1250', 'windows-1251', 'macintosh'] as const;
export type SingleByteEncoding = (typeof singleByteEncodings)[number];

/** Decodes bytes; each is a character. */
export function decodeSingleBytes(bytes: Buffer, encoding: SingleByteEncoding): string {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding).decode(bytes);
  const text = bytes.toString('latin1');
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character,
  );
}
