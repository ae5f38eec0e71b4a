import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable, isUnavailable } from '../../shared/platform/postgres/connection.ts';
import type { Outage } from '../../shared/platform/postgres/server/outage.ts';
import type { JobName } from '../../shared/platform/queue/jobs.ts';

/** In a worker that is stopping; less than it has for that. */
const longestMs = 15_000;
const pauseMs = 200;

/**
 * Writes what has happened outside, which only this worker knows. Tries again while Postgres is away, a
 * lock is not granted or a deadlock is broken up, and for 15 s more once `stopping` is aborted. To write it
 * twice must be to write it once, for a lost answer may have been a commit.
 * @throws the last error
 */
export async function retryWrite<T>(write: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  let end = Number.POSITIVE_INFINITY;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (stopping.aborted) end = Math.min(end, performance.now() + longestMs);
      if (!isPassing(error) || performance.now() > end) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}

/** Whether the same may work soon: Postgres is away, a lock was not granted, a deadlock was broken up. */
const isPassing = (error: unknown) => isRetryable(error) || isUnavailable(error);

/**
 * Of a failed job in the log: somebody must look if it does not pass by itself. That the database is away is
 * one line for all of them.
 */
export function levelOf({ outage }: { readonly outage: Outage }, error: unknown, job?: JobName) {
  if (outage.explains(error, job)) return 'debug';
  return isPassing(error) ? 'warn' : 'error';
}
