import { type Fragment, pipeline, type Sql, type Statement, type Tx } from '../postgres/connection.ts';
import { readTransaction } from '../postgres/transaction.ts';
import { type JobName, type JobNotification, jobNames } from './jobs.ts';
import { maxCrashes } from './outbox.ts';

/**
 * True of all jobs. Only statements that look for due jobs contain it, so that no other one uses that index.
 */
const withIndex = (sql: Sql | Tx) => sql`due_at > '-infinity'`;

/**
 * Reads in the order of an index, whatever the planner knows: it may not know how large a table is that has
 * just filled up. Ends a statement after a second.
 */
const readByIndex = (tx: Tx): Statement => tx`
  SELECT set_config('statement_timeout', '1s', true),
         set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

// `statement_timestamp()` rather than `clock_timestamp()`, wherever an index on a time is to be used: the
// latter changes from row to row, so that every row would be read and compared.

/**
 * Accounts with pending jobs, each with the time from which its first one is due: the body of a recursive
 * query named `account`. One step down the index for each account, however many jobs it has. Starts behind
 * the account `after`, where there is one.
 */
function accountSteps(tx: Tx, job: Fragment, after?: string): Fragment {
  const next = (condition: Fragment) => tx`
    SELECT account_id AS id, due_at AS first_due_at FROM outbox
    WHERE ${withIndex(tx)} AND job = ${job} ${condition} ORDER BY account_id, due_at LIMIT 1`;
  return tx`
    (${next(after === undefined ? tx`` : tx`AND account_id > ${after}::uuid`)})
    UNION ALL
    SELECT next.id, next.first_due_at FROM account CROSS JOIN LATERAL (${next(tx`AND account_id > account.id`)}) next`;
}

/** The kinds of jobs that any is pending of, due or not. One look into the index for each. */
export function listPendingKinds(sql: Sql): Promise<JobName[]> {
  return sql.begin('READ ONLY', async (tx) => {
    const [, kinds] = await pipeline(
      readByIndex(tx),
      tx<{ job: JobName }[]>`
        SELECT kind.job FROM unnest(${jobNames()}::text[]) AS kind(job) CROSS JOIN LATERAL (
          SELECT FROM outbox o WHERE ${withIndex(tx)} AND o.job = kind.job ORDER BY account_id, due_at LIMIT 1) pending`,
    );
    return kinds.map(({ job }) => job);
  });
}

/** A due job that no worker has claimed; `isDeadly` where it is to be dead-lettered. */
export type OverdueJob = JobNotification & { readonly isDeadly: boolean };

export interface OverdueSearch {
  /** For how long a job must have been due. */
  readonly overdueSeconds: number;
  /** Accounts to leave out. */
  readonly except?: readonly string[];
  /** The account to go on behind, from an earlier search. */
  readonly after?: string | undefined;
  /** Accounts to look at, due or not; the next search goes on behind them. */
  readonly mostAccounts?: number;
  /** Jobs to return, shared equally between the accounts that have some. One account gets at least one. */
  readonly mostJobs: number;
}

/**
 * Jobs that have been due for longer than `overdueSeconds`: their notification was lost, their worker died,
 * or a retry is due. Of each account the longest due, and as many as of any other, so that no backlog hides
 * what another account has due. Reads no more than was asked for, however much is pending. @returns also the
 * account to go on behind, where there are more
 */
export function listOverdueJobs(
  sql: Sql,
  job: JobName,
  { overdueSeconds, except = [], after, mostAccounts = 1_000, mostJobs }: OverdueSearch,
): Promise<{ jobs: OverdueJob[]; after: string | undefined }> {
  return readTransaction(sql, async (tx) => {
    const overdue = tx`statement_timestamp() - make_interval(secs => ${overdueSeconds})`;
    const [, accounts] = await pipeline(
      readByIndex(tx),
      tx<{ id: string; isOverdue: boolean }[]>`
        WITH RECURSIVE account AS (${accountSteps(tx, tx`${job}`, after)})
        SELECT id, first_due_at <= ${overdue} AS "isOverdue" FROM account LIMIT ${mostAccounts}`,
    );
    const leftOut = new Set(except);
    const ids = accounts.filter(({ id, isOverdue }) => isOverdue && !leftOut.has(id)).map(({ id }) => id);
    const next = accounts.length === mostAccounts ? accounts.at(-1)?.id : undefined;
    if (ids.length === 0) return { jobs: [], after: next };
    const jobs = await tx<OverdueJob[]>`
      SELECT due.id, due."accountId", due."isDeadly", due."isLate" FROM unnest(${ids}::uuid[]) AS account(id) CROSS JOIN LATERAL (
        SELECT id, account_id AS "accountId", crash_count >= ${maxCrashes} AS "isDeadly", payload ->> 'late' IS NOT NULL AS "isLate" FROM outbox
        WHERE ${withIndex(tx)} AND job = ${job} AND account_id = account.id AND due_at <= ${overdue}
        ORDER BY due_at LIMIT ${Math.max(1, Math.floor(mostJobs / ids.length))}) due`;
    return { jobs, after: next };
  });
}

/** What is pending of a job. */
export interface Backlog {
  readonly job: JobName;
  /** How many; 100,000 stands for that and more. */
  readonly pending: number;
  /** How many of them are dead-lettered: each of their workers died. */
  readonly deadLettered: number;
  /** For how long the longest overdue one has been due; 0 where none is. */
  readonly overdueSeconds: number;
}

/**
 * What is pending of every job, read from indexes alone, and no further than 100,000 entries and 10,000
 * accounts a job: cheap when it matters, which is when much is pending. Ends after a second.
 */
export function measureOutbox(sql: Sql): Promise<Backlog[]> {
  return readTransaction(sql, async (tx) => {
    const [, backlogs] = await pipeline(
      readByIndex(tx),
      tx<Backlog[]>`
      SELECT job,
             (SELECT count(*) FROM (SELECT FROM outbox o WHERE ${withIndex(tx)} AND o.job = j.job ORDER BY account_id LIMIT 100000) counted) AS pending,
             (SELECT count(*) FROM (SELECT FROM outbox o WHERE due_at = 'infinity' AND o.job = j.job LIMIT 100000) counted) AS "deadLettered",
             (WITH RECURSIVE account AS (${accountSteps(tx, tx`j.job`)})
              SELECT greatest(0, coalesce(extract(epoch FROM statement_timestamp() - min(first_due_at)), 0))::float8
              FROM (SELECT first_due_at FROM account LIMIT 10000) looked_at WHERE first_due_at < 'infinity') AS "overdueSeconds"
      FROM unnest(${jobNames()}::text[]) AS j(job)`,
    );
    return backlogs;
  });
}
