import type { RowKey } from '../../platform/postgres/by-key.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import { dropDeadLetter } from '../../platform/queue/dead-letters.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { deletePending, personOf } from './erase-person.ts';
import { type ErasureRow, findErasure } from './erasure-queries.ts';
import { scrub, scrubDeliveries } from './scrub.ts';
import { hasOpenAttempt, listSeqs, listUndelivered, scrubEvents } from './scrub-queries.ts';

/** What is next: nothing, another turn at once, or a look later. */
export type ErasureStep =
  | { readonly next: 'done' }
  | { readonly next: 'more' }
  | { readonly next: 'later'; readonly seconds: number };

/** How long connected tools have to take the news of an erasure. Retries are over long before. */
const longestWaitSeconds = 7 * 86_400;
/** The details of an attempt are written after it, which takes up to 10 s. */
const attemptSeconds = 20;

/**
 * Goes on with an erasure (N3): deletes signups that are left, scrubs what was published before, and at last,
 * once connected tools have got them, the events that tell of it. Can be killed and repeated at any time.
 */
export async function continueErasure(
  ctx: Context & { readonly notifier: JobNotifier },
  key: RowKey,
  isTimeUp: () => boolean,
): Promise<ErasureStep> {
  const found = await findErasure(ctx.sql, key);
  if (!found) return { next: 'done' };
  if (found.pending.length > 0) {
    await deletePending(ctx, key, found.pending, isTimeUp);
    const now = await findErasure(ctx.sql, key);
    const isLess = (now?.pending.length ?? 0) < found.pending.length;
    return isLess ? { next: 'more' } : { next: 'later', seconds: 5 };
  }
  const isPerson = await personOf(ctx, key.accountId, found);
  const isToWait = found.age_seconds < longestWaitSeconds;
  const scrubbing = { erasure: key, isPerson, isToWait, isTimeUp };
  if (!(await scrub(ctx, found, scrubbing))) return { next: 'more' };
  const { accountId } = key;
  const awaited = (await findErasure(ctx.sql, key))?.awaited ?? [];
  const toWaitFor = isToWait ? awaited : [];
  if (
    (await listUndelivered(ctx.sql, accountId, toWaitFor)).length > 0 ||
    (await hasOpenAttempt(ctx.sql, accountId, toWaitFor))
  )
    return { next: 'later', seconds: pauseSeconds(found) };
  for (const id of awaited)
    await statement(ctx.sql, (tx) => dropDeadLetter(tx, 'fan-out-event', { accountId, id }));
  const seqs = await listSeqs(ctx.sql, accountId, awaited);
  if (seqs.length > 0) await statement(ctx.sql, (tx) => scrubEvents(tx, accountId, seqs));
  await scrubDeliveries(ctx, scrubbing);
  // An attempt that had begun when its event was scrubbed has ended by then.
  return found.age_seconds < attemptSeconds
    ? { next: 'later', seconds: attemptSeconds - found.age_seconds + 1 }
    : { next: 'done' };
}

/** A tenth of the time that it has waited already, from 5 s to 10 min. */
const pauseSeconds = ({ age_seconds }: ErasureRow) => Math.min(Math.max(5, age_seconds / 10), 600);
