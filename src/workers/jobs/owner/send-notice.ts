import { emailProviderOf } from '../../../shared/mail/providers/index.ts';
import { deleteUserMail, startNotice } from '../../../shared/mail/user-mails/queries.ts';
import { readDigest } from '../../../shared/owner/notices/digest/read-digest.ts';
import {
  describeNotice,
  describeWrongCodes,
  type NoticeText,
} from '../../../shared/owner/notices/notice-text.ts';
import { renderNotice } from '../../../shared/owner/notices/render-notice.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import type { ClaimedJob } from '../../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../../runner/processor.ts';
import { endOf, sendToUser } from '../../send-to-user.ts';
import type { WorkerContext } from '../../worker-context.ts';

const secondsAfterFailure = [60, 300, 1_800, 7_200];

/**
 * Sends a notice to a user of the account on the service's own credentials, at most once (N2, N8). It counts
 * in no allowance. A service without credentials sends none.
 */
export async function sendNotice(ctx: WorkerContext, job: ClaimedJob<'send-notice'>): Promise<JobOutcome> {
  const { managed } = ctx.config.email;
  const text = managed && (await textOf(ctx, job));
  const started =
    managed &&
    text &&
    (await transaction(ctx.sql, (tx) => startNotice(tx, job, job.payload.user_id, managed.type)));
  if (!managed || !text || !started) return { done: true, record: (tx) => deleteUserMail(tx, job) };
  const { idempotent } = emailProviderOf(managed.type);
  if (started.was_sending && !idempotent) return endOf(job, { state: 'sent', ambiguous: true });
  return sendToUser(ctx, managed, job, {
    ...renderNotice(text, ctx.config.baseUrl),
    to: started.email,
    messageName: `notice-${job.id}`,
    idempotencyKey: `notice-email/${job.id}`,
    failures: started.send_attempts,
    secondsAfterFailure,
  });
}

/** What the mail says; undefined if the account is gone. */
async function textOf(
  ctx: WorkerContext,
  { accountId, payload }: ClaimedJob<'send-notice'>,
): Promise<NoticeText | undefined> {
  if (payload.about === 'digest') return readDigest(ctx, accountId, payload.up_to);
  if (payload.about === 'wrong_codes') return describeWrongCodes(ctx.config.baseUrl);
  return describeNotice(payload, ctx.config.baseUrl);
}
