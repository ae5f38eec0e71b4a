import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { deleteAppsOf } from '../apps/queries.ts';
import type { Role } from '../scopes.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
  email_key: string;
  role: Role;
  /** Whether somebody has shown that the address is theirs. Until then others may have chosen all else. */
  is_proven: boolean;
}

/** The columns of `UserRow`, of users `u`. */
const userColumns = (sql: Sql | Tx) => sql`
  u.id, u.account_id, u.email, u.email_key, u.role, u.proven_at IS NOT NULL AS is_proven`;

export async function insertUser(
  tx: Tx,
  { is_proven, ...user }: UserRow & { password_hash: string },
): Promise<void> {
  await tx`INSERT INTO users ${tx(user)}`;
  if (is_proven) await proveUser(tx, user.id);
}

export async function proveUser(tx: Tx, userId: string): Promise<void> {
  await tx`UPDATE users SET proven_at = statement_timestamp() WHERE id = ${userId}`;
}

/** Changes the password, and ends all sessions and connected apps of a user, whom the caller holds. */
export async function updatePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`;
  await deleteSessionsOf(tx, userId);
  await deleteAppsOf(tx, userId);
}

/** A user who signs in. */
export interface CredentialsRow extends UserRow {
  account_name: string;
  password_hash: string;
  /** Whether a second factor is asked for. */
  has_totp: boolean;
}

/** The columns of `CredentialsRow`, of users `u` with their accounts `a`. */
export const credentials = (sql: Sql) => sql`
  ${userColumns(sql)}, u.password_hash, a.name AS account_name, ${hasTotp(sql)}`;

/** The column `has_totp`, of users `u`: whether the second factor is on. */
const hasTotp = (sql: Sql) => sql`
  EXISTS (SELECT 1 FROM user_totp t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS has_totp`;

/** Finds a user by id, for the later steps of the sign-in. */
export async function findCredentials(sql: Sql, userId: string): Promise<CredentialsRow | undefined> {
  const [row] = await sql<CredentialsRow[]>`
    SELECT ${credentials(sql)} FROM users u JOIN accounts a ON a.id = u.account_id WHERE u.id = ${userId}`;
  return row;
}

/** The users with an address, in all accounts, for the sign-in: proven ones first, then the oldest. */
export function listCredentials(sql: Sql, emailKey: string): Promise<CredentialsRow[]> {
  return sql<CredentialsRow[]>`
    SELECT ${credentials(sql)} FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE u.email_key = ${emailKey} ORDER BY u.proven_at IS NULL, u.created_at, u.id`;
}

/** The hash of the oldest user with an address, in any account. */
export async function findOldestHash(sql: Sql | Tx, emailKey: string): Promise<string | undefined> {
  const [row] = await sql<{ password_hash: string }[]>`
    SELECT password_hash FROM users WHERE email_key = ${emailKey} ORDER BY created_at, id LIMIT 1`;
  return row?.password_hash;
}

/** The users of the account, oldest first. */
export function listUsers(
  sql: Sql,
  accountId: string,
): Promise<(UserRow & { created_at: string; has_totp: boolean })[]> {
  return sql`
    SELECT ${userColumns(sql)}, u.created_at, ${hasTotp(sql)}
    FROM users u WHERE u.account_id = ${accountId} ORDER BY u.created_at, u.id`;
}

/** The users with an address, in all accounts. */
export function listUsersAt(sql: Sql, emailKey: string): Promise<UserRow[]> {
  return sql<
    UserRow[]
  >`SELECT ${userColumns(sql)} FROM users u WHERE u.email_key = ${emailKey} ORDER BY u.id`;
}

/** Locks the user of the account with an address until commit. */
export async function lockUserAt(
  tx: Tx,
  { account_id, email_key }: Pick<UserRow, 'account_id' | 'email_key'>,
): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    SELECT ${userColumns(tx)} FROM users u
    WHERE u.account_id = ${account_id} AND u.email_key = ${email_key} FOR UPDATE`;
  return row;
}

/** Locks a user of the account until commit. The account must be locked already. */
export async function lockUser(tx: Tx, accountId: string, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    SELECT ${userColumns(tx)} FROM users u WHERE u.id = ${userId} AND u.account_id = ${accountId} FOR UPDATE`;
  return row;
}

/** The owners who have proven their addresses. Exact until commit if the account is locked. */
export async function listProvenOwners(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    SELECT id FROM users WHERE account_id = ${accountId} AND role = 'owner' AND proven_at IS NOT NULL`;
  return rows.map(({ id }) => id);
}

export async function updateRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx`UPDATE users SET role = ${role} WHERE id = ${userId}`;
}

/** Deletes a user with their sessions and connected apps. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await deleteSessionsOf(tx, userId);
  await deleteAppsOf(tx, userId);
  await tx`DELETE FROM users WHERE id = ${userId}`;
}
