import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { statement } from '../postgres/transaction.ts';
import type { Caller } from './caller.ts';
import { revokeApiKey as revokeRow } from './queries.ts';

/**
 * Revokes a key permanently. Takes effect within a second on every process (C2.9).
 * For a key that is already revoked it returns the first time.
 * Without `caller` (operators) any key can be revoked, with it only keys of the caller's account.
 * @throws AppError not_found
 */
export async function revokeApiKey(
  ctx: Context,
  keyId: string,
  caller?: Pick<Caller, 'accountId'>,
): Promise<{ key_id: string; revoked_at: string }> {
  assertId(keyId, 'API key');
  const { id, revoked_at } =
    (await statement(ctx.sql, (tx) => revokeRow(tx, keyId, caller?.accountId ?? null))) ??
    notFound('API key');
  return { key_id: id, revoked_at };
}
