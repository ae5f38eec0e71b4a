import type { Caller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { transaction } from '../../postgres/transaction.ts';
import type { JobNotifier } from '../../queue/job-notifier.ts';
import { targetOf } from '../create-signup.ts';
import { findSignup } from '../queries.ts';
import { resendSignupEmails } from '../selection/resend-signup-emails.ts';
import { noRoute } from '../selection/start-selection.ts';

/**
 * Enqueues the email of a signup that got none: it failed for a reason that can pass, or was never made
 * (C6.6, N8).
 * @throws AppError not_found; invalid_request without a route; conflict if there is nothing to send
 */
export async function sendSignupEmail(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  signupId: string,
): Promise<void> {
  const { accountId } = caller;
  if (!targetOf(ctx.config, caller, waitlistId).mailed) throw noRoute();
  const queued = await transaction(ctx.sql, async (tx) => {
    const { id } = (await findSignup(tx, accountId, waitlistId, signupId)) ?? notFound('signup');
    return resendSignupEmails(tx, [{ accountId, id }]);
  });
  if (queued.length === 0)
    throw new AppError(
      'conflict',
      'There is no email to send: it was sent, is on its way, or was refused for good.',
    );
  ctx.notifier.notify('send-signup-email', queued);
}
