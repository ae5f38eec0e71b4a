import type { RowKey } from '../postgres/by-key.ts';
import type { Sql, Tx } from '../postgres/connection.ts';
import { statement } from '../postgres/transaction.ts';
import type { JobName, JobNotification } from './jobs.ts';
import { isFreeJob, maxCrashes } from './outbox.ts';

/**
 * Dead-letters those of the jobs whose workers all died: they are not started again until an operator makes
 * them due. @returns their ids
 */
export async function deadLetterJobs(sql: Sql, job: JobName, keys: readonly RowKey[]): Promise<string[]> {
  const rows = await statement(
    sql,
    (tx) => tx<{ id: string }[]>`
    UPDATE outbox SET due_at = 'infinity'
    WHERE ${isFreeJob(tx, job, keys, tx`crash_count >= ${maxCrashes} AND due_at <= clock_timestamp()`)}
    RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Dead-lettered jobs. */
export function listDeadLettered(sql: Sql, job: JobName, limit: number): Promise<JobNotification[]> {
  return sql<JobNotification[]>`
    SELECT id, account_id AS "accountId" FROM outbox WHERE due_at = 'infinity' AND job = ${job} LIMIT ${limit}`;
}

/** A dead-lettered job, as the operator sees it. */
export interface DeadLetter {
  readonly job: JobName;
  /** Names the subject of the job, such as a signup. */
  readonly id: string;
  readonly account_id: string;
  /** How often it was started. */
  readonly starts: number;
}

/** The dead-lettered jobs of all kinds, oldest first. */
export function listDeadLetters(sql: Sql, limit: number): Promise<DeadLetter[]> {
  return sql<DeadLetter[]>`
    SELECT job, id, account_id, claim_count AS starts FROM outbox WHERE due_at = 'infinity' ORDER BY id LIMIT ${limit}`;
}

/** Makes dead-lettered jobs due, those with these ids or all. @returns how many */
export async function retryDeadLetters(sql: Sql, ids: readonly string[] | 'all'): Promise<number> {
  const { count } = await statement(sql, (tx) => {
    const wanted = ids === 'all' ? tx`` : tx`AND id = ANY (${ids}::uuid[])`;
    return tx`
      UPDATE outbox SET due_at = clock_timestamp(), crash_count = 0
      WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM outbox WHERE due_at = 'infinity' ${wanted} ORDER BY id FOR UPDATE SKIP LOCKED))`;
  });
  return count;
}

/** Deletes a job that is dead-lettered. @returns whether it still was */
export async function dropDeadLetter(tx: Tx, job: JobName, { accountId, id }: RowKey): Promise<boolean> {
  const { count } = await tx`
    DELETE FROM outbox WHERE account_id = ${accountId} AND job = ${job} AND id = ${id} AND due_at = 'infinity'`;
  return count > 0;
}
