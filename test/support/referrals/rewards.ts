import { grantDueRewards } from '../../../src/shared/capabilities/rewards/grant-due.ts';
import type { TestWorker } from '../service/worker.ts';

/** Grants all rewards that are due, and those that lists got for signups that had reached them. */
export async function grantRewards(worker: TestWorker): Promise<void> {
  await grantDueRewards(worker.ctx);
  await worker.runAll('grant-rewards');
  await worker.runAll('catch-up-rewards');
}
