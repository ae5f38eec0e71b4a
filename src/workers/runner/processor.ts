import type { Tx } from '../../shared/platform/postgres/connection.ts';

/** Does one job. A rejection means that nothing is known to have happened: the job is tried again later. */
export type Processor<Job, Outcome> = (job: Job) => Promise<Outcome>;

/** What shall happen to a claimed job. The runner does it, unless another worker has taken the job over. */
export type JobOutcome = Completed | Postponed | Unfinished | Settled;

/** The job is done. */
export interface Completed {
  readonly done: true;
  /** Runs in the transaction that completes the job, after that. */
  readonly record?: (tx: Tx) => Promise<void>;
}

/** The job is started again, by whichever worker. */
export interface Postponed {
  readonly retryAfterSeconds: number;
  /** How many attempts in a row came to nothing, where this one did: pauses grow with it. */
  readonly attempts?: number;
  /** Runs in the transaction that postpones the job, after that. */
  readonly record?: (tx: Tx) => Promise<void>;
}

/** The job is run again at once, or by another worker where this one is stopping. */
interface Unfinished {
  readonly hasMore: true;
  /** It is run behind the waiting jobs of other accounts. */
  readonly afterOthers?: true;
}

/** The job was completed or postponed in the transaction that recorded what came of it. */
export interface Settled {
  readonly settled: true;
  /** False where there was nothing to do: another worker was quicker, or what the job is about is gone. */
  readonly hadWork: boolean;
}

/**
 * Seconds until a job is tried again after `attempts` attempts: 5, 20, 80, 320 and so on to an hour, each up
 * to a quarter longer, so that jobs that failed together do not come back together.
 */
export function backoffSeconds(attempts: number): number {
  return Math.min(5 * 4 ** (attempts - 1), 3_600) * (1 + Math.random() / 4);
}
