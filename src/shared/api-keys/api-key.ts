import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBytes } from '../ids.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'wl_';
const keyPattern = /^wl_[0-9A-Za-z]{38}$/;

/** A new API key: `wl_`, 32 random base62 characters (190 bits) and a checksum of 6 characters (C5.5). */
export function newApiKey(): string {
  let secret = '';
  while (secret.length < 32) {
    // 248 = 4 × 62: higher bytes would make the first characters more likely.
    for (const byte of randomBytes(48)) if (byte < 248 && secret.length < 32) secret += alphabet[byte % 62];
  }
  return prefix + secret + checksum(secret);
}

/** Whether a text has the form and checksum of a key, so a typing error needs no query. */
export function isApiKey(text: string): boolean {
  return keyPattern.test(text) && checksum(text.slice(3, 35)) === text.slice(35);
}

/** The stored hash of a key. With 190 random bits it needs no salt and no slow hash. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = (alphabet[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
