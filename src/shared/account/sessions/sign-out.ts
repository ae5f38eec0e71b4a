import { statement, transaction } from '../../platform/postgres/transaction.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { deleteSession, deleteSessionsOf } from './queries.ts';
import type { Session } from './session.ts';
import { hashSessionToken } from './session-token.ts';

/** Ends the session. */
export async function signOut(ctx: Context, { token }: Session): Promise<void> {
  await statement(ctx.sql, (tx) => deleteSession(tx, hashSessionToken(token)));
}

/** Ends all sessions of the user, this one included. */
export async function signOutEverywhere(ctx: Context, { userId, home }: Session): Promise<void> {
  await transaction(ctx.sql, async (tx) => {
    await deleteSessionsOf(tx, userId);
    await recordAction(tx, home, 'session.ended', { id: userId, details: { sessions: 'all' } });
  });
}
