import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../../platform/errors.ts';
import { statement } from '../../../platform/postgres/transaction.ts';
import { listRecent, markStopped } from './queries.ts';
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

/** What becomes of the selections of a waitlist: those under way, and those that ended within ten minutes. */
export function listSelections(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
): Promise<SelectionProgress[]> {
  return listRecent(sql, accountId, waitlistId);
}
