import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBytes } from '../ids.ts';

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

/** A new token with a prefix: 190 random bits and a checksum. */
export function newCheckedToken(prefix: string): string {
  let secret = '';
  while (secret.length < secretLength)
    // 248 = 4 × 62: higher bytes would make the first characters more likely.
    for (const byte of randomBytes(48))
      if (byte < 248 && secret.length < secretLength) secret += base62[byte % 62];
  return toCheckedToken(prefix, secret);
}

/**
 * What is stored of a token, and what it is found by. Nobody can choose a hash, so the time of a look-up says
 * nothing about the stored ones. Undefined for what is no token.
 */
export function hashCheckedToken(prefix: string, token: unknown): Buffer | undefined {
  return typeof token === 'string' && isCheckedToken(prefix, token)
    ? hash('sha256', token, 'buffer')
    : undefined;
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
