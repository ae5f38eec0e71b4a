import { randomBytes } from 'node:crypto';
import { argon2id, hash, verify } from 'argon2';
import { AppError } from '../../platform/errors.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { isSameText } from '../../platform/secrets/same-text.ts';
import type { Context } from '../context.ts';
import { findOldestHash } from './queries.ts';

/** OWASP's parameters: 19 MiB and two passes. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes a password with argon2id, as a PHC string: with a random salt, or with the salt and the parameters
 * of another hash. NFKC normalizes characters that keyboards encode differently.
 */
function hashPassword(password: string, like?: string): Promise<string> {
  return hash(password.normalize('NFKC'), {
    type: argon2id,
    ...(like === undefined ? owasp : optionsOf(like)),
  });
}

/**
 * Hashes a password of a user with an address. Users with the same address, in several accounts, get the same
 * salt, so that one computation tells whose password it is: the time of a sign-in must not tell how many
 * there are.
 */
export async function hashPasswordOf(sql: Sql | Tx, emailKey: string, password: string): Promise<string> {
  return hashPassword(password, await findOldestHash(sql, emailKey));
}

/** The parameters and the salt of a hash: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`. */
function optionsOf(passwordHash: string) {
  const [, , , parameters = '', salt = ''] = passwordHash.split('$');
  const [memoryCost = 0, timeCost = 0, parallelism = 0] = (parameters.match(/\d+/g) ?? []).map(Number);
  return { memoryCost, timeCost, parallelism, salt: Buffer.from(salt, 'base64') };
}

/** A hash without what was hashed: the same for all that one computation can be compared with. */
const waysOf = (passwordHash: string) => passwordHash.slice(0, passwordHash.lastIndexOf('$'));

let dummyHash: Promise<string> | undefined;

/**
 * Those of the users whose password it is. Takes as long for no user as for one, or for several of an
 * address.
 */
export async function whosePassword<User extends { readonly password_hash: string }>(
  password: string,
  users: readonly User[],
): Promise<User[]> {
  dummyHash ??= hashPassword('');
  if (users.length === 0) await isPassword(password, await dummyHash);
  const computed = new Map<string, string>();
  for (const { password_hash } of users)
    if (!computed.has(waysOf(password_hash)))
      computed.set(waysOf(password_hash), await hashPassword(password, password_hash));
  return users.filter(({ password_hash }) =>
    isSameText(computed.get(waysOf(password_hash)) ?? '', password_hash),
  );
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
