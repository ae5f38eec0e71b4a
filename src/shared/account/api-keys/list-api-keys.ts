import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { findAccount } from '../accounts/queries.ts';
import { testAccountIdOf } from '../accounts/test-account.ts';
import type { Context } from '../context.ts';
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
  return listKeysOf(ctx, account.id);
}

/** Those of the account's test mode (N8), as `listApiKeys` lists others. @throws AppError not_found */
export async function listTestApiKeys(ctx: Context, accountId: string): Promise<ApiKeySummary[]> {
  assertId(accountId, 'account');
  const account = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  return listKeysOf(ctx, testAccountIdOf(account.id));
}

async function listKeysOf(ctx: Context, accountId: string): Promise<ApiKeySummary[]> {
  const rows = await listRows(ctx.sql, accountId);
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
