import type { Sql, Tx } from '../postgres/connection.ts';
import type { Role } from '../scopes.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
  role: Role;
}

export async function insertUser(
  tx: Tx,
  user: UserRow & { email_key: string; password_hash: string },
): Promise<void> {
  await tx`INSERT INTO users ${tx(user)}`;
}

/** Changes the password and deletes all sessions of the user. */
export async function updatePassword(
  tx: Tx,
  emailKey: string,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    UPDATE users SET password_hash = ${passwordHash} WHERE email_key = ${emailKey} RETURNING id, account_id, email, role`;
  if (row) await deleteSessionsOf(tx, row.id);
  return row;
}

/** A user who signs in. */
export interface CredentialsRow extends UserRow {
  password_hash: string;
  /** Whether a second factor is asked for. */
  has_totp: boolean;
}

/** Finds a user by id, for the second step of the sign-in. */
export async function findCredentialsById(sql: Sql, userId: string): Promise<CredentialsRow | undefined> {
  const [row] = await sql<CredentialsRow[]>`SELECT ${credentials(sql)} FROM users u WHERE id = ${userId}`;
  return row;
}

/** The columns of `CredentialsRow`, of users `u`. */
export const credentials = (sql: Sql) => sql`
  id, account_id, email, role, password_hash,
  ${hasTotp(sql)}`;

/** The column `has_totp`, of users `u`: whether the second factor is on. */
const hasTotp = (sql: Sql) => sql`
  EXISTS (SELECT 1 FROM user_totp t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS has_totp`;

/** Finds a user by email, for the sign-in. */
export async function findCredentials(sql: Sql, emailKey: string): Promise<CredentialsRow | undefined> {
  const [row] = await sql<CredentialsRow[]>`
    SELECT ${credentials(sql)} FROM users u WHERE email_key = ${emailKey}`;
  return row;
}

/** The users of the account, oldest first. */
export function listUsers(
  sql: Sql,
  accountId: string,
): Promise<(UserRow & { created_at: string; has_totp: boolean })[]> {
  return sql`
    SELECT id, account_id, email, role, created_at,
           ${hasTotp(sql)}
    FROM users u WHERE account_id = ${accountId} ORDER BY created_at, id`;
}

/** Finds the user with an email in any account. */
export async function findUser(sql: Sql | Tx, emailKey: string): Promise<UserRow | undefined> {
  const [row] = await sql<
    UserRow[]
  >`SELECT id, account_id, email, role FROM users WHERE email_key = ${emailKey}`;
  return row;
}

/** Locks a user of the account until commit. The account must be locked already. */
export async function lockUser(tx: Tx, accountId: string, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    SELECT id, account_id, email, role FROM users WHERE id = ${userId} AND account_id = ${accountId} FOR UPDATE`;
  return row;
}

/** Exact until commit if the account is locked. */
export async function countOwners(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*) FROM users WHERE account_id = ${accountId} AND role = 'owner'`;
  return row.count;
}

export async function updateRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx`UPDATE users SET role = ${role} WHERE id = ${userId}`;
}

/** Deletes a user with their sessions. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await deleteSessionsOf(tx, userId);
  await tx`DELETE FROM users WHERE id = ${userId}`;
}
