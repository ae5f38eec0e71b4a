import { findAccount } from '../accounts/queries.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { type ApiKeyRow, listApiKeys as listRows } from './queries.ts';

/** A key in lists (C10), without the key itself. */
export type ApiKeySummary = { key_id: string } & Pick<
  ApiKeyRow,
  'name' | 'last4' | 'scopes' | 'created_at' | 'last_used_at' | 'revoked_at'
>;

/** The API keys of the account, oldest first, revoked keys included. @throws AppError not_found */
export async function listApiKeys(ctx: Context, accountId: string): Promise<ApiKeySummary[]> {
  assertId(accountId, 'account');
  const account = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  const rows = await listRows(ctx.sql, account.id);
  return rows.map(({ id, name, last4, scopes, created_at, last_used_at, revoked_at }) => ({
    key_id: id,
    name,
    last4,
    scopes,
    created_at,
    last_used_at,
    revoked_at,
  }));
}
