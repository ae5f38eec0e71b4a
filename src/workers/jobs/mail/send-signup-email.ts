import { rankOf } from '../../../shared/list/mail-state/status.ts';
import { stopTextOf } from '../../../shared/mail/kinds.ts';
import type { MailStop } from '../../../shared/mail/parts.ts';
import type { EmailTransport, SendResult } from '../../../shared/mail/providers/provider.ts';
import { afterRefusal, type EmailEnd, type EmailRetry } from '../../../shared/mail/sending/after-refusal.ts';
import {
  type EmailOutcome,
  finishEmails,
  requeueEmail,
} from '../../../shared/mail/sending/outcome-queries.ts';
import {
  type StartedEmail,
  type StopReason,
  startEmails,
} from '../../../shared/mail/sending/start-emails.ts';
import { noteState } from '../../../shared/mail/sending/throttles/outages.ts';
import { nameOfFailure } from '../../../shared/platform/outbound/http-answer.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import { logTogether } from '../../../shared/platform/process/log-together.ts';
import type { ClaimedJob } from '../../../shared/platform/queue/outbox.ts';
import type { JobSteps } from '../../runner/job-steps.ts';
import { backoffSeconds } from '../../runner/processor.ts';
import type { WorkerContext } from '../../worker-context.ts';

type SendJob = ClaimedJob<'send-signup-email'>;

/**
 * Sends a mail at most once (C6.5). After a crash or a broken connection nobody can know whether it left.
 * Then a provider with idempotency keys is asked again; with others the mail is recorded as sent and logged.
 */
export const sendSignupEmail: JobSteps<SendJob, StartedEmail, EmailOutcome, EmailRetry> = {
  start: startEmails,
  run: handOver,
  record: recordOutcomes,
};

/** Hands a mail over to its provider. */
async function handOver(
  ctx: WorkerContext,
  mail: StartedEmail,
  job: SendJob,
): Promise<{ result: EmailOutcome } | EmailRetry> {
  if (mail.stoppedBy !== null) {
    logTogether(
      ctx.log,
      'info',
      job.id,
      { reason: mail.stoppedBy },
      'mails were not sent: their address is suppressed, their template is gone, or their invitation is not open',
    );
    return end(ctx, mail, { state: 'suppressed', error: toStopText(mail.stoppedBy) });
  }
  if (mail.isAmbiguous) {
    // After a restore with --hold-mails these are many.
    logTogether(
      ctx.log,
      'warn',
      job.id,
      {},
      'ambiguous: nobody can know whether mails left when they were handed over before; recorded as sent',
    );
    const error =
      'It is not known if the email left: a worker died while it sent it, or the database was restored.';
    return end(ctx, mail, { state: 'sent', ambiguous: true, error });
  }
  let transport: EmailTransport;
  try {
    transport = await ctx.transportCache.find(mail);
  } catch (err) {
    logTogether(ctx.log, 'warn', job.id, { err }, 'the provider of mails could not be opened');
    count(ctx, mail, 'retry');
    return retryUnopened(mail, job);
  }
  const startedAt = performance.now();
  let result: SendResult;
  try {
    result = await transport.send(mail.message);
  } catch (err) {
    ctx.log.warn(
      { err, mail: job.id, account_id: mail.accountId, message_id: mail.message.messageId },
      'ambiguous: nobody can know whether this mail left; recorded as sent',
    );
    const error = `The connection broke off before the answer (${nameOfFailure(err)}).`;
    await noteState(ctx, mail, { isDown: true, error });
    return end(ctx, mail, { state: 'sent', ambiguous: true, error });
  }
  if (result.outcome !== 'unavailable') await noteState(ctx, mail, { isDown: false });
  if (result.outcome === 'sent')
    return end(ctx, mail, {
      state: 'sent',
      provider_message_id: result.providerMessageId,
      ...(result.reports && { reports: result.reports }),
    });
  const next = afterRefusal(ctx, mail, result, startedAt);
  if ('state' in next) return end(ctx, mail, next);
  count(ctx, mail, result.outcome);
  return next;
}

/** What the account reads of a mail that was not sent. */
const stopTexts: Readonly<Record<Exclude<StopReason, MailStop>, string>> = {
  unsubscribed: 'The person has unsubscribed.',
  complained: 'The person marked an earlier mail as spam.',
  bounced: 'An earlier mail to this address bounced.',
  manual: 'Mails to this address were stopped by hand.',
  erased: 'The data of this person was erased.',
  no_template: 'The waitlist has no template for this mail any more.',
};

const toStopText = (reason: StopReason): string =>
  reason in stopTexts
    ? stopTexts[reason as keyof typeof stopTexts]
    : (stopTextOf(reason as MailStop) ?? reason);

/** Records how mails ended, in the transaction that completes their jobs. */
async function recordOutcomes(ctx: WorkerContext, outcomes: readonly EmailOutcome[]): Promise<void> {
  const { finished, events, fired } = await transaction(ctx.sql, (tx) => finishEmails(tx, outcomes));
  ctx.notifier.notify('apply-email-event', events);
  ctx.notifier.notify('fan-out-event', fired);
  for (const { id } of outcomes)
    if (!finished.has(id))
      logTogether(
        ctx.log,
        'info',
        id,
        {},
        'deleted, or taken over by another worker, while their mails were sent',
      );
}

function end(ctx: WorkerContext, mail: StartedEmail, end: EmailEnd): { result: EmailOutcome } {
  count(ctx, mail, end.ambiguous ? 'ambiguous' : end.state);
  return {
    result: {
      account_id: mail.accountId,
      id: mail.message.emailId,
      lease_token: mail.leaseToken,
      kind: mail.kind,
      signup_id: mail.signupId,
      status_rank: rankOf(end.state),
      ambiguous: false,
      message_id: mail.message.messageId,
      provider_message_id: null,
      error: null,
      ...end,
    },
  };
}

/** The provider was not asked, so no attempt is counted. */
function retryUnopened(mail: StartedEmail, job: SendJob): EmailRetry {
  const error = 'The mail provider could not be opened.';
  return {
    retryAfterSeconds: backoffSeconds(job.attempt),
    attempts: job.attempt,
    record: (tx) => requeueEmail(tx, job, { error, mayHaveLeft: mail.isRepeated, countsAsAttempt: false }),
  };
}

function count(ctx: WorkerContext, { provider }: StartedEmail, result: string): void {
  ctx.metrics.emails.inc({ provider, result });
}
