import { heldPerRun, releaseHeldEmails } from '../../shared/mail/sending/release-held-emails.ts';
import { freeThrottledEmails } from '../../shared/mail/sending/throttles/free-throttled-emails.ts';
import { forgetOldThrottles } from '../../shared/mail/sending/throttles/throttle-queries.ts';
import { statement } from '../../shared/platform/postgres/transaction.ts';
import { unfinished } from '../../shared/platform/process/repeat.ts';
import type { WorkerContext } from '../worker-context.ts';

/**
 * Releases held mails that have a route now: all of them, so many of each account in turn. Forgets old
 * throttles.
 */
export async function maintainEmails(ctx: WorkerContext): Promise<void> {
  for (let hasMore = true; hasMore && !ctx.stopping.aborted; ) {
    const released = await releaseHeldEmails(ctx);
    for (const [accountId, ids] of released) {
      ctx.log.info({ account: accountId, count: ids.length }, 'released held mails');
      ctx.notifier.notify(
        'send-signup-email',
        ids.map((id) => ({ id, accountId })),
      );
    }
    hasMore = [...released.values()].some((ids) => ids.length === heldPerRun);
  }
  await statement(ctx.sql, forgetOldThrottles);
}

/** Makes mails due that have got a permit of their throttle. Unfinished while any mail waited. */
export async function freeEmails(ctx: WorkerContext): Promise<typeof unfinished | undefined> {
  const freed = await freeThrottledEmails(ctx);
  if (!freed) return undefined;
  ctx.notifier.notify(
    'send-signup-email',
    freed.map(({ id, account_id: accountId }) => ({ id, accountId })),
  );
  return unfinished;
}
