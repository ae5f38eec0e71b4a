import type { TestAccount } from '../service/make.ts';
import type { Service } from '../service/service.ts';
import type { TestWorker } from '../service/worker.ts';

/** Runs the jobs of an account's selections, turn by turn, also those that wait until nobody undoes them. */
export async function runSelections(
  { sql }: Service,
  worker: TestWorker,
  { accountId }: TestAccount,
): Promise<void> {
  await sql`UPDATE outbox SET due_at = now() WHERE job = 'act-on-selection' AND account_id = ${accountId}`;
  for (;;) {
    const [job] = await sql<{ id: string }[]>`
      SELECT id FROM outbox WHERE job = 'act-on-selection' AND account_id = ${accountId} LIMIT 1`;
    if (!job) return;
    await worker.run('act-on-selection', { id: job.id, accountId });
  }
}
