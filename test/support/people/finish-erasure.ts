import type { Service } from '../service/service.ts';
import type { TestWorker } from '../service/worker.ts';
import { until } from '../until.ts';

/** Runs the job of an account's erasure until it is done. What it waits for has ended long ago. */
export async function finishErasure(service: Service, worker: TestWorker, accountId: string): Promise<void> {
  const { sql } = service;
  await sql`UPDATE erasures SET at = at - interval '1 minute' WHERE account_id = ${accountId}`;
  await until(async () => {
    const [job] = await sql<{ id: string }[]>`
      UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE account_id = ${accountId} AND job = 'erase-person' RETURNING id`;
    if (job) await worker.run('erase-person', { accountId, id: job.id });
    return isErased(service, accountId);
  }, 60);
}

/** Whether the last erasure of an account is finished. */
export async function isErased({ sql }: Service, accountId: string): Promise<boolean> {
  const [row] = await sql`
    SELECT finished_at FROM erasures WHERE account_id = ${accountId} ORDER BY id DESC LIMIT 1`;
  return row !== undefined && row.finished_at !== null;
}
