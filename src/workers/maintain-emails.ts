import { deleteOldEmailEvents } from '../shared/email/event-queries.ts';
import { freeThrottledEmails } from '../shared/email/free-throttled-emails.ts';
import { releaseHeldEmails } from '../shared/email/release-held-emails.ts';
import { forgetOldThrottles } from '../shared/email/throttle-queries.ts';
import { statement } from '../shared/postgres/transaction.ts';
import type { WorkerContext } from './worker-context.ts';

/** Lets held mails go where there is a way for them now, and forgets old throttles, and events that no provider repeats any more (30 days). */
export async function maintainEmails(ctx: WorkerContext): Promise<void> {
  for (const [accountId, ids] of await releaseHeldEmails(ctx, ctx.config.email.managed)) {
    ctx.log.info({ account: accountId, count: ids.length }, 'released held mails');
    ctx.doorbell.ring(
      'send-signup-email',
      ids.map((id) => ({ id, accountId })),
    );
  }
  await statement(ctx.sql, forgetOldThrottles);
  await statement(ctx.sql, deleteOldEmailEvents);
}

/** Lets mails go whose turn behind a throttle has come. */
export async function freeEmails(ctx: WorkerContext): Promise<void> {
  const freed = await freeThrottledEmails(ctx);
  if (freed.length === 0) return;
  ctx.doorbell.ring(
    'send-signup-email',
    freed.map(({ signup_id, account_id }) => ({ id: signup_id, accountId: account_id })),
  );
}
