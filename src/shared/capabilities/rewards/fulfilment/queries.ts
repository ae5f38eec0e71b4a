import type { PlanName } from '../../../account/plans.ts';
import type { WaitlistKey } from '../../../list/parts.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { EarnedFilter, FulfilOrder, GrantKey } from './schema.ts';

/** An earned reward with whom it is of. */
export interface EarnedRow {
  readonly signup_id: string;
  readonly email: string;
  readonly position: number;
  readonly key: string;
  readonly at: number;
  readonly referral_count: number;
  readonly reached_at: string;
  readonly fulfilled_at: string | null;
  readonly fulfilled_by: string | null;
}

const columns = (sql: Sql | Tx) => sql`
  g.signup_id, s.email, s.position, g.key, g.at, g.referral_count, g.reached_at, g.fulfilled_at, g.fulfilled_by`;

/** Rows of reward_grants of a waitlist, by the index of the newest. */
const ofList = (
  sql: Sql | Tx,
  { accountId, waitlistId }: WaitlistKey,
  { reward, fulfilled, q }: EarnedFilter,
) => sql`
  account_id = ${accountId} AND waitlist_id = ${waitlistId} AND reached_at > '-infinity'
  ${
    q === undefined
      ? sql``
      : sql`AND EXISTS (SELECT FROM signups WHERE account_id = ${accountId} AND id = reward_grants.signup_id
                        AND strpos(lower(email), ${q.toLowerCase()}) > 0)`
  }
  ${narrowedTo(sql, { reward, fulfilled })}`;

const narrowedTo = (sql: Sql | Tx, { reward, fulfilled }: Omit<EarnedFilter, 'q'>) => sql`
  ${reward === undefined ? sql`` : sql`AND key = ${reward}`}
  ${fulfilled === undefined ? sql`` : sql`AND (fulfilled_at IS NOT NULL) = ${fulfilled === 'true'}`}`;

/** The signup `s` of a row `g`. */
const signupOf = (sql: Sql | Tx, { accountId }: WaitlistKey) => sql`
  CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = ${accountId} AND id = g.signup_id LIMIT 1) s`;

/** How often a reward was earned, by the key that it had then. */
export interface EarnedCount {
  readonly key: string;
  readonly earned: number;
  /** How many of them were not handed over. */
  readonly open: number;
}

interface FoundEarned {
  readonly rows: EarnedRow[];
  readonly counts: EarnedCount[];
}

/**
 * A page of earned rewards, newest first, and how often each reward was earned, whatever `reward` and
 * `fulfilled` say.
 */
export async function findEarned(
  tx: Tx,
  list: WaitlistKey,
  filter: EarnedFilter,
  page: PageQuery,
): Promise<FoundEarned> {
  if (filter.q !== undefined) return searchEarned(tx, list, filter, page);
  return { rows: await listEarned(tx, list, filter, page), counts: await countEarned(tx, list) };
}

/** A page by the index of the newest. */
function listEarned(
  tx: Tx,
  list: WaitlistKey,
  filter: EarnedFilter,
  { limit, offset }: PageQuery,
): Promise<EarnedRow[]> {
  return tx<EarnedRow[]>`
    SELECT ${columns(tx)}
    FROM (SELECT * FROM reward_grants WHERE ${ofList(tx, list, filter)}
          ORDER BY ${newestFirst(tx)} LIMIT ${limit} OFFSET ${offset}) g ${signupOf(tx, list)}
    ORDER BY g.reached_at DESC, g.signup_id DESC, g.at DESC`;
}

const newestFirst = (sql: Sql | Tx) => sql`reached_at DESC, signup_id DESC, at DESC`;

/** How often each reward of a waitlist was earned. */
function countEarned(tx: Tx, list: WaitlistKey): Promise<EarnedCount[]> {
  return tx<EarnedCount[]>`
    SELECT key, count(*) AS earned, count(*) FILTER (WHERE fulfilled_at IS NULL) AS open
    FROM reward_grants WHERE ${ofList(tx, list, {})} GROUP BY key ORDER BY min(at), key`;
}

/** The page and the numbers of a search by one scan: it looks up the signup of each grant. */
async function searchEarned(
  tx: Tx,
  list: WaitlistKey,
  { q, ...narrowed }: EarnedFilter,
  { limit, offset }: PageQuery,
): Promise<FoundEarned> {
  type Found = (EarnedRow | { signup_id: null }) & { counts: EarnedCount[] };
  const { accountId } = list;
  const found = await tx<Found[]>`
    WITH found AS MATERIALIZED (
      SELECT signup_id, at, key, reached_at, fulfilled_at FROM reward_grants WHERE ${ofList(tx, list, { q })})
    SELECT counted.counts, ${columns(tx)}
    FROM (
      SELECT coalesce(json_agg(json_build_object('key', key, 'earned', earned, 'open', open) ORDER BY first_at, key), '[]') AS counts
      FROM (SELECT key, min(at) AS first_at, count(*) AS earned, count(*) FILTER (WHERE fulfilled_at IS NULL) AS open
            FROM found GROUP BY key) each) counted
    LEFT JOIN (
      SELECT signup_id, at FROM found WHERE true ${narrowedTo(tx, narrowed)}
      ORDER BY ${newestFirst(tx)} LIMIT ${limit} OFFSET ${offset}) page ON true
    LEFT JOIN LATERAL (
      SELECT * FROM reward_grants WHERE account_id = ${accountId} AND signup_id = page.signup_id AND at = page.at LIMIT 1) g ON true
    LEFT JOIN LATERAL (SELECT email, position FROM signups WHERE account_id = ${accountId} AND id = g.signup_id LIMIT 1) s ON true
    ORDER BY g.reached_at DESC, g.signup_id DESC, g.at DESC`;
  const rows = found.flatMap(({ counts: _, ...row }) => (row.signup_id === null ? [] : [row]));
  return { rows, counts: found[0]?.counts ?? [] };
}

/** Where a page ends. */
export type EarnedPlace = Pick<EarnedRow, 'reached_at' | 'signup_id' | 'at'>;

/** The next earned rewards behind a place, newest first, with the custom fields of their signups. */
export async function listEarnedAfter(
  sql: Sql | Tx,
  list: WaitlistKey,
  filter: EarnedFilter,
  place: EarnedPlace | undefined,
  limit: number,
): Promise<(EarnedRow & { readonly fields: Readonly<Record<string, unknown>> })[]> {
  const after =
    place &&
    sql`AND (reached_at, signup_id, at) < (${place.reached_at}::timestamptz, ${place.signup_id}::uuid, ${place.at}::integer)`;
  return sql<(EarnedRow & { fields: Record<string, unknown> })[]>`
    SELECT ${columns(sql)}, s.fields
    FROM (SELECT * FROM reward_grants WHERE ${ofList(sql, list, filter)} ${after ?? sql``}
          ORDER BY ${newestFirst(sql)} LIMIT ${limit}) g ${signupOf(sql, list)}
    ORDER BY g.reached_at DESC, g.signup_id DESC, g.at DESC`;
}

/** What one signup has earned, by how many referrals it took. */
export function listEarnedOf(sql: Sql, list: WaitlistKey, signupId: string): Promise<EarnedRow[]> {
  return sql<EarnedRow[]>`
    SELECT ${columns(sql)}
    FROM (SELECT * FROM reward_grants WHERE account_id = ${list.accountId} AND signup_id = ${signupId} OFFSET 0) g ${signupOf(sql, list)}
    ORDER BY g.at`;
}

/** Whether anybody has earned anything on a waitlist, or can. */
export async function hasRewards(sql: Sql, { accountId, waitlistId }: WaitlistKey): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    SELECT EXISTS (
             SELECT FROM waitlist_counters
             WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND reward_levels IS NOT NULL)
        OR EXISTS (
             SELECT FROM reward_grants
             WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND reached_at > '-infinity') AS has`;
  return row?.has ?? false;
}

/** The grants that match and are not so yet, in the order of their signups. */
export async function listToChange(
  sql: Sql,
  list: WaitlistKey,
  { fulfilled, filter: { reward, at, signup_ids: ids, q, grants, marked } }: FulfilOrder,
  limit: number,
): Promise<GrantKey[]> {
  const isOther = { reward, q, fulfilled: fulfilled ? 'false' : 'true' } as const;
  return sql<GrantKey[]>`
    SELECT signup_id, at FROM reward_grants
    WHERE ${ofList(sql, list, isOther)}
      ${at === undefined ? sql`` : sql`AND at = ${at}`}
      ${ids === undefined ? sql`` : sql`AND signup_id = ANY (${ids}::uuid[])`}
      ${
        grants === undefined
          ? sql``
          : sql`AND (signup_id, at) IN (
              SELECT signup_id, at FROM json_to_recordset(${JSON.stringify(grants)}::text::json) AS wanted(signup_id uuid, at integer))`
      }
      ${marked === undefined ? sql`` : sql`AND fulfilled_at = ${marked.at.toISOString()}::timestamptz AND fulfilled_by IS NOT DISTINCT FROM ${marked.by}`}
    ORDER BY signup_id, at LIMIT ${limit}`;
}

/** A reward that was changed just now, and whom its event tells. */
export interface ChangedReward extends EarnedRow {
  readonly waitlist_name: string;
  readonly metadata: Record<string, string>;
  readonly created_at: string;
  readonly plan: PlanName;
  /** When it was said. Null where it was taken back. */
  readonly fulfilled_at: string | null;
}

/**
 * Marks grants that are not so already, as handed over at a time by somebody, or as not handed over. The
 * caller holds their signups. @returns those that were changed
 */
export async function markGrants(
  tx: Tx,
  list: WaitlistKey,
  grants: readonly GrantKey[],
  fulfilled: boolean,
  { at, by }: { readonly at: Date; readonly by: string | null },
): Promise<ChangedReward[]> {
  const { accountId, waitlistId } = list;
  return tx<ChangedReward[]>`
    WITH changed AS (
      UPDATE reward_grants SET fulfilled_at = ${fulfilled ? at.toISOString() : null}::timestamptz, fulfilled_by = ${fulfilled ? by : null}
      WHERE ctid = ANY (ARRAY(
        SELECT found.place FROM json_to_recordset(${JSON.stringify(grants)}::text::json) AS wanted(signup_id uuid, at integer)
        CROSS JOIN LATERAL (
          SELECT ctid AS place FROM reward_grants
          WHERE account_id = ${accountId} AND signup_id = wanted.signup_id AND at = wanted.at
            AND (fulfilled_at IS NULL) = ${fulfilled} LIMIT 1) found))
      RETURNING *)
    SELECT ${columns(tx)}, s.metadata, s.created_at, w.name AS waitlist_name, a.plan
    FROM changed g ${signupOf(tx, list)}
    CROSS JOIN LATERAL (SELECT name FROM waitlists WHERE account_id = ${accountId} AND id = ${waitlistId} LIMIT 1) w
    CROSS JOIN LATERAL (SELECT plan FROM accounts WHERE id = ${accountId} LIMIT 1) a
    ORDER BY g.signup_id, g.at`;
}
