import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Acting } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
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
  caller?: Acting,
): Promise<{ key_id: string; revoked_at: string }> {
  assertId(keyId, 'API key');
  const { id, revoked_at } = await transaction(ctx.sql, async (tx) => {
    const key = (await revokeRow(tx, keyId, caller?.accountId ?? null)) ?? notFound('API key');
    await recordAction(tx, { ...caller, accountId: key.account_id }, 'api_key.revoked', { id: key.id });
    return key;
  });
  return { key_id: id, revoked_at };
}
