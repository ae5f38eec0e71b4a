import type { Caller } from '../../account/api-keys/caller.ts';
import { newId } from '../../platform/ids.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { listFieldKeys } from '../fields/queries.ts';
import { eachListPart } from '../parts.ts';
import { toFieldValues } from '../signups/field-values.ts';
import type { SignupAnswer, SignupInput } from '../signups/schema.ts';
import type { SignupBatcher } from '../signups/signup-batcher.ts';
import { isStored, targetOf, toRefusal, toSignupRequest } from '../signups/signup-request.ts';
import { readIncluded } from '../status/read-included.ts';

/**
 * Adds a signup to a waitlist (§4.3, §4.6). If the email is already on it, returns the existing signup. An
 * unknown referral code is ignored. One that was asked to confirm its address and has not gets the link again
 * (N3). `include` adds facts to the answer (N1). With `mailed` false nobody gets an email.
 * @throws AppError not_found; invalid_request for a custom field; quota_exceeded; conflict for a waitlist
 * that is archived, or without positions
 */
export async function createSignup(
  ctx: Context & { readonly signups: SignupBatcher; readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  input: SignupInput,
  mailed = true,
): Promise<SignupAnswer> {
  const target = targetOf(ctx.config, caller, waitlistId);
  const list = mailed ? target : { ...target, mailed };
  const listKeys = () => listFieldKeys(ctx.sql, caller.accountId, waitlistId);
  const fields = await toFieldValues(input.fields ?? {}, listKeys);
  const stored = await ctx.signups.add(toSignupRequest(list, newId(), input, fields), input);
  if (!isStored(stored)) throw toRefusal(stored, input);
  const { outcome, id, position, total, referral_code } = stored;
  if (outcome === 'existing' && stored.unconfirmed && list.mailed)
    await eachListPart((part) => part.onUnconfirmedAgain?.(ctx, { accountId: caller.accountId, id })).catch(
      (err: unknown) => {
        ctx.log.warn({ err, signup: id }, 'a link to confirm was not sent again');
      },
    );
  const result = { id, position, total, referral_code };
  if (!input.include?.length) return result;
  const signup = { id, created: outcome === 'created' };
  const where = { accountId: caller.accountId, waitlistId };
  return { ...result, ...(await readIncluded(ctx, where, signup, input.include)) };
}
