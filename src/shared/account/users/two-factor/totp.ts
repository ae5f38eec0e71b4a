import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { randomBytes } from '../../../platform/ids.ts';

const period = 30;
const codes = 10;

/** A new secret for an authenticator app, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period, digits: 6, algorithm: 'SHA1' });

/** What the QR code holds. */
export const totpUri = (secret: string, email: string, issuer: string): string =>
  totpOf(secret, email, issuer).toString();

/**
 * The time step of a code: the current one or one beside it, because clocks differ. Undefined for a wrong
 * code. Compared in constant time.
 */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1_000 / period) + delta;
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ten new recovery codes of 80 random bits, such as `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const text = Array.from(randomBytes(16), (byte) => letters[byte % 32]).join('');
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** What is stored of a recovery code. With 80 random bits it needs no salt and no slow hash. */
export const hashRecoveryCode = (code: string): Buffer =>
  hash('sha256', code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''), 'buffer');
