import { messageIdOf } from '../shared/mail/providers/from-address.ts';
import type { OutgoingEmail, SendResult } from '../shared/mail/providers/provider.ts';
import { mayHaveLeft } from '../shared/mail/providers/provider.ts';
import { finishUserMail, requeueUserMail, type UserMailEnd } from '../shared/mail/user-mails/queries.ts';
import { firstIdAt } from '../shared/platform/ids.ts';
import type { RowKey } from '../shared/platform/postgres/by-key.ts';
import { toAsciiAddress } from '../shared/platform/schema/email-address.ts';
import type { JobOutcome } from './runner/processor.ts';
import type { WorkerContext } from './worker-context.ts';

/** A mail to a user of the account, which is marked as being sent. */
interface MailToUser extends Pick<OutgoingEmail, 'subject' | 'html' | 'text' | 'idempotencyKey'> {
  readonly to: string;
  /** Of the Message-ID, which is the same for every attempt. */
  readonly messageName: string;
  /** How many attempts have failed. */
  readonly failures: number;
  /** Seconds after the first, second, … failed attempt. */
  readonly secondsAfterFailure: readonly number[];
  /** A part of the mail that neither the log nor the database may have. */
  readonly secret?: string;
}

/** Sends a mail to a user on the service's own credentials, and tells how its job goes on. */
export async function sendToUser(
  ctx: WorkerContext,
  managed: { readonly type: string; readonly from: string },
  job: RowKey,
  { to, messageName, failures, secondsAfterFailure, secret, ...content }: MailToUser,
): Promise<JobOutcome> {
  const messageId = messageIdOf(messageName, managed.from);
  let result: SendResult;
  try {
    const source = { route: 'managed', accountId: job.accountId, version: null } as const;
    const transport = await ctx.transportCache.find(source);
    result = await transport.send({
      ...content,
      from: managed.from,
      to: toAsciiAddress(to),
      emailId: job.id,
      unsubscribeUrl: null,
      messageId,
    });
  } catch (err) {
    // The error may quote the mail.
    const details = { mail: job.id, ...(secret === undefined && { err }) };
    ctx.log.warn(details, 'ambiguous: nobody can know whether this mail left; recorded as sent');
    return endOf(job, { state: 'sent', ambiguous: true, messageId });
  }
  ctx.metrics.emails.inc({ provider: managed.type, result: result.outcome });
  if (result.outcome === 'sent')
    return endOf(job, { state: 'sent', messageId, providerMessageId: result.providerMessageId });
  const error = secret === undefined ? result.error : result.error.replaceAll(secret, '[secret]');
  if (result.outcome === 'unavailable' && !isOld(job.id)) {
    const seconds = Math.max(outageSeconds, result.retryAfterSeconds ?? 0);
    return requeueAfter(job, seconds, { error, mayHaveLeft: mayHaveLeft(result), countsAsAttempt: false });
  }
  const seconds = secondsAfterFailure[failures];
  if (result.outcome === 'refused' || seconds === undefined)
    return endOf(job, { state: result.outcome === 'refused' ? result.status : 'failed', error, messageId });
  const wait = Math.max(seconds, result.retryAfterSeconds ?? 0);
  return requeueAfter(job, wait, { error, mayHaveLeft: mayHaveLeft(result), countsAsAttempt: true });
}

/** While the service's server is down, a mail is tried this often, for a day; no try of it counts. */
const outageSeconds = 120;
const isOld = (id: string) => id < firstIdAt(Date.now() - 86_400_000);

const requeueAfter = (
  job: RowKey,
  retryAfterSeconds: number,
  why: Parameters<typeof requeueUserMail>[2],
): JobOutcome => ({ retryAfterSeconds, record: (tx) => requeueUserMail(tx, job, why) });

/** The end of the job of a mail to a user. */
export function endOf(job: RowKey, how: Pick<UserMailEnd, 'state'> & Partial<UserMailEnd>): JobOutcome {
  const end = { ambiguous: false, messageId: null, providerMessageId: null, error: null, ...how };
  return { done: true, record: (tx) => finishUserMail(tx, job, end) };
}
