import type { Sql, Tx } from '../postgres/connection.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
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
    UPDATE users SET password_hash = ${passwordHash} WHERE email_key = ${emailKey} RETURNING id, account_id, email`;
  if (row) await deleteSessionsOf(tx, row.id);
  return row;
}

/** Finds a user by email, for the sign-in. */
export async function findCredentials(
  sql: Sql,
  emailKey: string,
): Promise<{ id: string; password_hash: string } | undefined> {
  const [row] = await sql<{ id: string; password_hash: string }[]>`
    SELECT id, password_hash FROM users WHERE email_key = ${emailKey}`;
  return row;
}

/** The users of the account, oldest first. */
export function listUsers(sql: Sql, accountId: string): Promise<(UserRow & { created_at: string })[]> {
  return sql`SELECT id, account_id, email, created_at FROM users WHERE account_id = ${accountId} ORDER BY created_at, id`;
}

/**
 * Deletes a user of the account with their sessions. Locks the user first.
 * @returns whether the user existed
 */
export async function deleteUser(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const [row] = await tx`SELECT id FROM users WHERE id = ${userId} AND account_id = ${accountId} FOR UPDATE`;
  if (!row) return false;
  await deleteSessionsOf(tx, userId);
  const { count } = await tx`DELETE FROM users WHERE id = ${userId}`;
  return count > 0;
}
