import type { WaitlistKey } from '../../../list/parts.ts';
import type { PeopleFilter, ShownPeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { Deliver } from '../invitations/schema.ts';
import type { ExclusionReason, LeftOutReason, Member, MemberOrder, WaveInput, WaveState } from './schema.ts';

/** A wave as it is stored. */
export interface WaveRow {
  readonly id: string;
  readonly waitlist_id: string;
  readonly name: string | null;
  readonly state: WaveState;
  readonly size: number;
  readonly member_order: MemberOrder;
  readonly filter: ShownPeopleFilter;
  readonly expires_in_days: number;
  readonly per_hour: number | null;
  readonly deliver: Deliver;
  readonly matched: number;
  readonly selected: number;
  readonly excluded: Partial<Record<ExclusionReason, number>>;
  readonly sample: string[];
  readonly invited: number;
  readonly left_out: Partial<Record<LeftOutReason, number>>;
  readonly created_at: string;
  readonly launched_at: string | null;
  readonly finished_at: string | null;
  readonly cancelled_at: string | null;
  /** Whether the draft is older than 24 hours. */
  readonly is_stale: boolean;
  /** Seconds until the next members may be invited; 0 if they may be now. */
  readonly wait_seconds: number;
}

/** The ids may be thousands, and are counted. */
const shownFilter = (sql: Sql | Tx) => sql`
  v.filter - 'ids' || CASE WHEN v.filter -> 'ids' IS NULL THEN '{}' ELSE jsonb_build_object('id_count', jsonb_array_length(v.filter -> 'ids')) END`;

const columns = (sql: Sql | Tx) => sql`
  v.id, v.waitlist_id, v.name, v.state, v.size, v.member_order, ${shownFilter(sql)} AS filter, v.expires_in_days, v.per_hour, v.deliver, v.matched, v.selected, v.excluded,
  v.sample, v.invited, v.left_out, v.created_at, v.launched_at, v.finished_at, v.cancelled_at,
  coalesce(v.drafted_at < clock_timestamp() - interval '24 hours', false) AS is_stale,
  greatest(0, coalesce(extract(epoch FROM v.next_at - clock_timestamp()), 0))::float AS wait_seconds`;

/** Of a waitlist that was deleted there is none. */
const presentWave = (sql: Sql | Tx, { accountId, id }: RowKey) => sql`
  waves v WHERE v.account_id = ${accountId} AND v.id = ${id}
    AND EXISTS (SELECT FROM waitlist_counters c WHERE c.account_id = v.account_id AND c.waitlist_id = v.waitlist_id)`;

export async function findWave(sql: Sql | Tx, key: RowKey): Promise<WaveRow | undefined> {
  const [row] = await sql<WaveRow[]>`SELECT ${columns(sql)} FROM ${presentWave(sql, key)}`;
  return row;
}

/** The whole filter of a wave. */
export async function findWaveFilter(sql: Sql, { accountId, id }: RowKey): Promise<PeopleFilter> {
  const [row] = await sql<{ filter: PeopleFilter }[]>`
    SELECT filter FROM waves WHERE account_id = ${accountId} AND id = ${id}`;
  return row?.filter ?? {};
}

/** Holds a wave until commit, before anything else. @returns undefined if it or its waitlist is gone */
export async function lockWave(tx: Tx, key: RowKey): Promise<WaveRow | undefined> {
  await tx`SELECT 1 FROM waves WHERE account_id = ${key.accountId} AND id = ${key.id} FOR UPDATE`;
  return findWave(tx, key);
}

/** Newest first. */
export function listWaves(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { limit, offset }: PageQuery,
): Promise<WaveRow[]> {
  return sql<WaveRow[]>`
    SELECT ${columns(sql)} FROM waves v
    WHERE v.account_id = ${accountId} AND v.waitlist_id = ${waitlistId} AND v.created_at > '-infinity'
    ORDER BY v.created_at DESC, v.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

export async function countWaves(sql: Sql, accountId: string, waitlistId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM waves WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'`;
  return row.count;
}

/** Whether a waitlist has a wave that was launched. */
export async function hasLaunched(sql: Sql, { accountId, waitlistId }: WaitlistKey): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM waves
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'
        AND launched_at IS NOT NULL) AS has`;
  return row?.has ?? false;
}

/** Waves of all accounts that are being sent. */
export function listWavesGoingOut(sql: Sql, limit: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`SELECT id FROM waves WHERE state = 'sending' ORDER BY id LIMIT ${limit}`;
}

/** Drafts of an account that may still be launched, and those that are being selected. */
export async function countDrafts(sql: Sql | Tx, accountId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM waves
    WHERE account_id = ${accountId} AND state IN ('selecting', 'draft') AND created_at > statement_timestamp() - interval '25 hours'`;
  return row.count;
}

/** Stores a wave whose members are still to be selected. */
export async function insertWave(
  tx: Tx,
  { accountId, id }: RowKey,
  waitlistId: string,
  { name, size, order, filter, expires_in_days, per_hour, deliver }: WaveInput,
): Promise<void> {
  await tx`
    INSERT INTO waves (account_id, id, waitlist_id, name, size, member_order, filter, expires_in_days, per_hour, deliver)
    VALUES (${accountId}, ${id}, ${waitlistId}, ${name ?? null}, ${size}, ${order}, ${JSON.stringify(filter ?? {})}::text::jsonb,
            ${expires_in_days}, ${per_hour ?? null}, ${deliver})`;
}

/** The signups of a sample that are still there, in its order. */
export function listSample(sql: Sql | Tx, { accountId, id }: RowKey): Promise<Member[]> {
  return sql<Member[]>`
    SELECT s.id AS signup_id, s.email, s.position, s.referral_count
    FROM waves v CROSS JOIN LATERAL unnest(v.sample) WITH ORDINALITY AS member(id, number)
    CROSS JOIN LATERAL (
      SELECT id, email, position, referral_count FROM signups WHERE account_id = v.account_id AND id = member.id LIMIT 1) s
    WHERE v.account_id = ${accountId} AND v.id = ${id} ORDER BY member.number`;
}

/** Begins to send a draft. The caller holds it. @returns when */
export async function markLaunched(tx: Tx, { accountId, id }: RowKey): Promise<string> {
  const [row] = await tx<[{ launched_at: string }]>`
    UPDATE waves SET state = 'sending', launched_at = clock_timestamp() WHERE account_id = ${accountId} AND id = ${id} RETURNING launched_at`;
  return row.launched_at;
}

/** Ends a wave, whose members that are left are forgotten. The caller holds it. */
export async function finishWave(
  tx: Tx,
  { accountId, id }: RowKey,
  state: 'sent' | 'cancelled',
): Promise<void> {
  await tx`DELETE FROM wave_parts WHERE account_id = ${accountId} AND wave_id = ${id}`;
  await tx`
    UPDATE waves
    SET state = ${state}, finished_at = clock_timestamp(), cancelled_at = CASE WHEN ${state} = 'cancelled' THEN clock_timestamp() END
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** The next members of a wave. */
export interface WavePart {
  readonly part: number;
  readonly signup_ids: string[];
}

/** Up to `most` parts, in their order. The caller holds the wave. */
export function findWaveParts(tx: Tx, { accountId, id }: RowKey, most: number): Promise<WavePart[]> {
  return tx<WavePart[]>`
    SELECT part, signup_ids FROM wave_parts WHERE account_id = ${accountId} AND wave_id = ${id} ORDER BY part LIMIT ${most}`;
}

/** Records that all members of the next parts are dealt with. The caller holds the wave. */
export async function takeParts(
  tx: Tx,
  { accountId, id }: RowKey,
  parts: readonly WavePart[],
): Promise<void> {
  await tx`
    DELETE FROM wave_parts WHERE account_id = ${accountId} AND wave_id = ${id} AND part <= ${parts.at(-1)?.part ?? -1}`;
}

/** The same for the first `taken` members of a part, but not all. */
export async function takeFromPart(
  tx: Tx,
  { accountId, id }: RowKey,
  { part, signup_ids }: WavePart,
  taken: number,
): Promise<void> {
  await tx`
    UPDATE wave_parts SET signup_ids = ${signup_ids.slice(taken)}::uuid[]
    WHERE account_id = ${accountId} AND wave_id = ${id} AND part = ${part}`;
}

/**
 * Counts what became of members. The next ones may be invited after `pauseSeconds`. The caller holds the
 * wave.
 */
export async function countMembers(
  tx: Tx,
  { accountId, id }: RowKey,
  invited: number,
  leftOut: WaveRow['left_out'],
  pauseSeconds: number,
): Promise<void> {
  await tx`
    UPDATE waves SET invited = invited + ${invited}, left_out = ${JSON.stringify(leftOut)}::text::jsonb,
      next_at = clock_timestamp() + make_interval(secs => ${pauseSeconds})
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** A member as it is found when it is to be invited. */
export interface CandidateRow {
  readonly id: string;
  readonly email_key: string;
  readonly signed_up_at: string | null;
  readonly unsubscribed: boolean;
  readonly invited: boolean;
  readonly converted: boolean;
}

/** The members that are still on the waitlist. The caller holds them. */
export function listCandidates(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  ids: readonly string[],
): Promise<CandidateRow[]> {
  return tx<CandidateRow[]>`
    SELECT s.id, s.email_key, CASE WHEN s.unsubscribed_at IS NULL THEN s.created_at END AS signed_up_at, s.unsubscribed_at IS NOT NULL AS unsubscribed,
           coalesce(i.state = 'invited', false) AS invited, coalesce(i.state = 'converted', false) OR c.signup_id IS NOT NULL AS converted
    FROM unnest(${ids as string[]}::uuid[]) WITH ORDINALITY AS member(id, number)
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = ${accountId} AND id = member.id LIMIT 1) s
    LEFT JOIN LATERAL (
      SELECT state FROM invitations WHERE account_id = ${accountId} AND signup_id = s.id AND state IN ('invited', 'converted') LIMIT 1) i ON true
    LEFT JOIN LATERAL (SELECT signup_id FROM conversions WHERE account_id = ${accountId} AND signup_id = s.id LIMIT 1) c ON true
    WHERE s.waitlist_id = ${waitlistId} ORDER BY member.number`;
}

/** Forgets the members of drafts that cannot be launched any more. @returns how many parts */
export async function deleteStaleParts(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM wave_parts WHERE ctid = ANY (ARRAY(
      SELECT p.ctid FROM waves v JOIN wave_parts p ON p.account_id = v.account_id AND p.wave_id = v.id
      WHERE v.state = 'draft' AND v.drafted_at < statement_timestamp() - interval '25 hours'
      LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED))`;
  return count;
}

/** Deletes the waves of a deleted waitlist. */
export async function deleteWavesOf(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  const ofList = () =>
    tx`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'`;
  await pipeline(
    tx`SELECT 1 FROM waves WHERE ${ofList()} ORDER BY id FOR UPDATE`,
    tx`
    DELETE FROM wave_parts WHERE account_id = ${accountId} AND wave_id = ANY (ARRAY(SELECT id FROM waves WHERE ${ofList()}))`,
    tx`DELETE FROM waves WHERE ${ofList()}`,
  );
}
