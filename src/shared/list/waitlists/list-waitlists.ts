import type { Caller } from '../../account/api-keys/caller.ts';
import { type PageQuery, toPage } from '../../platform/schema/paging.ts';
import type { Context } from '../context.ts';
import { countWaitlists, listWaitlists as listRows } from './queries.ts';
import type { WaitlistWithCount } from './schema.ts';

/** A page of the account's waitlists with their number of signups, newest first (§4.2, C2.1). */
export async function listWaitlists(ctx: Context, caller: Caller, query: PageQuery) {
  const [rows, total] = await Promise.all([
    listRows(ctx.sql, caller.accountId, query),
    countWaitlists(ctx.sql, caller.accountId),
  ]);
  return toPage<WaitlistWithCount>(
    rows.map(({ id, name, created_at, signup_count }) => ({ id, name, created_at, signup_count })),
    total,
    query,
  );
}
