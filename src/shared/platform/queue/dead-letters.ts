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

/** Deletes a job that is dead-lettered. @returns whether it still was */
export async function dropDeadLetter(tx: Tx, job: JobName, { accountId, id }: RowKey): Promise<boolean> {
  const { count } = await tx`
    DELETE FROM outbox WHERE account_id = ${accountId} AND job = ${job} AND id = ${id} AND due_at = 'infinity'`;
  return count > 0;
}
