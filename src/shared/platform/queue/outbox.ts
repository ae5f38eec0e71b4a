import { keysOf, type RowKey } from '../postgres/by-key.ts';
import type { Fragment, Sql, Statement, Tx } from '../postgres/connection.ts';
import { statement } from '../postgres/transaction.ts';
import { type JobName, type Payload, readPayload } from './jobs.ts';

/**
 * The lease: how long a claim holds, from its last renewal, before another worker may take the job over.
 * `job-runner.ts` renews claims after a third of it.
 */
export const leaseSeconds = 30;

/** How many workers may die while they run a job, before the job counts as the cause. */
export const maxCrashes = 3;

/**
 * A job and one claim of it. A newer claim makes this one void: a worker that was presumed dead can change
 * nothing.
 */
export interface Lease extends RowKey {
  /** Names this claim alone. */
  readonly leaseToken: string;
}

/** A claimed job. */
export interface ClaimedJob<N extends JobName> extends Lease {
  /** How often it was claimed, from 1. */
  readonly attempt: number;
  /** Whether so many workers died while they ran it that it is dead-lettered if this one dies, too. */
  readonly isLastAttempt: boolean;
  /** Whether all other jobs of its account and kind go first (`JobNotification`). */
  readonly isLate: boolean;
  readonly payload: Payload<N>;
}

/** Enqueues a job in the transaction that causes it. A job that is pending already stays as it is. */
export async function enqueue<N extends JobName>(
  tx: Tx,
  job: N,
  id: string,
  accountId: string,
  payload: Payload<N>,
): Promise<void> {
  await tx`
    INSERT INTO outbox (account_id, job, id, payload)
    VALUES (${accountId}, ${job}, ${id}, ${JSON.stringify(payload)}::text::json)
    ON CONFLICT (account_id, job, id) DO NOTHING`;
}

/** The same for a job without a payload that is due so many seconds later. */
export async function enqueueLater(
  tx: Tx,
  job: JobName,
  { accountId, id }: RowKey,
  seconds: number,
): Promise<void> {
  await tx`
    INSERT INTO outbox (account_id, job, id, due_at)
    VALUES (${accountId}, ${job}, ${id}, clock_timestamp() + make_interval(secs => ${seconds}))
    ON CONFLICT (account_id, job, id) DO NOTHING`;
}

/** The same for many jobs, in the order of their ids, which have one payload or none. */
export const enqueueJobs = <N extends JobName>(
  tx: Tx,
  job: N,
  keys: readonly RowKey[],
  payload?: Payload<N>,
): Statement => tx`
  INSERT INTO outbox (account_id, job, id, payload)
  SELECT account_id, ${job}, id, ${JSON.stringify(payload ?? {})}::text::json FROM ${keysOf(tx, keys)} ORDER BY id
  ON CONFLICT (account_id, job, id) DO NOTHING`;

/** The same for late ones (`JobNotification`). */
export const enqueueLateJobs = (tx: Tx, job: JobName, keys: readonly RowKey[]): Statement => tx`
  INSERT INTO outbox (account_id, job, id, payload) SELECT account_id, ${job}, id, '{"late":true}' FROM ${keysOf(tx, keys)} ORDER BY id
  ON CONFLICT (account_id, job, id) DO NOTHING`;

/**
 * Enqueues a job that is to run now, whatever a pending one of it waits for. A worker that has it loses it,
 * and can neither complete nor postpone it.
 */
export async function enqueueAnew(tx: Tx, job: JobName, { accountId, id }: RowKey): Promise<void> {
  await tx`
    INSERT INTO outbox (account_id, job, id) VALUES (${accountId}, ${job}, ${id})
    ON CONFLICT (account_id, job, id) DO UPDATE SET due_at = clock_timestamp(), lease_token = NULL, crash_count = 0`;
}

/** The jobs of these keys behind FROM, as `rowsByKey` gives rows. An alias has to follow. */
export const jobsByKey = (
  tx: Tx,
  job: JobName,
  keys: readonly RowKey[],
  { condition = tx`true`, lock = tx`` }: { condition?: Fragment; lock?: Fragment } = {},
): Fragment => tx`
  ${keysOf(tx, keys)} CROSS JOIN LATERAL (
    SELECT ctid AS place, * FROM outbox WHERE account_id = key.account_id AND job = ${job} AND id = key.id AND ${condition} LIMIT 1 ${lock})`;

/** Holds jobs until commit, in the order of their ids, claimed or not. */
export const lockJobs = (tx: Tx, job: JobName, keys: readonly RowKey[]): Statement =>
  tx`SELECT 1 FROM ${jobsByKey(tx, job, keys, { lock: tx`FOR UPDATE` })} held`;

/** The condition that a row is one of these jobs, which the caller holds. */
export const isJob = (tx: Tx, job: JobName, keys: readonly RowKey[]): Fragment =>
  tx`ctid = ANY (ARRAY(SELECT held.place FROM ${jobsByKey(tx, job, keys)} held))`;

/**
 * The condition that a row is one of these jobs and free: the statement holds them, and skips those that are
 * held.
 */
export const isFreeJob = (tx: Tx, job: JobName, keys: readonly RowKey[], condition?: Fragment): Fragment => {
  const free = jobsByKey(tx, job, keys, {
    ...(condition && { condition }),
    lock: tx`FOR UPDATE SKIP LOCKED`,
  });
  return tx`ctid = ANY (ARRAY(SELECT free.place FROM ${free} free))`;
};

/**
 * Claims those of the jobs that are due and free, for the length of their lease. Of those whose next crash is
 * the last it claims `maxLastAttempts`: a worker that runs one of these at a time dies with the job that
 * kills it alone.
 */
export async function claimJobs<N extends JobName>(
  sql: Sql,
  job: N,
  keys: readonly RowKey[],
  maxLastAttempts = 1,
): Promise<Map<string, ClaimedJob<N>>> {
  const rows = await statement(sql, (tx) => {
    const due = (condition: Fragment) =>
      jobsByKey(tx, job, keys, {
        condition: tx`due_at <= clock_timestamp() AND ${condition}`,
        lock: tx`FOR UPDATE SKIP LOCKED`,
      });
    return tx<ClaimedRow[]>`
      WITH free AS (
        SELECT each.place FROM ${due(tx`crash_count < ${maxCrashes - 1}`)} each
      ), last AS (
        SELECT each.place FROM ${due(tx`crash_count = ${maxCrashes - 1}`)} each LIMIT ${maxLastAttempts}
      )
      UPDATE outbox
      SET lease_token = gen_random_uuid(), claim_count = claim_count + 1, crash_count = crash_count + 1,
          due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      WHERE ctid = ANY (ARRAY(SELECT place FROM free UNION ALL SELECT place FROM last))
      RETURNING account_id, id, lease_token, claim_count, crash_count, payload, payload ->> 'late' IS NOT NULL AS is_late`;
  });
  return new Map(
    rows.map(({ account_id: accountId, id, lease_token: leaseToken, ...row }) => [
      id,
      {
        accountId,
        id,
        leaseToken,
        attempt: row.claim_count,
        isLastAttempt: row.crash_count === maxCrashes,
        isLate: row.is_late,
        payload: readPayload(job, row.payload),
      },
    ]),
  );
}

interface ClaimedRow {
  account_id: string;
  id: string;
  lease_token: string;
  claim_count: number;
  crash_count: number;
  payload: unknown;
  is_late: boolean;
}

/** Which of these jobs are pending, by their ids. */
export async function listPendingOf(sql: Sql, job: string, keys: readonly RowKey[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    SELECT pending.id FROM ${keysOf(sql, keys)} CROSS JOIN LATERAL (
      SELECT id FROM outbox WHERE account_id = key.account_id AND job = ${job} AND id = key.id LIMIT 1) pending`;
  return new Set(rows.map(({ id }) => id));
}

/** Completes a job, whose row goes. @returns whether it was still ours */
export async function completeJob(tx: Tx, job: JobName, lease: Lease): Promise<boolean> {
  const { count } = await tx`DELETE FROM outbox WHERE ${isOurs(tx, job, lease)}`;
  return count > 0;
}

const isOurs = (tx: Tx, job: JobName, { accountId, id, leaseToken }: Lease) => tx`
  account_id = ${accountId} AND job = ${job} AND id = ${id} AND lease_token = ${leaseToken}`;

/**
 * Holds the rows of claimed jobs until commit, in the order of their ids. @returns those that are still ours
 */
export function lockClaims(tx: Tx, job: JobName, leases: readonly Lease[]) {
  return tx<{ accountId: string; id: string }[]>`
    SELECT claim.account_id AS "accountId", claim.id
    FROM ${jobsByKey(tx, job, leases, { condition: hasTokenOf(tx, leases), lock: tx`FOR UPDATE` })} claim`;
}

/** A lease token belongs to one claim of one job, so keys and tokens need no pairing. */
const hasTokenOf = (tx: Tx, leases: readonly Lease[]) =>
  tx`lease_token = ANY(${leases.map(({ leaseToken }) => leaseToken)}::uuid[])`;

/** The condition that a row is the job of one of these leases, which the caller holds. */
export const areOurs = (tx: Tx, job: JobName, leases: readonly Lease[]) =>
  tx`ctid = ANY (ARRAY(SELECT claim.place FROM ${jobsByKey(tx, job, leases, { condition: hasTokenOf(tx, leases) })} claim))`;

/** Completes jobs that the caller holds. */
export function completeJobs(tx: Tx, job: JobName, leases: readonly Lease[]) {
  return tx`DELETE FROM outbox WHERE ${areOurs(tx, job, leases)}`;
}

/**
 * Makes a job due later: it is still running, or is tried again then. Its worker lives, so its crash count is
 * 0 again.
 * @param attempts how many in a row came to nothing: 0 where it got on
 * @returns whether it was still ours
 */
export async function postponeJob(
  tx: Tx,
  job: JobName,
  lease: Lease,
  seconds: number,
  attempts = 0,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE outbox
    SET due_at = clock_timestamp() + make_interval(secs => ${seconds}), crash_count = 0, claim_count = ${attempts}
    WHERE ${isOurs(tx, job, lease)}`;
  return count > 0;
}

/** The same for jobs that the caller holds. */
export function postponeJobs(tx: Tx, job: JobName, leases: readonly Lease[], seconds: number) {
  return tx`
    UPDATE outbox SET due_at = clock_timestamp() + make_interval(secs => ${seconds}), crash_count = 0, claim_count = 0
    WHERE ${areOurs(tx, job, leases)}`;
}

/**
 * Keeps claims for another lease; one that is being finished, was postponed further or was taken over stays
 * as it is.
 */
export async function renewClaims(sql: Sql, job: JobName, leases: readonly Lease[]): Promise<void> {
  await statement(
    sql,
    (tx) => tx`
    UPDATE outbox SET due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    WHERE ${isFreeJob(tx, job, leases, hasTokenOf(tx, leases))}`,
  );
}
