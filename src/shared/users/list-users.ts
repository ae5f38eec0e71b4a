import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { listUsers as listRows } from './queries.ts';
import { toUser, type User } from './user.ts';

/** The dashboard users of the account, oldest first (C11.3). */
export async function listUsers(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<(User & { created_at: string })[]> {
  const rows = await listRows(ctx.sql, accountId);
  return rows.map((row) => ({ ...toUser(row), created_at: row.created_at }));
}
