import type { Caller } from '../../account/api-keys/caller.ts';
import { findSignup } from '../../list/signups/queries.ts';
import { noRoute } from '../../list/signups/selection/start-selection.ts';
import { targetOf } from '../../list/signups/signup-request.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { resendSignupEmails } from './resend-signup-emails.ts';

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
