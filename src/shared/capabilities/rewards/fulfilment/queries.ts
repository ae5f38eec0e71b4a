import type { PlanName } from '../../../account/plans.ts';
import type { WaitlistKey } from '../../../list/parts.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { EarnedFilter, FulfilInput } from './schema.ts';

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
  { reward, fulfilled }: EarnedFilter,
) => sql`
  account_id = ${accountId} AND waitlist_id = ${waitlistId} AND reached_at > '-infinity'
  ${reward === undefined ? sql`` : sql`AND key = ${reward}`}
  ${fulfilled === undefined ? sql`` : sql`AND (fulfilled_at IS NOT NULL) = ${fulfilled === 'true'}`}`;

/** The signup `s` of a row `g`. */
const signupOf = (sql: Sql | Tx, { accountId }: WaitlistKey) => sql`
  CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = ${accountId} AND id = g.signup_id LIMIT 1) s`;

/** A page of earned rewards, newest first, and their number. */
export async function listEarned(
  tx: Tx,
  list: WaitlistKey,
  filter: EarnedFilter,
  { limit, offset }: PageQuery,
): Promise<{ rows: EarnedRow[]; total: number }> {
  const rows = await tx<EarnedRow[]>`
    SELECT ${columns(tx)}
    FROM (SELECT * FROM reward_grants WHERE ${ofList(tx, list, filter)}
          ORDER BY reached_at DESC, signup_id DESC, at DESC LIMIT ${limit} OFFSET ${offset}) g ${signupOf(tx, list)}
    ORDER BY g.reached_at DESC, g.signup_id DESC, g.at DESC`;
  const [{ count }] = await tx<[{ count: number }]>`
    SELECT count(*) FROM reward_grants WHERE ${ofList(tx, list, filter)}`;
  return { rows: [...rows], total: count };
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
          ORDER BY reached_at DESC, signup_id DESC, at DESC LIMIT ${limit}) g ${signupOf(sql, list)}
    ORDER BY g.reached_at DESC, g.signup_id DESC, g.at DESC`;
}

/** A grant by its key. */
export interface GrantKey {
  readonly signup_id: string;
  readonly at: number;
}

/** The grants that match and are not so yet, in the order of their signups. */
export async function listToChange(
  sql: Sql,
  list: WaitlistKey,
  { fulfilled, filter: { reward, at, signup_ids: ids } }: FulfilInput,
  limit: number,
): Promise<GrantKey[]> {
  const isOther = { reward, fulfilled: fulfilled ? 'false' : 'true' } as const;
  return sql<GrantKey[]>`
    SELECT signup_id, at FROM reward_grants
    WHERE ${ofList(sql, list, isOther)}
      ${at === undefined ? sql`` : sql`AND at = ${at}`}
      ${ids === undefined ? sql`` : sql`AND signup_id = ANY (${ids}::uuid[])`}
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

/** Marks grants that are not so already. The caller holds their signups. @returns those that were changed */
export async function markGrants(
  tx: Tx,
  list: WaitlistKey,
  grants: readonly GrantKey[],
  fulfilled: boolean,
  by: string | null,
): Promise<ChangedReward[]> {
  const { accountId, waitlistId } = list;
  return tx<ChangedReward[]>`
    WITH changed AS (
      UPDATE reward_grants SET fulfilled_at = ${fulfilled ? tx`clock_timestamp()` : null}, fulfilled_by = ${fulfilled ? by : null}
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
