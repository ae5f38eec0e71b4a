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

/** Those of these waitlists that are archived. */
export async function listArchived(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    SELECT c.waitlist_id AS id FROM unnest(${ids as string[]}::uuid[]) AS list(id) CROSS JOIN LATERAL (
      SELECT waitlist_id FROM waitlist_counters
      WHERE account_id = ${accountId} AND waitlist_id = list.id AND archived_text IS NOT NULL LIMIT 1) c`;
  return new Set(rows.map(({ id }) => id));
}
