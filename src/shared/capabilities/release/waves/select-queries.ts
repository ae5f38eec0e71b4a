import { cameBackForGood } from '../../../list/mail-state/bounce-queries.ts';
import { shownPosition } from '../../../list/signups/queries.ts';
import { candidates, matching, type SignupFilter } from '../../../list/signups/search/filter-queries.ts';
import { isAtPosition, isUnconfirmed, reviewOf } from '../../../list/signups/selection/reason-queries.ts';
import type { SuppressedPeople } from '../../../mail/suppressions/suppressed-people.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { ExclusionReason, MemberOrder } from './schema.ts';

/** What selecting has to look at, beside the signups themselves. */
export interface SelectionFacts {
  readonly bonus: number | null;
  /** Whether the waitlist withholds referrals that are to be reviewed. */
  readonly judges: boolean;
  readonly has_invitations: boolean;
  readonly has_conversions: boolean;
  /** Whether a wave of the waitlist is being sent. */
  readonly is_sending: boolean;
}

/** @returns undefined if the waitlist is gone */
export async function findSelectionFacts(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<SelectionFacts | undefined> {
  const ofList = () => sql`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const [row] = await sql<SelectionFacts[]>`
    SELECT w.referral_bonus AS bonus, coalesce(c.abuse_mode = 'enforce', false) AS judges,
           EXISTS (SELECT FROM invitations WHERE ${ofList()}) AS has_invitations,
           EXISTS (SELECT FROM conversions WHERE ${ofList()}) AS has_conversions,
           EXISTS (SELECT FROM ${wavesBeingSent(sql, accountId, waitlistId)}) AS is_sending
    FROM waitlists w JOIN waitlist_counters c ON c.account_id = w.account_id AND c.waitlist_id = w.id
    WHERE w.account_id = ${accountId} AND w.id = ${waitlistId}`;
  return row;
}

/** The waves of a waitlist that are being sent. */
const wavesBeingSent = (sql: Sql | Tx, accountId: string, waitlistId: string) => sql`(
  SELECT account_id, id FROM waves
  WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity' AND state = 'sending') v`;

/** Which members come first. Ties are by position. */
function orderBy(sql: Sql | Tx, order: MemberOrder, bonus: number | null): Fragment {
  if (order === 'referrals') return sql`s.referral_count DESC, s.position`;
  if (order === 'display_position' && bonus !== null) return sql`${shownPosition(sql, bonus)}, s.position`;
  return sql`s.position`;
}

/** How many members a part has: one transaction invites them. */
const membersPerPart = 200;
const sampleSize = 20;

/**
 * The people who meet a filter, with the first reason against each (N5). `suppressed` are the people
 * whose addresses get no mails. Members of a wave that is being sent are as good as invited. What an
 * account does not have is not looked up.
 */
function matchedPeople(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  { judges, has_invitations, has_conversions, is_sending }: SelectionFacts,
  suppressed: SuppressedPeople,
): Fragment {
  // By key, one by one: a plan that was made for an empty table would read all of it for each signup.
  const invitation = has_invitations
    ? tx`LEFT JOIN LATERAL (
        SELECT state FROM invitations WHERE account_id = ${accountId} AND signup_id = s.id AND state IN ('invited', 'converted') LIMIT 1) i ON true`
    : tx`CROSS JOIN (SELECT NULL::text AS state) i`;
  const conversion = has_conversions
    ? tx`LEFT JOIN LATERAL (SELECT true AS is_there FROM conversions WHERE account_id = ${accountId} AND signup_id = s.id LIMIT 1) c ON true`
    : tx`CROSS JOIN (SELECT NULL::boolean AS is_there) c`;
  // Through an array: the planner takes any array for small, and hashes it.
  const isWaiting = is_sending
    ? tx`s.id IN (SELECT unnest(ARRAY(
        SELECT unnest(p.signup_ids) FROM ${wavesBeingSent(tx, accountId, waitlistId)}
        CROSS JOIN LATERAL (SELECT signup_ids FROM wave_parts WHERE account_id = v.account_id AND wave_id = v.id) p)))`
    : tx`false`;
  const isSuppressed = isAtPosition(tx, [...suppressed.values()].flat());
  return tx`
    SELECT s.id, s.position, s.referral_count, CASE
             WHEN i.state = 'invited' OR ${isWaiting} THEN 'invited'
             WHEN i.state = 'converted' OR c.is_there THEN 'converted'
             WHEN s.unsubscribed_at IS NOT NULL OR ${isSuppressed} THEN 'suppressed'
             WHEN ${isUnconfirmed(tx)} THEN 'unconfirmed'
             WHEN r.is_open THEN 'in_review'
             WHEN ${cameBackForGood(tx)} THEN 'bounced' END AS reason
    FROM ${candidates(tx, accountId, waitlistId, filter)} s ${invitation} ${conversion} ${reviewOf(tx, accountId, judges)}
    WHERE ${matching(tx, accountId, waitlistId, filter)}`;
}

/** How many people meet a filter, by the reason against them; null for those who can be invited. */
export function countPeople(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  facts: SelectionFacts,
  suppressed: SuppressedPeople,
): Promise<{ reason: ExclusionReason | null; people: number }[]> {
  return tx<{ reason: ExclusionReason | null; people: number }[]>`
    SELECT reason, count(*) AS people FROM (${matchedPeople(tx, accountId, waitlistId, filter, facts, suppressed)}) matched GROUP BY reason`;
}

/** Those who meet a filter and are left out for a reason, in their order, with how many they are in all. */
export function listExcluded(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  facts: SelectionFacts,
  suppressed: SuppressedPeople,
  reason: ExclusionReason,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ id: string; position: number; total: number }[]> {
  return tx<{ id: string; position: number; total: number }[]>`
    SELECT id, position, count(*) OVER () AS total
    FROM (${matchedPeople(tx, accountId, waitlistId, filter, facts, suppressed)}) matched
    WHERE reason = ${reason} ORDER BY position LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * Notes the members of a wave by one ordered scan, with the reasons against the others (N5). The caller holds
 * the wave.
 */
export async function storeMembers(
  tx: Tx,
  { accountId, id }: RowKey,
  waitlistId: string,
  { filter, order, size }: { filter: SignupFilter; order: MemberOrder; size: number },
  facts: SelectionFacts,
  suppressed: SuppressedPeople,
): Promise<void> {
  const byOrder = () => orderBy(tx, order, facts.bonus);
  await tx`
    WITH matched AS MATERIALIZED (
      ${matchedPeople(tx, accountId, waitlistId, filter, facts, suppressed)}
    ), chosen AS MATERIALIZED (
      SELECT s.id, row_number() OVER (ORDER BY ${byOrder()}) - 1 AS number
      FROM (SELECT * FROM matched s WHERE s.reason IS NULL ORDER BY ${byOrder()} LIMIT ${size}) s
    ), parts AS (
      INSERT INTO wave_parts (account_id, wave_id, part, signup_ids)
      SELECT ${accountId}::uuid, ${id}::uuid, number / ${membersPerPart}::integer, array_agg(c.id ORDER BY number) FROM chosen c GROUP BY 3
      RETURNING cardinality(signup_ids) AS size
    ), reasons AS MATERIALIZED (
      SELECT reason, count(*) AS people FROM matched GROUP BY reason
    )
    UPDATE waves
    SET state = 'draft', drafted_at = clock_timestamp(), matched = (SELECT coalesce(sum(people), 0) FROM reasons),
        selected = (SELECT coalesce(sum(parts.size), 0) FROM parts),
        excluded = (SELECT coalesce(jsonb_object_agg(reason, people) FILTER (WHERE reason IS NOT NULL), '{}') FROM reasons),
        sample = ARRAY(SELECT c.id FROM chosen c ORDER BY number LIMIT ${sampleSize})
    WHERE account_id = ${accountId} AND id = ${id}`;
}
