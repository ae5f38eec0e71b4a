import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Session } from '../../../account/sessions/session.ts';
import { hashSessionToken } from '../../../account/sessions/session-token.ts';
import { notFound } from '../../../platform/errors.ts';
import { statement } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { listRecent, markStopped, markTold } from './queries.ts';
import type { SelectionProgress } from './schema.ts';

/** Leaves the rest of a selection as it is (N8). @throws AppError not_found also if it has ended */
export async function stopSelection(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  id: string,
): Promise<void> {
  const isStopped = await statement(sql, (tx) => markStopped(tx, { accountId, id }, waitlistId));
  if (!isStopped) notFound('selection');
}

/**
 * What becomes of the selections of a waitlist: those under way, and how those ended that a session began,
 * which it is told once. A look that nobody reads tells nothing.
 */
export async function listSelections(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  session: Pick<Session, 'token'>,
  isRead: boolean,
): Promise<SelectionProgress[]> {
  const recent = await listRecent(sql, accountId, waitlistId, hashSessionToken(session.token));
  const ended = recent.flatMap(({ id, finished_at }) => (finished_at === null ? [] : [id]));
  const isNews = isRead && ended.length > 0;
  const news = isNews ? await statement(sql, (tx) => markTold(tx, accountId, ended)) : new Set();
  return recent.filter(({ id, finished_at }) => finished_at === null || news.has(id));
}
