import { deleteOldEmailEvents } from '../shared/email/event-queries.ts';
import { releaseHeldEmails } from '../shared/email/release-held-emails.ts';
import { statement } from '../shared/postgres/transaction.ts';
import type { WorkerContext } from './worker-context.ts';

/** Lets held mails go where there is a way for them now, and forgets events that no provider repeats any more (30 days). */
export async function maintainEmails(ctx: WorkerContext): Promise<void> {
  for (const [accountId, ids] of await releaseHeldEmails(ctx, ctx.config.email.managed)) {
    ctx.log.info({ account: accountId, count: ids.length }, 'released held mails');
    ctx.doorbell.ring(
      'send-signup-email',
      ids.map((id) => ({ id, accountId })),
    );
  }
  await statement(ctx.sql, deleteOldEmailEvents);
}
