import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { revokeApiKey as revokeRow } from './queries.ts';

/** Ends a key for good, within a second on every process (C2.9); again, it tells when it ended. @throws AppError not_found */
export async function revokeApiKey(
  ctx: Context,
  keyId: string,
): Promise<{ key_id: string; revoked_at: string }> {
  assertId(keyId, 'API key');
  const { id, revoked_at } = (await revokeRow(ctx.sql, keyId)) ?? notFound('API key');
  return { key_id: id, revoked_at };
}
