import { crc32 } from 'node:zlib';

/** The characters of keys and tokens. */
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** How many characters of a token are secret: 190 bits. */
export const secretLength = 32;

/** A prefix, 32 secret characters and 6 of checksum, so that a typing error needs no query. */
export const toCheckedToken = (prefix: string, secret: string): string => prefix + secret + checksum(secret);

/** Whether a text has the form and the checksum of a token with this prefix. */
export function isCheckedToken(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const rest = text.slice(prefix.length);
  const secret = rest.slice(0, secretLength);
  return /^[0-9A-Za-z]{38}$/.test(rest) && checksum(secret) === rest.slice(secretLength);
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = (base62[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
