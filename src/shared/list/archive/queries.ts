import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { WaitlistKey } from '../parts.ts';

/** Archives a waitlist, or takes new signups again. The caller holds the counter. */
export async function updateArchivedText(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  text: string | null,
): Promise<void> {
  await tx`
    UPDATE waitlist_counters SET archived_text = ${text} WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}

/** What an archived waitlist answers to new signups; null if it takes them. */
export async function findArchivedText(
  sql: Sql | Tx,
  { accountId, waitlistId }: WaitlistKey,
): Promise<string | null> {
  const [row] = await sql<{ archived_text: string | null }[]>`
    SELECT archived_text FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row?.archived_text ?? null;
}
