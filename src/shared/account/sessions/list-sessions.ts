import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { deleteSessionOf, listSessionsOf } from './queries.ts';
import type { Session } from './session.ts';
import { hashSessionToken } from './session-token.ts';

export interface ListedSession {
  /** Names the session on pages. Nobody can sign in with it. */
  readonly id: string;
  readonly device: string | null;
  readonly created_at: string;
  /** At most an hour too old. */
  readonly last_seen_at: string;
  readonly isCurrent: boolean;
}

/** The live sessions of the signed-in user, the last used first (N8). */
export async function listSessions(
  ctx: Context,
  { userId, token }: Pick<Session, 'userId' | 'token'>,
): Promise<ListedSession[]> {
  const current = idOf(token);
  const rows = await listSessionsOf(ctx.sql, userId);
  return rows.map((row) => ({ ...row, isCurrent: row.id === current }));
}

/**
 * Ends one session of the signed-in user. @returns whether it was the current one @throws AppError not_found
 */
export async function endSession(ctx: Context, session: Session, id: string): Promise<boolean> {
  const { userId, home, token } = session;
  await transaction(ctx.sql, async (tx) => {
    if (!(await deleteSessionOf(tx, userId, id))) notFound('session');
    await recordAction(tx, home, 'session.ended', { id: userId, details: { sessions: 'one' } });
  });
  return id === idOf(token);
}

/** The beginning of the stored hash, which tells nothing about the token. */
const idOf = (token: string) => hashSessionToken(token).toString('hex').slice(0, 32);
