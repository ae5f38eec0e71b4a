import { toAsciiAddress } from '../../shared/email/address.ts';
import { messageIdOf } from '../../shared/email/from-address.ts';
import type { EmailTransport, OutgoingEmail, SendResult } from '../../shared/email/providers/provider.ts';
import { type EmailOutcome, requeueSignupEmail } from '../../shared/email/sending/outcome-queries.ts';
import type { StartedEmail } from '../../shared/email/sending/start-signup-emails.ts';
import { slowDown, throttleSourceOf, waitAsAsked } from '../../shared/email/sending/throttle-queries.ts';
import { rankOf } from '../../shared/email/status.ts';
import type { Tx } from '../../shared/postgres/connection.ts';
import { statement, transaction } from '../../shared/postgres/transaction.ts';
import { type ClaimedJob, completeJob, postponeJob } from '../../shared/queue/outbox.ts';
import { backoffSeconds, type Processor } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one answer keeps all mails on the same credentials waiting, at most: one too many, or out of order with a `Retry-After`. */
const longestPauseSeconds = { throttled: 3_600, retry: 60 };

/** However long a provider asks to be let alone, a mail is tried again within a day; one that was one too many waits no longer in all. */
const longestWaitSeconds = 86_400;

/** One that is refused as too many again and again waits as long as it has waited, or this. */
const longestOwnWaitSeconds = 300;

/** Seconds after the first, second, … failed try: five tries over about a quarter of an hour (C6.6). */
const retrySeconds = [30, 120, 240, 480];

/**
 * Sends the email of a signup, once (C6.5). Where nobody can know whether it left, after a crash or a connection that broke in
 * the middle of it, a provider that knows repeats is asked again; else it is recorded as sent and logged.
 */
export const sendSignupEmail: Processor<'send-signup-email'> = async (ctx, job) => {
  const mail = await ctx.startEmail(job);
  if (mail === 'waits') return;
  if (!mail) {
    await statement(ctx.sql, (tx) => completeJob(tx, 'send-signup-email', job)); // nothing to send; a held mail gets a job when it is released
    return;
  }
  const message = toMessage(mail);
  if (mail.ambiguous) {
    ctx.log.warn(
      { signup: job.id, message_id: message.messageId },
      'ambiguous: nobody can know whether this mail left when it was handed over before; recorded as sent',
    );
    await finish(ctx, job, mail, { state: 'sent', ambiguous: true });
    return;
  }
  let sender: EmailTransport;
  try {
    sender = await ctx.transports.find(mail);
  } catch (err) {
    ctx.log.warn({ err, signup: job.id }, 'the mail provider could not be opened');
    const error = 'The mail provider could not be opened.';
    await putOff(ctx, job, mail, 'retry', backoffSeconds(job.attempt), (tx) =>
      requeueSignupEmail(tx, job.id, { error, mayHaveLeft: mail.repeated, wasTried: false }),
    );
    return;
  }
  const startedAt = performance.now();
  const result = await handOver(ctx, sender, message);
  if (result === 'unknown') {
    await finish(ctx, job, mail, { state: 'sent', ambiguous: true });
    return;
  }
  if (result.outcome === 'sent')
    await finish(ctx, job, mail, { state: 'sent', provider_message_id: result.providerMessageId });
  else await recordRefusal(ctx, job, mail, result, startedAt);
};

/** Postpones a mail that its provider did not take, or records how it ended. `startedAt` is when it was handed over, in ms. */
async function recordRefusal(
  ctx: WorkerContext,
  job: ClaimedJob<'send-signup-email'>,
  mail: StartedEmail,
  result: Exclude<SendResult, { outcome: 'sent' }>,
  startedAt: number,
): Promise<void> {
  const source = throttleSourceOf(mail.route, mail.accountId);
  const slow = (tx: Tx, outcome: 'retry' | 'throttled', seconds: number) =>
    slowDown(tx, source, {
      pauseSeconds: Math.min(seconds, longestPauseSeconds[outcome]),
      beganSecondsAgo: (performance.now() - startedAt) / 1_000,
      hadSlot: mail.hadSlot,
    });
  const { error } = result;
  const again = retrySeconds[mail.tries];
  const dayLeft = longestWaitSeconds - mail.waitedSeconds;
  if (result.outcome === 'throttled' && dayLeft > 0) {
    const seconds = Math.min(waitFor(mail, result.retryAfterSeconds), dayLeft);
    ctx.log.info({ signup: job.id, error, seconds }, 'a signup email waits: its provider has asked for that');
    // Behind the throttle it is made due when it is its turn.
    await putOff(ctx, job, mail, 'throttled', longestWaitSeconds, async (tx) => {
      await waitAsAsked(tx, job.id, { source, seconds, error, mayHaveLeft: mail.repeated });
      await slow(tx, 'throttled', result.retryAfterSeconds);
    });
  } else if (result.outcome === 'retry' && again !== undefined) {
    const { retryAfterSeconds = 0, mayHaveLeft = mail.repeated } = result;
    ctx.log.warn({ signup: job.id, error, tries: mail.tries + 1 }, 'a signup email will be tried again');
    const seconds =
      Math.min(Math.max(retryAfterSeconds, again), longestWaitSeconds) * (1 + Math.random() / 4);
    await putOff(ctx, job, mail, 'retry', seconds, async (tx) => {
      await requeueSignupEmail(tx, job.id, { error, mayHaveLeft, wasTried: true });
      if (retryAfterSeconds > 0) await slow(tx, 'retry', retryAfterSeconds);
    });
  } else if (mail.repeated || (result.outcome === 'retry' && result.mayHaveLeft)) {
    ctx.log.warn(
      { signup: job.id, error, message_id: toMessage(mail).messageId },
      'ambiguous: the mail is refused now, but may have left before; recorded as sent',
    );
    await finish(ctx, job, mail, { state: 'sent', ambiguous: true, error });
  } else {
    const state = result.outcome === 'refused' ? result.status : 'failed';
    ctx.log.warn({ signup: job.id, error, state }, 'a signup email was not sent');
    const why = result.outcome === 'throttled' ? `${error} It was asked to wait for a day.` : error;
    await finish(ctx, job, mail, { state, error: why, retries_exhausted: result.outcome !== 'refused' });
  }
}

/** As long as its provider asks, and longer each time that it is refused again: what is one too many for another reason makes room. */
function waitFor({ waitedSeconds }: StartedEmail, askedSeconds: number): number {
  return Math.max(askedSeconds, Math.min(waitedSeconds, longestOwnWaitSeconds));
}

/** Gives the mail to its provider. `unknown` where nobody can know whether it left. */
async function handOver(
  ctx: WorkerContext,
  sender: EmailTransport,
  message: OutgoingEmail,
): Promise<SendResult | 'unknown'> {
  try {
    return await sender.send(message);
  } catch (err) {
    ctx.log.warn(
      { err, signup: message.signupId, message_id: message.messageId },
      'ambiguous: nobody can know whether this mail left; recorded as sent',
    );
    return 'unknown';
  }
}

/** Queues the mail again, with why. Unrecorded it would read as handed over, and never be sent. */
async function putOff(
  ctx: WorkerContext,
  job: ClaimedJob<'send-signup-email'>,
  mail: StartedEmail,
  result: 'retry' | 'throttled',
  seconds: number,
  note: (tx: Tx) => Promise<void>,
): Promise<void> {
  ctx.metrics.emails.inc({ provider: mail.provider, result });
  await ctx.retryWrite(() =>
    transaction(ctx.sql, async (tx) => {
      // One that was taken over meanwhile is another worker's to send, and to record.
      if (await postponeJob(tx, 'send-signup-email', job, seconds)) await note(tx);
    }),
  );
}

async function finish(
  ctx: WorkerContext,
  job: ClaimedJob<'send-signup-email'>,
  mail: StartedEmail,
  outcome: Pick<EmailOutcome, 'state'> & Partial<EmailOutcome>,
): Promise<void> {
  ctx.metrics.emails.inc({
    provider: mail.provider,
    result: outcome.ambiguous ? 'ambiguous' : outcome.state,
  });
  const recorded = await ctx.finishEmail(
    {
      signup_id: job.id,
      lease_token: job.leaseToken,
      status_rank: rankOf(outcome.state),
      ambiguous: false,
      message_id: toMessage(mail).messageId,
      provider_message_id: null,
      error: null,
      ...outcome,
    },
    mail.accountId,
  );
  if (!recorded)
    ctx.log.info({ signup: job.id }, 'deleted, or taken over by another worker, while its mail was sent');
}

/** The Message-ID is made of the signup's id: a receiver sees a repeat for what it is. */
function toMessage({ signupId, to, content, reopened }: StartedEmail): OutgoingEmail {
  return {
    ...content,
    to: toAsciiAddress(to),
    signupId,
    messageId: messageIdOf(`signup-${signupId}`, content.from),
    idempotencyKey: reopened === 0 ? `signup-email/${signupId}` : `signup-email/${signupId}/${reopened}`,
  };
}
