import { findAccount } from '../../account/accounts/queries.ts';
import type { Actor } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { forgetThrottle, throttleSourceOf } from '../sending/throttles/throttle-queries.ts';
import { deleteEmailProvider } from './provider-queries.ts';

/**
 * Removes an account's own provider: its mails go out on the service's credentials again, if the plan
 * includes them (C6.2).
 * @throws AppError not_found
 */
export async function clearEmailProvider(
  ctx: Context,
  accountId: string,
  actor?: Actor,
): Promise<{ account_id: string }> {
  assertId(accountId, 'account');
  const { id } = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  await transaction(ctx.sql, async (tx) => {
    await deleteEmailProvider(tx, id);
    await recordAction(tx, { accountId: id, ...(actor && { actor }) }, 'email_provider.removed');
    await forgetThrottle(tx, throttleSourceOf('own', id));
  });
  return { account_id: accountId };
}
