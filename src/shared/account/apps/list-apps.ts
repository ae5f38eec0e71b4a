import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { findAccount } from '../accounts/queries.ts';
import type { Context } from '../context.ts';
import { type ListedApp, listApps as listRows } from './queries.ts';

const most = 100;

/** The apps that users of an account have connected, oldest first. @throws AppError not_found */
export async function listApps(ctx: Context, accountId: string): Promise<ListedApp[]> {
  assertId(accountId, 'account');
  const { id } = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  return listRows(ctx.sql, id, most);
}
