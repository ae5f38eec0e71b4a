import { cameBackForGood } from '../../../list/mail-state/bounce-queries.ts';
import { rankOf } from '../../../list/mail-state/status.ts';
import { candidates, matching, type SignupFilter } from '../../../list/signups/search/filter-queries.ts';
import { isAtPosition, isUnconfirmed, reviewOf } from '../../../list/signups/selection/reason-queries.ts';
import type { SuppressionReason } from '../../../mail/suppressions/schema.ts';
import type { SuppressedPeople } from '../../../mail/suppressions/suppressed-people.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { ExclusionReason } from '../schema.ts';

/** Who is asked for, and who of them gets no mails. */
export interface Wanted {
  readonly filter: SignupFilter;
  readonly suppressed: SuppressedPeople;
}

/** Whether a waitlist withholds referrals that are to be reviewed; undefined if it is gone. */
export async function findJudging(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<boolean | undefined> {
  const [row] = await sql<{ judges: boolean }[]>`
    SELECT coalesce(abuse_mode = 'enforce', false) AS judges FROM waitlist_counters
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row?.judges;
}

/** How many members a part has: one transaction makes their mails. */
const membersPerPart = 200;
const sampleSize = 20;

/** The people who meet a filter, with the first reason against each. */
function matchedPeople(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  { filter, suppressed }: Wanted,
  judges: boolean,
): Fragment {
  const isSuppressed = (reason: SuppressionReason) => isAtPosition(tx, suppressed.get(reason) ?? []);
  return tx`
    SELECT s.id, s.position, s.import_id IS NOT NULL AS is_imported, CASE
             WHEN s.unsubscribed_at IS NOT NULL THEN 'unsubscribed'
             WHEN ${isSuppressed('erased')} THEN 'erased'
             WHEN s.email_status = ${rankOf('complained')} OR ${isSuppressed('complained')} THEN 'complained'
             WHEN ${cameBackForGood(tx)} OR ${isSuppressed('bounced')} THEN 'bounced'
             WHEN ${isSuppressed('manual')} THEN 'manual'
             WHEN ${isUnconfirmed(tx)} THEN 'unconfirmed'
             WHEN r.is_open THEN 'in_review' END AS reason
    FROM ${candidates(tx, accountId, waitlistId, filter)} s ${reviewOf(tx, accountId, judges)}
    WHERE ${matching(tx, accountId, waitlistId, filter)}`;
}

/** How many people meet a filter, by the reason against them; null for those who get it. */
export function countPeople(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  wanted: Wanted,
  judges: boolean,
): Promise<{ reason: ExclusionReason | null; people: number }[]> {
  return tx<{ reason: ExclusionReason | null; people: number }[]>`
    SELECT reason, count(*) AS people FROM (${matchedPeople(tx, accountId, waitlistId, wanted, judges)}) matched GROUP BY reason`;
}

/** The people who meet a filter and get no announcement for a reason, by position, and how many they are. */
export function listExcluded(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  wanted: Wanted,
  judges: boolean,
  {
    reason,
    limit,
    offset,
  }: { readonly reason: ExclusionReason; readonly limit: number; readonly offset: number },
): Promise<{ id: string; position: number; total: number }[]> {
  return tx<{ id: string; position: number; total: number }[]>`
    SELECT id, position, count(*) OVER () AS total
    FROM (${matchedPeople(tx, accountId, waitlistId, wanted, judges)}) matched
    WHERE reason = ${reason} ORDER BY position LIMIT ${limit} OFFSET ${offset}`;
}

/** The part of a statement that records the counts of `matched`. The caller holds the announcement. */
const recordCounts = (tx: Tx, { accountId, id }: RowKey) => tx`
  UPDATE announcements
  SET matched = (SELECT count(*) FROM matched), selected = (SELECT count(*) FROM matched WHERE reason IS NULL),
      imported = (SELECT count(*) FROM matched WHERE reason IS NULL AND is_imported),
      excluded = (SELECT coalesce(jsonb_object_agg(reason, people), '{}') FROM (
                    SELECT reason, count(*) AS people FROM matched WHERE reason IS NOT NULL GROUP BY reason) reasons),
      sample = ARRAY(SELECT m.id FROM matched m WHERE m.reason IS NULL ORDER BY m.position LIMIT ${sampleSize})
  WHERE account_id = ${accountId} AND id = ${id}`;

/** Counts the people of a draft that the caller holds, and notes the first of them. */
export async function storeCounts(
  tx: Tx,
  key: RowKey,
  waitlistId: string,
  wanted: Wanted,
  judges: boolean,
): Promise<void> {
  await tx`
    WITH matched AS MATERIALIZED (${matchedPeople(tx, key.accountId, waitlistId, wanted, judges)})
    ${recordCounts(tx, key)}`;
}

/**
 * Notes the members of an announcement by one ordered scan: those of the sample first, spread evenly over all
 * of them. The caller holds it.
 */
export async function storeMembers(
  tx: Tx,
  key: RowKey,
  waitlistId: string,
  wanted: Wanted,
  judges: boolean,
  sample: number | null,
): Promise<void> {
  const { accountId, id } = key;
  // A step from one multiple of `people / sample` to the next: exactly so many.
  const isSample =
    sample === null
      ? tx`false`
      : tx`(number = 0 OR number * ${sample}::bigint / people <> (number - 1) * ${sample}::bigint / people)`;
  await tx`
    WITH matched AS MATERIALIZED (
      ${matchedPeople(tx, accountId, waitlistId, wanted, judges)}
    ), numbered AS (
      SELECT m.id, row_number() OVER (ORDER BY m.position) - 1 AS number, count(*) OVER () AS people FROM matched m WHERE m.reason IS NULL
    ), turns AS MATERIALIZED (
      SELECT n.id, row_number() OVER (ORDER BY ${isSample} DESC, number) - 1 AS turn FROM numbered n
    ), parts AS (
      INSERT INTO announcement_parts (account_id, announcement_id, part, signup_ids)
      SELECT ${accountId}::uuid, ${id}::uuid, turn / ${membersPerPart}::integer, array_agg(t.id ORDER BY turn) FROM turns t GROUP BY 3
    )
    ${recordCounts(tx, key)}`;
}

/** The signups of a sample that are still there, in its order. */
export function listSample(
  sql: Sql | Tx,
  { accountId, id }: RowKey,
): Promise<{ signup_id: string; email: string; position: number }[]> {
  return sql<{ signup_id: string; email: string; position: number }[]>`
    SELECT s.id AS signup_id, s.email, s.position
    FROM announcements a CROSS JOIN LATERAL unnest(a.sample) WITH ORDINALITY AS member(id, number)
    CROSS JOIN LATERAL (SELECT id, email, position FROM signups WHERE account_id = a.account_id AND id = member.id LIMIT 1) s
    WHERE a.account_id = ${accountId} AND a.id = ${id} ORDER BY member.number`;
}
