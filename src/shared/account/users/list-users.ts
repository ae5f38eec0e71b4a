import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import type { Role } from '../scopes.ts';
import { listUsers as listRows } from './queries.ts';
import { toUser, type User } from './user.ts';

/** The dashboard users of the account, oldest first (C11.3). */
export async function listUsers(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<(User & { role: Role; created_at: string; hasTwoFactor: boolean; isProven: boolean })[]> {
  const rows = await listRows(ctx.sql, accountId);
  return rows.map((row) => ({
    ...toUser(row),
    role: row.role,
    created_at: row.created_at,
    hasTwoFactor: row.has_totp,
    isProven: row.is_proven,
  }));
}
