import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';

/**
 * Hashes a password with argon2id and a random salt, as a PHC string.
 * The package uses OWASP's parameters by default (19 MiB, two passes).
 * NFKC normalizes characters that keyboards encode differently.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'));
}

/** Whether a password matches a hash. */
export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFKC'));
}

/**
 * What whoever acts on passwords calls first. @throws AppError forbidden if users sign in at the OpenID
 * provider only (N8)
 */
export function assertPasswords({ config }: Pick<Context, 'config'>): void {
  if (!config.hasPasswords)
    throw new AppError('forbidden', 'Passwords are switched off here. Use single sign-on.');
}

/** A password that nobody knows, for a user who signs in at the OpenID provider. */
export const unknownPassword = (): string => randomBytes(32).toString('base64url');
