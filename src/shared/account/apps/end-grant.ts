import { transaction } from '../../platform/postgres/transaction.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { deleteGrant } from './queries.ts';

/** Ends the app of a grant, if it is connected: the app has asked to, or a stolen token was used again. */
export async function endGrant(ctx: Pick<Context, 'sql'>, grantId: string): Promise<void> {
  await transaction(ctx.sql, async (tx) => {
    const app = await deleteGrant(tx, grantId);
    if (!app) return;
    const actor = { type: 'app', id: app.id, name: app.name } as const;
    await recordAction(tx, { accountId: app.account_id, actor }, 'app.ended', {
      id: app.id,
      details: { name: app.name },
    });
  });
}
