import { toAsciiAddress } from '../../shared/email/address.ts';
import { messageIdOf } from '../../shared/email/from-address.ts';
import { renderNotice } from '../../shared/email/notices/notice-email.ts';
import {
  deleteNotice,
  finishNotice,
  type NoticeEnd,
  requeueNotice,
  startNotice,
} from '../../shared/email/notices/queries.ts';
import { emailProviderOf } from '../../shared/email/providers/index.ts';
import type { OutgoingEmail, SendResult } from '../../shared/email/providers/provider.ts';
import { readDigest } from '../../shared/notices/digest/read-digest.ts';
import { describeNotice, type NoticeText } from '../../shared/notices/notice-text.ts';
import { transaction } from '../../shared/postgres/transaction.ts';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Seconds after the first, second, … failed attempt. */
const secondsAfterFailure = [60, 300, 1_800, 7_200];

/**
 * Sends a notice to a user of the account on the service's own credentials, at most once (N2, N8). It counts in no
 * allowance. A service without credentials sends none.
 */
export async function sendNotice(ctx: WorkerContext, job: ClaimedJob<'send-notice'>): Promise<JobOutcome> {
  const { managed } = ctx.config.email;
  const text = managed && (await textOf(ctx, job));
  const started =
    managed &&
    text &&
    (await transaction(ctx.sql, (tx) => startNotice(tx, job, job.payload.user_id, managed.type)));
  if (!managed || !text || !started) return { done: true, record: (tx) => deleteNotice(tx, job) };
  const { idempotent } = emailProviderOf(managed.type);
  if (started.was_sending && !idempotent) return end({ state: 'sent', ambiguous: true });

  const message: OutgoingEmail = {
    ...renderNotice(text, ctx.config.baseUrl),
    from: managed.from,
    to: toAsciiAddress(started.email),
    emailId: job.id,
    unsubscribeUrl: null,
    messageId: messageIdOf(`notice-${job.id}`, managed.from),
    idempotencyKey: `notice-email/${job.id}`,
  };
  const messageId = message.messageId;
  let result: SendResult;
  try {
    const transport = await ctx.transportCache.find({
      route: 'managed',
      accountId: job.accountId,
      version: null,
    });
    result = await transport.send(message);
  } catch (err) {
    ctx.log.warn(
      { err, mail: job.id },
      'ambiguous: nobody can know whether this notice left; recorded as sent',
    );
    return end({ state: 'sent', ambiguous: true, messageId });
  }
  ctx.metrics.emails.inc({ provider: managed.type, result: result.outcome });
  if (result.outcome === 'sent')
    return end({ state: 'sent', messageId, providerMessageId: result.providerMessageId });
  const { error } = result;
  const seconds = secondsAfterFailure[started.send_attempts];
  if (result.outcome === 'refused' || seconds === undefined)
    return end({ state: result.outcome === 'refused' ? result.status : 'failed', error, messageId });
  const mayHaveLeft = result.outcome === 'retry' && result.mayHaveLeft === true;
  return {
    retryAfterSeconds: Math.max(seconds, result.retryAfterSeconds ?? 0),
    record: (tx) => requeueNotice(tx, job, { error, mayHaveLeft }),
  };

  function end(how: Pick<NoticeEnd, 'state'> & Partial<NoticeEnd>): JobOutcome {
    const outcome = { ambiguous: false, messageId: null, providerMessageId: null, error: null, ...how };
    return { done: true, record: (tx) => finishNotice(tx, job, outcome) };
  }
}

/** What the mail says; undefined if the account is gone. */
async function textOf(
  ctx: WorkerContext,
  { accountId, payload }: ClaimedJob<'send-notice'>,
): Promise<NoticeText | undefined> {
  return payload.about === 'digest'
    ? readDigest(ctx, accountId, payload.up_to)
    : describeNotice(payload, ctx.config.baseUrl);
}
