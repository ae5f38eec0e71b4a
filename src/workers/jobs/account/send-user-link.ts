import { startLink } from '../../../shared/account/users/links/queries.ts';
import { hashLinkToken, newLinkToken } from '../../../shared/account/users/links/token.ts';
import { renderLinkEmail } from '../../../shared/mail/user-mails/link-email.ts';
import { deleteUserMail } from '../../../shared/mail/user-mails/queries.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import type { ClaimedJob } from '../../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../../runner/processor.ts';
import { endOf, sendToUser } from '../../send-to-user.ts';
import type { WorkerContext } from '../../worker-context.ts';

/** Links do not work for long, so their mails are tried again soon. */
const secondsAfterFailure = [15, 60, 300, 900, 1_800];

/**
 * Mails an invitation or a link to a new password (N8), on the service's own credentials and at most once.
 * The token is made here for each attempt and kept nowhere but in the mail: the database has its hash alone.
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
  const isDropped = !ctx.config.hasPasswords && started?.kind === 'reset'; // switched off since
  if (!managed || !started || isDropped) return { done: true, record: (tx) => deleteUserMail(tx, job) };
  if (started.was_sending) return endOf(job, { state: 'sent', ambiguous: true });
  return sendToUser(ctx, managed, job, {
    ...renderLinkEmail(ctx.config, started.kind, started, token),
    to: started.email,
    messageName: `link-${job.id}`,
    // Each attempt has another token.
    idempotencyKey: `user-link/${job.id}/${hash.toString('hex').slice(0, 16)}`,
    failures: started.send_attempts,
    secondsAfterFailure,
    secret: token,
  });
}
