import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable, isUnavailable } from '../shared/db.ts';

/** Less than a worker has to end. */
const longestMs = 15_000;
const pauseMs = 200;

/**
 * Writes down what has happened outside, which nobody knows but this worker: again and again for 15 s where Postgres is away, a lock is not
 * granted or a deadlock is broken up. To write it twice must be to write it once, for a lost answer may have been a commit.
 * @throws the last error
 */
export async function record<T>(write: () => Promise<T>): Promise<T> {
  const end = performance.now() + longestMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const worthAnother = isRetryable(error) || isUnavailable(error);
      if (!worthAnother || performance.now() > end) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}
