import type { Sql, Tx } from './db.ts';
import { type JobName, jobNames, jobs, type Payload, type Ring } from './jobs.ts';
import { statement } from './postgres/transaction.ts';

/** How long a claim holds, from its last renewal, before another worker may take the job over. */
export const leaseSeconds = 30;

/** How often a job may be begun without a word of how it went, before it is taken for what kills its workers. */
const mostStarts = 3;

/** Which job, and which claim of it. A newer claim makes this one void: a worker that was presumed dead finishes nothing. */
export interface Lease {
  readonly id: string;
  /** Of this claim alone. */
  readonly leaseToken: string;
}

/** A claimed job. */
export interface ClaimedJob<N extends JobName> extends Lease {
  /** How often it was claimed, from 1. */
  readonly attempt: number;
  /** Whether workers have died of it, or beside it, so often that it is not begun again should this one die, too. */
  readonly isLastStart: boolean;
  readonly payload: Payload<N>;
}

/** Owes a job, in the transaction that causes it. Owing the same thing twice is owing it once. */
export async function enqueue<N extends JobName>(
  tx: Tx,
  job: N,
  id: string,
  accountId: string,
  payload: Payload<N>,
): Promise<void> {
  await tx`
    INSERT INTO outbox (job, id, account_id, payload)
    VALUES (${job}, ${id}, ${accountId}, ${JSON.stringify(payload)}::text::json)
    ON CONFLICT (job, id) DO NOTHING`;
}

/**
 * Takes those of the jobs that are due and not taken, for the length of their lease; of those that are at their last start `lastStarts`
 * at most. A worker that has one of these at a time dies of the one that kills it, and not beside it with others.
 */
export async function claimJobs<N extends JobName>(
  sql: Sql,
  job: N,
  ids: readonly string[],
  lastStarts = 1,
): Promise<Map<string, ClaimedJob<N>>> {
  const due = sql`job = ${job} AND id = ANY(${ids as string[]}::uuid[]) AND due_at <= clock_timestamp()`;
  const rows = await statement(
    sql,
    (tx) => tx<{ id: string; lease_token: string; attempts: number; starts: number; payload: unknown }[]>`
    WITH free AS (
      SELECT id FROM outbox WHERE ${due} AND starts < ${mostStarts - 1} ORDER BY id FOR UPDATE SKIP LOCKED
    ), last AS (
      SELECT id FROM outbox WHERE ${due} AND starts = ${mostStarts - 1} ORDER BY id LIMIT ${lastStarts} FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox
    SET lease_token = gen_random_uuid(), attempts = attempts + 1, starts = starts + 1,
        due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    WHERE job = ${job} AND id = ANY (ARRAY(SELECT id FROM free UNION ALL SELECT id FROM last))
    RETURNING id, lease_token, attempts, starts, payload`,
  );
  return new Map(
    rows.map(({ id, lease_token: leaseToken, attempts, starts, payload }) => [
      id,
      {
        id,
        leaseToken,
        attempt: attempts,
        isLastStart: starts === mostStarts,
        payload: jobs[job].payload.parse(payload) as Payload<N>,
      },
    ]),
  );
}

/** Begins no more those of the jobs that nobody has lived to finish, until an operator says so. @returns which */
export async function parkJobs(sql: Sql, job: JobName, ids: readonly string[]): Promise<string[]> {
  const rows = await statement(
    sql,
    (tx) => tx<{ id: string }[]>`
    UPDATE outbox SET due_at = 'infinity'
    WHERE job = ${job} AND id = ANY (ARRAY(
      SELECT id FROM outbox
      WHERE job = ${job} AND id = ANY(${ids as string[]}::uuid[]) AND starts >= ${mostStarts} AND due_at <= clock_timestamp()
      ORDER BY id FOR UPDATE SKIP LOCKED))
    RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Completes a job, whose row goes. @returns whether it was still ours */
export async function finishJob(tx: Tx, job: JobName, { id, leaseToken }: Lease): Promise<boolean> {
  const { count } =
    await tx`DELETE FROM outbox WHERE job = ${job} AND id = ${id} AND lease_token = ${leaseToken}`;
  return count > 0;
}

/** Holds the rows of claimed jobs until commit, in the order of their ids. @returns those that are still ours */
export function lockClaims(tx: Tx, job: JobName, leases: readonly Lease[]) {
  return tx<
    { id: string }[]
  >`SELECT id FROM outbox WHERE ${ofLeases(tx, job, leases)} ORDER BY id FOR UPDATE`;
}

/** A lease token is of one claim of one job, so that the two lists need no pairing. */
const ofLeases = (tx: Tx, job: JobName, leases: readonly Lease[]) => tx`
  job = ${job} AND id = ANY(${leases.map(({ id }) => id)}::uuid[])
  AND lease_token = ANY(${leases.map(({ leaseToken }) => leaseToken)}::uuid[])`;

/** Completes jobs that the caller holds. */
export function finishJobs(tx: Tx, job: JobName, leases: readonly Lease[]) {
  return tx`DELETE FROM outbox WHERE ${ofLeases(tx, job, leases)}`;
}

/**
 * Moves the time from which a job may be taken: later for one that is still being worked on, or that shall be tried again. Whoever says
 * so has not died of it. @returns whether it was still ours
 */
export async function postponeJob(
  tx: Tx,
  job: JobName,
  { id, leaseToken }: Lease,
  seconds: number,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE outbox SET due_at = clock_timestamp() + make_interval(secs => ${seconds}), starts = 0
    WHERE job = ${job} AND id = ${id} AND lease_token = ${leaseToken}`;
  return count > 0;
}

/** The same for jobs that the caller holds. */
export function postponeJobs(tx: Tx, job: JobName, leases: readonly Lease[], seconds: number) {
  return tx`
    UPDATE outbox SET due_at = clock_timestamp() + make_interval(secs => ${seconds}), starts = 0
    WHERE ${ofLeases(tx, job, leases)}`;
}

/** Keeps claims for another lease; one that is just being finished, was put off further or was taken over stays as it is. */
export async function renewClaims(sql: Sql, job: JobName, leases: readonly Lease[]): Promise<void> {
  await statement(
    sql,
    (tx) => tx`
    UPDATE outbox SET due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    WHERE job = ${job} AND id = ANY (ARRAY(
      SELECT id FROM outbox WHERE ${ofLeases(tx, job, leases)} ORDER BY id FOR UPDATE SKIP LOCKED))`,
  );
}

/** True of all jobs, and said by those only that look for what is due: no other statement is to use that index (0018). */
const withIndex = (sql: Sql | Tx) => sql`due_at > '-infinity'`;

// `statement_timestamp()` rather than `clock_timestamp()`, here and wherever an index on a time is to be used: the latter is another
// for each row, so that every row is read to compare it.

/** A job that nobody took; `isDeadly` where it has had its last start. */
export type OverdueJob = Ring & { readonly isDeadly: boolean };

/** Jobs other than `known` that have been due for longer than `overdueSeconds`: their bell was lost, or their worker died. Longest due first. */
export function listOverdueJobs(
  sql: Sql | Tx,
  job: JobName,
  overdueSeconds: number,
  limit: number,
  known: readonly string[] = [],
): Promise<OverdueJob[]> {
  return sql<OverdueJob[]>`
    SELECT id, account_id AS "accountId", starts >= ${mostStarts} AS "isDeadly" FROM outbox
    WHERE ${withIndex(sql)} AND job = ${job} AND due_at <= statement_timestamp() - make_interval(secs => ${overdueSeconds})
      AND id NOT IN (SELECT unnest(${known as string[]}::uuid[]))
    ORDER BY due_at LIMIT ${limit}`;
}

/** What is owed of a job. */
export interface Backlog {
  readonly job: JobName;
  /** How many; 100,000 stands for that and more. */
  readonly owed: number;
  /** How many of them are parked: nobody has lived to finish them. */
  readonly parked: number;
  /** For how long the longest overdue one has been due; 0 where none is. */
  readonly overdueSeconds: number;
}

/**
 * What is owed of every job, read from the index alone and no further than 100,000 entries a job: cheap when it matters, which is when
 * much is owed. Ends after a second. A table that has just filled up has no statistics yet, so the planner is not asked.
 */
export function measureOutbox(sql: Sql): Promise<Backlog[]> {
  return sql.begin('READ ONLY', async (tx) => {
    await tx`
      SELECT set_config('statement_timeout', '1s', true),
             set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;
    return tx<Backlog[]>`
      SELECT job,
             (SELECT count(*) FROM (SELECT FROM outbox o WHERE ${withIndex(tx)} AND o.job = j.job ORDER BY due_at LIMIT 100000) counted) AS owed,
             (SELECT count(*) FROM (SELECT FROM outbox o WHERE ${withIndex(tx)} AND o.job = j.job AND due_at = 'infinity' LIMIT 100000) counted) AS parked,
             (SELECT coalesce(extract(epoch FROM statement_timestamp() - min(due_at)), 0)::float8
              FROM outbox o WHERE ${withIndex(tx)} AND o.job = j.job AND due_at <= statement_timestamp()) AS "overdueSeconds"
      FROM unnest(${jobNames}::text[]) AS j(job)`;
  });
}
