import type { RowKey } from '../../src/shared/platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../src/shared/platform/postgres/connection.ts';
import type { JobName } from '../../src/shared/platform/queue/jobs.ts';
import { type ClaimedJob, claimJobs } from '../../src/shared/platform/queue/outbox.ts';

/** The keys of pending jobs with these ids. */
const keysOfJobs = (sql: Sql, job: JobName, ids: readonly string[]): Promise<RowKey[]> => sql<RowKey[]>`
  SELECT account_id AS "accountId", id FROM outbox WHERE job = ${job} AND id = ANY(${[...ids]}::uuid[])`;

/** Claims the jobs with these ids, whosever they are. */
export async function claimByIds<N extends JobName>(
  sql: Sql,
  job: N,
  ids: readonly string[],
  maxLastAttempts?: number,
): Promise<Map<string, ClaimedJob<N>>> {
  return claimJobs(sql, job, await keysOfJobs(sql, job, ids), maxLastAttempts);
}

/** The keys of signups with these ids. */
export const keysOfSignups = (sql: Sql | Tx, ids: readonly string[]): Promise<RowKey[]> => sql<RowKey[]>`
  SELECT account_id AS "accountId", id FROM signups WHERE id = ANY(${[...ids]}::uuid[])`;
