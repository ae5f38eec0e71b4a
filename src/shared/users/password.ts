import { hash, verify } from '@node-rs/argon2';

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
