import type { Caller } from '../../account/api-keys/caller.ts';
import { type Page, toPage } from '../../platform/schema/paging.ts';
import type { Context } from '../context.ts';
import { macOf } from './mac-of.ts';
import { countSuppressions, listSuppressions as listRows } from './queries.ts';
import type { Suppression, SuppressionsQuery } from './schema.ts';

/** A page of the account's suppressions, or of those of one address, newest first (N3). */
export async function listSuppressions(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  { email, ...page }: SuppressionsQuery,
): Promise<Page<Suppression>> {
  const mac = email === undefined ? undefined : await macOf(ctx, accountId, email);
  const [rows, total] = await Promise.all([
    listRows(ctx.sql, accountId, mac, page),
    countSuppressions(ctx.sql, accountId, mac),
  ]);
  return toPage([...rows], total, page);
}
