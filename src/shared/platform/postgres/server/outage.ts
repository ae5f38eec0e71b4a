import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../process/log.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import { describeDatabaseProblem, isAway } from './database-problem.ts';

/** The line waits so long for others that fail as well. */
const gatherMs = 1_000;
const lookEveryMs = 1_000;
const lookTimeoutMs = 2_000;

/**
 * What a process tells of a database that is away: one line when it goes and one when it is back, whoever
 * finds out. Others that fail for it say so at the level `debug` only.
 */
export interface Outage {
  /**
   * Whether an error means that the database is away, which this tells. `waiting` names what goes on once it
   * is back, and is counted.
   */
  explains(error: unknown, waiting?: string): boolean;
  /** From the first error until the database answers again. */
  isKnown(): boolean;
  /** Leaves it to the caller to tell, until it calls what this returns. */
  leaveTelling(): () => void;
}

/** `look` asks the database something. It is called each second during an outage only. */
export function openOutage(log: Logger, look: () => Promise<void>): Outage {
  let waiting: Set<string> | undefined;
  let others = 0;

  /** Tells of an outage that has just begun, until its end. */
  async function follow(all: ReadonlySet<string>): Promise<void> {
    const begunAt = performance.now();
    let told: string | undefined;
    for (let pauseMs = gatherMs; ; pauseMs = lookEveryMs) {
      await sleep(pauseMs, undefined, { ref: false });
      const err = await withTimeout(lookTimeoutMs, 'Postgres', look()).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (isEnded(err)) return;
      if (!isAway(err)) break;
      const { reason, advice } = describeDatabaseProblem(err);
      const level = advice === undefined ? 'warn' : 'error'; // without it, it passes by itself
      // A server that is starting after it was away is no news; one that refuses the login is.
      if (others === 0 && (told === undefined || (level === 'error' && told !== reason)))
        log[level]({ err, reason, advice, waiting: all.size }, 'the database is away');
      told = reason;
    }
    waiting = undefined;
    if (others > 0) return;
    const details = { waiting: all.size, seconds: Math.round((performance.now() - begunAt) / 1_000) };
    if (told === undefined) log.warn(details, 'the database was away for a moment');
    else log.info(details, 'the database is back');
  }

  return {
    explains(thrown, name) {
      const error = thrown instanceof AppError ? thrown.cause : thrown;
      if (!isAway(error)) return false;
      if (waiting === undefined && others === 0) {
        waiting = new Set();
        void follow(waiting);
      }
      if (name !== undefined) waiting?.add(name);
      return true;
    },
    isKnown: () => waiting !== undefined || others > 0,
    leaveTelling() {
      others += 1;
      return () => {
        others -= 1;
      };
    },
  };
}

/** Whether the process is about to end: it has closed its pool. */
function isEnded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'CONNECTION_ENDED';
}
