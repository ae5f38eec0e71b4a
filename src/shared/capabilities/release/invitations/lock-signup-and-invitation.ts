import { lockSignups } from '../../../list/signups/queries.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { type InvitationRow, lockInvitation } from './queries.ts';

/**
 * Locks a signup and its invitation until commit. `find` is called before the locks and again behind them.
 * @throws AppError not_found
 */
export async function lockSignupAndInvitation(
  tx: Tx,
  accountId: string,
  find: (tx: Tx) => Promise<InvitationRow | undefined>,
): Promise<InvitationRow> {
  const { id, signup_id } = (await find(tx)) ?? notFound('invitation');
  await lockSignups(tx, [{ accountId, id: signup_id }]);
  await lockInvitation(tx, { accountId, id });
  return (await find(tx)) ?? notFound('invitation'); // a resend may have replaced its token
}
