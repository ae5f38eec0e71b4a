import { toAsciiAddress } from '../../shared/email/address.ts';
import { messageIdOf } from '../../shared/email/from-address.ts';
import {
  deleteNotice,
  finishNotice,
  type NoticeEnd,
  requeueNotice,
} from '../../shared/email/notices/queries.ts';
import type { SendResult } from '../../shared/email/providers/provider.ts';
import { transaction } from '../../shared/postgres/transaction.ts';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import { renderLinkEmail } from '../../shared/users/links/link-email.ts';
import { startLink } from '../../shared/users/links/queries.ts';
import { hashLinkToken, newLinkToken } from '../../shared/users/links/token.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Seconds after the first, second, … failed attempt. */
const secondsAfterFailure = [15, 60, 300, 900, 1_800];

/**
 * Mails an invitation or a link to a new password (N8), on the service's own credentials and at most once. The token is made here
 * for each attempt and kept nowhere but in the mail: the database has its hash alone.
 */
export async function sendUserLink(
  ctx: WorkerContext,
  job: ClaimedJob<'send-user-link'>,
): Promise<JobOutcome> {
  const { managed } = ctx.config.email;
  const token = newLinkToken();
  const hash = hashLinkToken(token);
  const started =
    managed && hash && (await transaction(ctx.sql, (tx) => startLink(tx, job, hash, managed.type)));
  if (!managed || !started) return { done: true, record: (tx) => deleteNotice(tx, job) };
  if (started.was_sending) return end({ state: 'sent', ambiguous: true });

  const messageId = messageIdOf(`link-${job.id}`, managed.from);
  let result: SendResult;
  try {
    const source = { route: 'managed', accountId: job.accountId, version: null } as const;
    const transport = await ctx.transportCache.find(source);
    result = await transport.send({
      ...renderLinkEmail(started.kind, started, token, ctx.config.baseUrl),
      from: managed.from,
      to: toAsciiAddress(started.email),
      emailId: job.id,
      unsubscribeUrl: null,
      messageId,
      idempotencyKey: `user-link/${job.id}/${started.send_attempts}`, // each attempt has another token
    });
  } catch {
    // Without the error: it may quote the mail, which has the token.
    ctx.log.warn({ mail: job.id }, 'ambiguous: nobody can know whether this link left; recorded as sent');
    return end({ state: 'sent', ambiguous: true, messageId });
  }
  ctx.metrics.emails.inc({ provider: managed.type, result: result.outcome });
  if (result.outcome === 'sent')
    return end({ state: 'sent', messageId, providerMessageId: result.providerMessageId });
  const error = result.error.replaceAll(token, '[token]'); // an answer may quote the mail
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
