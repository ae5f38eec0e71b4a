import { setTimeout as sleep } from 'node:timers/promises';
import { findRangeEnd } from '../../../shared/events/feed/queries.ts';
import {
  countAgain,
  enqueueReplayed,
  lockReplay,
  moveReplay,
} from '../../../shared/events/integrations/replay/queries.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import { type JobNotification, readPayload } from '../../../shared/platform/queue/jobs.ts';
import type { ClaimedJob } from '../../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../../runner/processor.ts';
import type { WorkerContext } from '../../worker-context.ts';

/** Deliveries of a replay that wait at a time: few enough that live ones have their place in the limit. */
const mostWaiting = 1_000;
/**
 * With the pause between them some 125 a second: a fraction of what a worker can do, and few at a time, so
 * that a live delivery waits for no burst.
 */
const perBatch = 10;
/** Events that a batch looks at. */
const mostLookedAt = 10_000;
const pauseMs = 80;
/** Then the replay of another account has its turn. */
const mostRounds = 60;

/**
 * Enqueues the deliveries of a replay (N2), some at a time, in the transactions that note how far it is. It
 * ends early if the integration is paused or gone.
 */
export async function replayEvents(
  ctx: WorkerContext,
  job: ClaimedJob<'replay-events'>,
): Promise<JobOutcome> {
  for (let round = 1; round <= mostRounds && !ctx.stopping.aborted; round++) {
    const { isDone, notifications } = await replayBatch(ctx, job);
    ctx.notifier.notify('deliver-again', notifications);
    if (isDone) return { done: true };
    await sleep(pauseMs);
  }
  return { retryAfterSeconds: 0 };
}

interface Batch {
  readonly isDone: boolean;
  readonly notifications: readonly JobNotification[];
}

function replayBatch({ sql }: WorkerContext, job: ClaimedJob<'replay-events'>): Promise<Batch> {
  return transaction(sql, async (tx): Promise<Batch> => {
    const held = await lockReplay(tx, job, job.leaseToken);
    if (!held?.is_wanted) return { isDone: true, notifications: [] };
    const replay = readPayload('replay-events', held.replay);
    if ((await countAgain(tx, job, mostWaiting)) >= mostWaiting) return { isDone: false, notifications: [] };
    const end = await findRangeEnd(tx, job.accountId, replay.after_seq, mostLookedAt);
    const upTo = Math.min(end, replay.up_to_seq);
    const range = { ...replay, after: replay.after_seq, upTo };
    const { notifications, lastSeq } = await enqueueReplayed(tx, job, range, perBatch);
    const after_seq = lastSeq ?? upTo;
    await moveReplay(tx, job, { ...replay, after_seq });
    const isDone = lastSeq === null && (upTo >= replay.up_to_seq || upTo === replay.after_seq);
    return { isDone, notifications };
  });
}
