import { hash } from 'node:crypto';
import { randomBytes } from '../../../platform/ids.ts';
import {
  base62,
  isCheckedToken,
  secretLength,
  toCheckedToken,
} from '../../../platform/secrets/checked-token.ts';

const prefix = 'usr_';

/** A new token of a mailed link: 190 random bits and a checksum. It is in the mail and nowhere else. */
export function newLinkToken(): string {
  let secret = '';
  while (secret.length < secretLength)
    // 248 = 4 × 62: higher bytes would make the first characters more likely.
    for (const byte of randomBytes(48))
      if (byte < 248 && secret.length < secretLength) secret += base62[byte % 62];
  return toCheckedToken(prefix, secret);
}

/**
 * What is stored of a token, and what links are found by. Nobody can choose a hash, so the time of a look-up
 * says nothing about the stored ones. Undefined for what is no token.
 */
export function hashLinkToken(token: unknown): Buffer | undefined {
  return typeof token === 'string' && isCheckedToken(prefix, token)
    ? hash('sha256', token, 'buffer')
    : undefined;
}
