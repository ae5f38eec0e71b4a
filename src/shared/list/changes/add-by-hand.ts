import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { createSignup } from '../signing-up/create-signup.ts';
import type { SignupInput } from '../signups/schema.ts';
import type { SignupBatcher } from '../signups/signup-batcher.ts';

/**
 * Adds a signup for a user of the dashboard (N9), by the rules of every other, and says in the audit log who
 * did it, behind the commit of the batch that stored it. Without `mailed` the person gets no email.
 * @returns the id, and whether it is new: an address may be on the list already
 * @throws AppError as `createSignup`
 */
export async function addByHand(
  ctx: Context & { readonly signups: SignupBatcher; readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  input: SignupInput,
  mailed: boolean,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const asked = { ...input, include: ['created' as const] };
  const { id, created = false } = await createSignup(ctx, caller, waitlistId, asked, mailed);
  if (created)
    await statement(ctx.sql, (tx) => recordAction(tx, caller, 'signup.added', { id, details: { mailed } }));
  return { id, isNew: created };
}
