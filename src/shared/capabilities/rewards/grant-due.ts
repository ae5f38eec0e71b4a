import { statement } from '../../platform/postgres/transaction.ts';
import type { MaintenanceContext } from '../context.ts';
import { enqueueDueRewards } from './wait-queries.ts';

/** Of one account in one run. */
const duePerAccount = 200;

/** Has rewards granted that waited for their time (N5). */
export async function grantDueRewards({
  sql,
  notifier,
}: Pick<MaintenanceContext, 'sql' | 'notifier'>): Promise<void> {
  const due = await statement(sql, (tx) => enqueueDueRewards(tx, duePerAccount));
  notifier.notify('grant-rewards', due);
}
