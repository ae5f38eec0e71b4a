import type { WaitlistSettings } from '../../list/parts.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';

/** Lifts what the worker reads of the settings. The caller holds the counter. */
export async function saveRetention(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  { unconfirmed_days, delete_on, delete_after_conversion_days }: WaitlistSettings['retention'],
): Promise<void> {
  await tx`
    UPDATE waitlist_counters
    SET unconfirmed_days = ${unconfirmed_days}, delete_before = ${delete_on}::text::date, converted_days = ${delete_after_conversion_days}
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}

/** A day begins at 00:00 UTC. */
const today = (sql: Sql | Tx) => sql`(statement_timestamp() AT TIME ZONE 'UTC')::date`;

/**
 * Signups of a waitlist `c` that are not kept: on the day of the deletion all from before that day, oldest
 * first. Before and after it those that were asked to confirm, have not, and whose link is no longer valid;
 * and those of people who became users long enough ago.
 */
const expired = (sql: Sql | Tx, limit: number) => sql`
  (SELECT account_id, id FROM (
     SELECT account_id, id, created_at FROM signups
     WHERE account_id = c.account_id AND waitlist_id = c.waitlist_id AND position > 0 AND import_id IS NULL AND c.delete_before <= ${today(sql)}
     ORDER BY position LIMIT ${limit}) oldest
   WHERE created_at < c.delete_before::timestamp AT TIME ZONE 'UTC')
  UNION
  (SELECT account_id, id FROM signups
   WHERE account_id = c.account_id AND waitlist_id = c.waitlist_id AND import_id IS NOT NULL AND c.delete_before <= ${today(sql)}
     AND created_at < c.delete_before::timestamp AT TIME ZONE 'UTC'
   ORDER BY created_at LIMIT ${limit})
  UNION
  (SELECT account_id, id FROM signups
   WHERE account_id = c.account_id AND waitlist_id = c.waitlist_id AND confirmable_until IS NOT NULL AND confirmed_at IS NULL
     AND created_at < statement_timestamp() - make_interval(days => c.unconfirmed_days)
     AND confirmable_until < statement_timestamp()
   ORDER BY created_at LIMIT ${limit})
  UNION
  (SELECT account_id, signup_id AS id FROM conversions
   WHERE account_id = c.account_id AND waitlist_id = c.waitlist_id
     AND converted_at < statement_timestamp() - make_interval(days => c.converted_days)
   ORDER BY converted_at LIMIT ${limit})
  LIMIT ${limit}`;

/** A waitlist by its key. */
export interface ListKey {
  readonly account_id: string;
  readonly waitlist_id: string;
}

/** Waitlists that do not keep every signup, after this one, in the order of their keys. */
export function listRetaining(
  sql: Sql,
  after: ListKey,
  limit: number,
): Promise<(ListKey & { is_due: boolean })[]> {
  return sql<(ListKey & { is_due: boolean })[]>`
    SELECT account_id, waitlist_id, EXISTS (SELECT FROM (${expired(sql, 1)}) s) AS is_due FROM (
      SELECT * FROM waitlist_counters
      WHERE (unconfirmed_days IS NOT NULL OR delete_before IS NOT NULL OR converted_days IS NOT NULL)
        AND (account_id, waitlist_id) > (${after.account_id}, ${after.waitlist_id})
      ORDER BY account_id, waitlist_id LIMIT ${limit}) c
    ORDER BY account_id, waitlist_id`;
}

/** The signups of a waitlist that are not kept. The caller holds its counter. */
export function listExpired(tx: Tx, { accountId, id: waitlistId }: RowKey, limit: number): Promise<RowKey[]> {
  return tx<RowKey[]>`
    SELECT s.account_id AS "accountId", s.id
    FROM (SELECT * FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}) c
    CROSS JOIN LATERAL (${expired(tx, limit)}) s`;
}
