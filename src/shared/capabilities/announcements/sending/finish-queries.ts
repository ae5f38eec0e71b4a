import type { PlanName } from '../../../account/plans.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';

/** What the event of a finished announcement tells besides. */
export interface FinishedRow {
  readonly plan: PlanName;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
}

export async function findFinished(tx: Tx, { accountId, id }: RowKey): Promise<FinishedRow | undefined> {
  const [row] = await tx<FinishedRow[]>`
    SELECT c.plan, w.id AS waitlist_id, w.name AS waitlist_name
    FROM announcements a JOIN waitlists w ON w.account_id = a.account_id AND w.id = a.waitlist_id JOIN accounts c ON c.id = a.account_id
    WHERE a.account_id = ${accountId} AND a.id = ${id}`;
  return row;
}
