import { defaultCopy } from '../shared/email/default-copy.ts';
import type { OutgoingEmail, SendResult } from '../shared/email/providers/provider.ts';
import { requeueSignupEmail, type SignupEmailRow } from '../shared/email/queries.ts';
import { renderSignupEmail } from '../shared/email/render-signup-email.ts';
import { type EmailStatus, rankOf } from '../shared/email/status.ts';
import { type ClaimedJob, finishJob, postponeJob } from '../shared/outbox.ts';
import { backoffSeconds, type Processor } from './processor.ts';
import type { WorkerContext } from './worker-context.ts';

const maxAttempts = 5;
const secondsWithoutProvider = 60;

type Job = ClaimedJob<'send-signup-email'>;

/**
 * Sends the email of a signup, once (C6.5): after a crash or a broken connection in the middle of it nobody can
 * know whether the mail left, so it is recorded as sent and logged, never sent again.
 */
export const sendSignupEmail: Processor<'send-signup-email'> = async (ctx, job) => {
  if (!ctx.managedEmail) {
    ctx.log.error({ signup: job.id }, 'a signup email is owed and this worker has no MANAGED_EMAIL_URL');
    await postponeJob(ctx.sql, 'send-signup-email', job, secondsWithoutProvider);
    return;
  }
  const mail = await ctx.startEmail(job.id);
  if (!mail) {
    await finishJob(ctx.sql, 'send-signup-email', job); // deleted, or sent already
    return;
  }
  const message = toMessage(mail, ctx.managedEmail.from);
  if (mail.interrupted) {
    ctx.log.warn(
      { signup: job.id, message_id: message.messageId },
      'ambiguous: a worker died sending this mail; recorded as sent',
    );
    await finish(ctx, job, message, { status: 'sent', ambiguous: true });
    return;
  }
  let result: SendResult;
  try {
    result = await ctx.managedEmail.sender.send(message);
  } catch (err) {
    ctx.log.warn(
      { err, signup: job.id, message_id: message.messageId },
      'ambiguous: the connection broke in the middle of this mail; recorded as sent',
    );
    await finish(ctx, job, message, { status: 'sent', ambiguous: true });
    return;
  }
  if (result.outcome === 'sent') {
    await finish(ctx, job, message, { status: 'sent' });
  } else if (result.outcome === 'refused' || job.attempt >= maxAttempts) {
    ctx.log.warn({ signup: job.id, error: result.error }, 'a signup email failed');
    await finish(ctx, job, message, { status: 'failed', error: result.error });
  } else {
    const { error } = result;
    ctx.log.warn({ signup: job.id, error, attempt: job.attempt }, 'a signup email will be tried again');
    await ctx.sql.begin(async (tx) => {
      await requeueSignupEmail(tx, job.id, error);
      await postponeJob(tx, 'send-signup-email', job, backoffSeconds(job.attempt));
    });
  }
};

async function finish(
  ctx: WorkerContext,
  job: Job,
  message: OutgoingEmail,
  {
    status,
    ambiguous = false,
    error = null,
  }: { status: EmailStatus & ('sent' | 'failed'); ambiguous?: boolean; error?: string | null },
): Promise<void> {
  const recorded = await ctx.finishEmail({
    signup_id: job.id,
    attempt: job.attempt,
    state: status,
    status_rank: rankOf(status),
    ambiguous,
    message_id: message.messageId,
    error,
  });
  if (!recorded)
    ctx.log.info({ signup: job.id }, 'deleted, or taken over by another worker, while its mail was sent');
}

/** The Message-ID is made of the signup's id: a receiver sees a repeat for what it is. */
function toMessage(mail: SignupEmailRow, from: string): OutgoingEmail {
  const rendered = renderSignupEmail(defaultCopy, mail.fields, {
    email: mail.email,
    position: mail.position,
    total: mail.total,
    waitlist_name: mail.waitlist_name,
    referral_code: mail.referral_code,
    referral_bonus: mail.referral_bonus,
  });
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    ...rendered,
    from,
    to: mail.email,
    signupId: mail.signup_id,
    messageId: `<signup-${mail.signup_id}@${domain}>`,
    idempotencyKey: `signup-email/${mail.signup_id}`,
  };
}
