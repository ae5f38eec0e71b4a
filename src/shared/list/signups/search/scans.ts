import { AppError } from '../../../platform/errors.ts';
import { isStatementTimeout, type Sql, type Tx } from '../../../platform/postgres/connection.ts';
import { sqlUntil } from '../../../platform/postgres/reading/sql-until.ts';
import { readTransaction, setStatementTimeout, transaction } from '../../../platform/postgres/transaction.ts';
import { limitConcurrency, limitPerKey } from '../../../platform/process/limit-concurrency.ts';

/**
 * Both together are shorter than the time limit of a request, so a scan that is too long is a 400 and no 503.
 */
const defaultTimeoutMs = 3_000;
const longestWaitMs = 1_000;

/** Limits queries that may read a whole waitlist, so that connections remain for other requests. */
export interface Scans {
  /**
   * Runs a query for an account: one of an account at a time, and all together on a quarter of the
   * connections.
   * @throws AppError invalid_request with `refusal` after 3 s; rate_limited if it cannot start within a
   * second
   */
  run<T>(accountId: string, refusal: string, query: (sql: Tx) => Promise<T>): Promise<T>;
  /** The same for a transaction that stores what it finds. */
  write<T>(accountId: string, refusal: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same limits for what nobody waits for any more once it is over: it is cancelled then. */
  until(over: AbortSignal): Scans;
}

/** Whether a query took too long, or had to wait too long for others. */
export const isTooSlow = (error: unknown) =>
  error instanceof AppError && (error.code === 'rate_limited' || isStatementTimeout(error.cause));

/** The result; undefined if there is too much to count, or too many searches before it. */
export async function unlessTooLong<T>(count: () => Promise<T>): Promise<T | undefined> {
  try {
    return await count();
  } catch (error) {
    if (isTooSlow(error)) return undefined;
    throw error;
  }
}

/** `connections` is the size of the pool of `sql`. */
export function openScans(sql: Sql, connections: number, timeoutMs = defaultTimeoutMs): Scans {
  const ofAccount = limitPerKey(1);
  const ofProcess = limitConcurrency(Math.max(1, Math.floor(connections / 4)));

  async function inTurn<T>(accountId: string, refusal: string, scan: () => Promise<T>): Promise<T> {
    let state: 'waiting' | 'running' | 'refused' = 'waiting';
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (state !== 'waiting') return;
        state = 'refused';
        reject(tooMany());
      }, longestWaitMs);
    });
    const turn = ofAccount(accountId, () =>
      ofProcess(async () => {
        if (state === 'refused') throw tooMany();
        state = 'running';
        return scan();
      }),
    );
    try {
      return await Promise.race([turn, waited]);
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      throw new AppError('invalid_request', refusal, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  const limited =
    <T>(query: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      await setStatementTimeout(tx, timeoutMs);
      return query(tx);
    };

  const scansOn = (pool: Sql): Scans => ({
    run: <T>(accountId: string, refusal: string, query: (tx: Tx) => Promise<T>) =>
      inTurn(accountId, refusal, () => readTransaction(pool, limited(query))),
    write: (accountId, refusal, work) => inTurn(accountId, refusal, () => transaction(pool, limited(work))),
    until: (over) => scansOn(sqlUntil(pool, over)),
  });
  return scansOn(sql);
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Other searches are still running. Try again in a few seconds.', {
    retryAfterSeconds: 2,
  });
}
