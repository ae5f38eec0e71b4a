import { hash, verify } from '@node-rs/argon2';

/**
 * What is stored of a password: argon2id with a salt of its own, as a PHC string. The package's default costs are
 * OWASP's (19 MiB, two passes). In NFKC, because keyboards differ in how they spell the same character.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'));
}

/** Whether a password is the one that a hash was made of. */
export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFKC'));
}
