import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Acting } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { deleteApp } from './queries.ts';

/**
 * Ends an app: its tokens open nothing within a second, on every process. Operators end any, users one of
 * their account (`by`), or only one of their own (`userId`).
 * @throws AppError not_found
 */
export async function endApp(
  ctx: Context,
  appId: string,
  { by, userId = null }: { by?: Acting; userId?: string | null } = {},
): Promise<{ app_id: string; name: string }> {
  assertId(appId, 'app');
  return transaction(ctx.sql, async (tx) => {
    const app = (await deleteApp(tx, appId, by?.accountId ?? null, userId)) ?? notFound('app');
    await recordAction(tx, { ...by, accountId: app.account_id }, 'app.ended', {
      id: app.id,
      details: { name: app.name },
    });
    return { app_id: app.id, name: app.name };
  });
}
