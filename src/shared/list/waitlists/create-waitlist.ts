import { lockAccount } from '../../account/accounts/queries.ts';
import { isTestAccount } from '../../account/accounts/test-account.ts';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { describeLimit, limitsOf } from '../../account/plans.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { nameTaken } from './name-taken.ts';
import { countWaitlists, insertWaitlist } from './queries.ts';
import type { CreatedWaitlist, WaitlistInput } from './schema.ts';

/**
 * Creates a waitlist (§4.2), and stores the answer to a request with an idempotency key.
 * @throws AppError quota_exceeded at the plan's limit (C2.2); conflict for a name in use
 */
export async function createWaitlist(
  ctx: Context,
  caller: Acting,
  { name }: WaitlistInput,
  keepAnswer?: KeepAnswer<CreatedWaitlist>,
): Promise<CreatedWaitlist> {
  try {
    return await transaction(ctx.sql, async (tx) => {
      const account = (await lockAccount(tx, caller.accountId)) ?? notFound('account');
      const isTest = isTestAccount(account.id);
      const limit = limitsOf(account.plan, isTest).waitlists;
      if (limit !== null && (await countWaitlists(tx, account.id)) >= limit) {
        throw new AppError(
          'quota_exceeded',
          describeLimit(account.plan, isTest, limit, ['waitlist', 'Delete']),
        );
      }
      const { id, created_at } = await insertWaitlist(tx, { id: newId(), account_id: account.id, name });
      const created = { id, name, created_at };
      await recordAction(tx, caller, 'waitlist.created', { id, details: { name } });
      await keepAnswer?.(tx, created);
      return created;
    });
  } catch (error) {
    throw nameTaken(error) ?? error;
  }
}
