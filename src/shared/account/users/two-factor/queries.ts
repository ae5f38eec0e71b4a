import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { sealedColumn } from '../../../platform/stored-secrets/sealed-columns.ts';

/** The secret of a user's authenticator app. */
export const sealedTotp = sealedColumn('user-totp', {
  table: 'user_totp',
  key: 'user_id',
  column: 'sealed_secret',
});

export interface TotpRow {
  account_id: string;
  type: string;
  sealed_secret: string;
  confirmed_at: string | null;
}

export async function findTotp(sql: Sql | Tx, userId: string): Promise<TotpRow | undefined> {
  const [row] = await sql<TotpRow[]>`
    SELECT account_id, type, sealed_secret, confirmed_at FROM user_totp WHERE user_id = ${userId}`;
  return row;
}

/** Locks a user until commit. Whatever changes the second factor does so first. */
export async function lockUserOfTotp(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Stores a secret that is not confirmed yet. */
export async function saveTotp(
  tx: Tx,
  row: { user_id: string; account_id: string; type: string; sealed_secret: string },
): Promise<void> {
  await tx`DELETE FROM user_totp WHERE user_id = ${row.user_id}`;
  await tx`INSERT INTO user_totp ${tx(row)}`;
}

export async function confirmTotp(tx: Tx, userId: string): Promise<void> {
  await tx`UPDATE user_totp SET confirmed_at = clock_timestamp() WHERE user_id = ${userId}`;
}

/** Uses up the code of a step. @returns false if it, or a later one, was used before */
export async function useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { count } = await tx`
    UPDATE user_totp SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}`;
  return count > 0;
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx`DELETE FROM recovery_codes WHERE user_id = ${userId}`;
  const { count } = await tx`DELETE FROM user_totp WHERE user_id = ${userId}`;
  return count > 0;
}

export async function insertRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx`DELETE FROM recovery_codes WHERE user_id = ${userId}`;
  await tx`INSERT INTO recovery_codes ${tx(hashes.map((code_hash) => ({ user_id: userId, code_hash })))}`;
}

/** Uses up a recovery code. @returns whether it was valid */
export async function useRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { count } = await tx`DELETE FROM recovery_codes WHERE user_id = ${userId} AND code_hash = ${hash}`;
  return count > 0;
}

export async function countRecoveryCodes(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM recovery_codes WHERE user_id = ${userId}`;
  return row.count;
}
