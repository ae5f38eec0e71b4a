import type { Context } from '../context.ts';
import { deleteSession, deleteSessionsOf } from './queries.ts';
import type { Session } from './session.ts';
import { hashSessionToken } from './session-token.ts';

/** Ends a session. */
export async function signOut(ctx: Context, { token }: Session): Promise<void> {
  await deleteSession(ctx.sql, hashSessionToken(token));
}

/** Ends all sessions of the user, this one included. */
export async function signOutEverywhere(ctx: Context, { userId }: Session): Promise<void> {
  await deleteSessionsOf(ctx.sql, userId);
}
