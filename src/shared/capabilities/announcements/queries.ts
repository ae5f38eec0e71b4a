import type { EmailDesign } from '../../mail/design/email-design.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import type { PageQuery } from '../../platform/schema/paging.ts';
import type {
  AnnouncementFilter,
  AnnouncementState,
  ExclusionReason,
  LeftOutReason,
  PausedReason,
  ShownAnnouncementFilter,
} from './schema.ts';

/** An announcement as it is stored, without what is long. */
export interface AnnouncementRow {
  readonly id: string;
  readonly waitlist_id: string;
  readonly name: string;
  readonly state: AnnouncementState;
  readonly subject: string;
  readonly filter: ShownAnnouncementFilter;
  readonly per_hour: number | null;
  readonly send_at: string | null;
  readonly matched: number;
  readonly selected: number;
  readonly imported: number;
  readonly excluded: Partial<Record<ExclusionReason, number>>;
  readonly expected_count: number | null;
  readonly sample_size: number | null;
  readonly sample_left: number | null;
  readonly mailed: number;
  readonly left_out: Partial<Record<LeftOutReason, number>>;
  readonly is_held: boolean;
  readonly judged_after: string;
  readonly paused_reason: PausedReason | null;
  readonly refusal: string | null;
  readonly created_at: string;
  readonly launched_at: string | null;
  readonly finished_at: string | null;
  /** Seconds until `send_at`, 0 if it has come. */
  readonly begin_seconds: number;
  /** Seconds until the next members may get it; 0 if they may now. */
  readonly wait_seconds: number;
}

/** The ids may be thousands, and are counted. */
const shownFilter = (sql: Sql | Tx) => sql`
  a.filter - 'ids' || CASE WHEN a.filter -> 'ids' IS NULL THEN '{}' ELSE jsonb_build_object('id_count', jsonb_array_length(a.filter -> 'ids')) END`;

const columns = (sql: Sql | Tx) => sql`
  a.id, a.waitlist_id, a.name, a.state, a.subject, ${shownFilter(sql)} AS filter, a.per_hour, a.send_at, a.matched, a.selected, a.imported, a.excluded,
  a.expected_count, a.sample_size, a.sample_left, a.mailed, a.left_out, a.is_held, a.judged_after, a.paused_reason, a.refusal, a.created_at, a.launched_at, a.finished_at,
  greatest(0, coalesce(extract(epoch FROM a.send_at - clock_timestamp()), 0))::float AS begin_seconds,
  greatest(0, coalesce(extract(epoch FROM a.next_at - clock_timestamp()), 0))::float AS wait_seconds`;

/** Of a waitlist that was deleted there is none. */
const presentAnnouncement = (sql: Sql | Tx, { accountId, id }: RowKey) => sql`
  announcements a WHERE a.account_id = ${accountId} AND a.id = ${id}
    AND EXISTS (SELECT FROM waitlist_counters c WHERE c.account_id = a.account_id AND c.waitlist_id = a.waitlist_id)`;

export async function findAnnouncement(sql: Sql | Tx, key: RowKey): Promise<AnnouncementRow | undefined> {
  const [row] = await sql<AnnouncementRow[]>`SELECT ${columns(sql)} FROM ${presentAnnouncement(sql, key)}`;
  return row;
}

/** The account of an announcement that an operator names. It reads the keys of all. */
export async function findAccountOfAnnouncement(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<
    { account_id: string }[]
  >`SELECT account_id FROM announcements WHERE id = ${id} LIMIT 1`;
  return row?.account_id;
}

/** What the people read. */
export interface AnnouncementText {
  readonly subject: string;
  readonly html: string;
  readonly design: EmailDesign | null;
}

/** The text of an announcement that is there. */
export async function findText(sql: Sql | Tx, { accountId, id }: RowKey): Promise<AnnouncementText> {
  const [row] = await sql<[AnnouncementText]>`
    SELECT subject, html, design FROM announcements WHERE account_id = ${accountId} AND id = ${id}`;
  return row;
}

/** The whole filter of an announcement. */
export async function findFilter(sql: Sql | Tx, { accountId, id }: RowKey): Promise<AnnouncementFilter> {
  const [row] = await sql<{ filter: AnnouncementFilter }[]>`
    SELECT filter FROM announcements WHERE account_id = ${accountId} AND id = ${id}`;
  return row?.filter ?? {};
}

/**
 * Holds an announcement until commit, before anything else. @returns undefined if it or its waitlist is gone
 */
export async function lockAnnouncement(tx: Tx, key: RowKey): Promise<AnnouncementRow | undefined> {
  await tx`SELECT 1 FROM announcements WHERE account_id = ${key.accountId} AND id = ${key.id} FOR UPDATE`;
  return findAnnouncement(tx, key);
}

/** Newest first. */
export function listAnnouncements(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { limit, offset }: PageQuery,
): Promise<AnnouncementRow[]> {
  return sql<AnnouncementRow[]>`
    SELECT ${columns(sql)} FROM announcements a
    WHERE a.account_id = ${accountId} AND a.waitlist_id = ${waitlistId} AND a.created_at > '-infinity'
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

export async function countAnnouncements(sql: Sql, accountId: string, waitlistId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM announcements WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'`;
  return row.count;
}

/** An announcement of an account that goes out, or waits for its time or a decision. */
export interface AnnouncementUnderWay
  extends Pick<
    AnnouncementRow,
    'id' | 'waitlist_id' | 'name' | 'state' | 'selected' | 'mailed' | 'send_at' | 'is_held' | 'paused_reason'
  > {
  readonly waitlist_name: string;
}

/** Those of all waitlists, the newest first. */
export function listAnnouncementsUnderWay(
  sql: Sql,
  accountId: string,
  limit: number,
): Promise<AnnouncementUnderWay[]> {
  return sql<AnnouncementUnderWay[]>`
    SELECT a.id, a.waitlist_id, a.name, a.state, a.selected, a.mailed, a.send_at, a.is_held, a.paused_reason, w.name AS waitlist_name
    FROM announcements a JOIN waitlists w ON w.account_id = ${accountId} AND w.id = a.waitlist_id AND w.deleted_at IS NULL
    WHERE a.account_id = ${accountId} AND a.created_at > '-infinity' AND a.state IN ('selecting', 'scheduled', 'sending', 'paused')
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`;
}

/** An announcement of any account whose people get it now. */
interface GoingOut extends Pick<AnnouncementRow, 'id' | 'selected' | 'mailed'> {
  readonly account_id: string;
}

/** Those of all accounts that are being sent, or whose time has come. */
export function listGoingOut(sql: Sql, limit: number): Promise<GoingOut[]> {
  return sql<GoingOut[]>`
    SELECT account_id, id, selected, mailed FROM announcements
    WHERE state IN ('selecting', 'sending') OR (state = 'scheduled' AND send_at <= clock_timestamp())
    ORDER BY id LIMIT ${limit}`;
}

/** Drafts of an account. */
export async function countDrafts(sql: Sql | Tx, accountId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM announcements WHERE account_id = ${accountId} AND state IN ('counting', 'draft')`;
  return row.count;
}

/** What an account writes of an announcement. */
export interface Written {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly design: EmailDesign | null;
  readonly filter: AnnouncementFilter;
  readonly per_hour: number | null;
  readonly send_at: string | null;
}

const writtenColumns = (tx: Tx) => tx`name, subject, html, design, filter, per_hour, send_at`;

const writtenValues = (tx: Tx, { name, subject, html, design, filter, per_hour, send_at }: Written) => tx`
  ${name}, ${subject}, ${html}, ${design && JSON.stringify(design)}::text::jsonb, ${JSON.stringify(filter)}::text::jsonb, ${per_hour}::integer, ${send_at}::timestamptz`;

/** Stores a draft whose people are still to be counted. */
export async function insertAnnouncement(
  tx: Tx,
  { accountId, id }: RowKey,
  waitlistId: string,
  written: Written,
): Promise<void> {
  await tx`
    INSERT INTO announcements (account_id, id, waitlist_id, state, ${writtenColumns(tx)})
    VALUES (${accountId}, ${id}, ${waitlistId}, 'counting', ${writtenValues(tx, written)})`;
}

/** Replaces what is written of a draft that the caller holds. */
export async function updateWritten(tx: Tx, { accountId, id }: RowKey, written: Written): Promise<void> {
  await tx`
    UPDATE announcements SET (${writtenColumns(tx)}, refusal) = ROW(${writtenValues(tx, written)}, NULL::text)
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** What is written of an announcement that is there. */
export async function findWritten(sql: Sql | Tx, { accountId, id }: RowKey): Promise<Written> {
  const [row] = await sql<[Written]>`
    SELECT name, subject, html, design, filter, per_hour, send_at FROM announcements WHERE account_id = ${accountId} AND id = ${id}`;
  return row;
}

/** A change of an announcement that the caller holds. */
export interface Change {
  readonly state?: AnnouncementState;
  readonly paused_reason?: PausedReason | null;
  readonly refusal?: string | null;
  readonly expected_count?: number;
  readonly sample_size?: number | null;
  readonly sample_left?: number | null;
  readonly launched_at?: string | null;
  readonly judged_after?: string;
  readonly is_held?: boolean;
}

/** Changes an announcement that the caller holds. */
export async function change(tx: Tx, { accountId, id }: RowKey, changed: Change): Promise<void> {
  await tx`UPDATE announcements SET ${tx(changed)} WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Ends an announcement, whose members that are left are forgotten. The caller holds it. @returns when */
export async function finish(
  tx: Tx,
  { accountId, id }: RowKey,
  state: 'sent' | 'cancelled',
): Promise<string> {
  await tx`DELETE FROM announcement_parts WHERE account_id = ${accountId} AND announcement_id = ${id}`;
  const [row] = await tx<[{ finished_at: string }]>`
    UPDATE announcements SET state = ${state}, finished_at = clock_timestamp(), paused_reason = NULL, is_held = false, under_way = '{}'
    WHERE account_id = ${accountId} AND id = ${id} RETURNING finished_at`;
  return row.finished_at;
}

/** Whether another announcement of a waitlist has gone out to so many people. */
export async function hasEarlier(
  sql: Sql | Tx,
  { accountId, id }: RowKey,
  waitlistId: string,
  people: number,
): Promise<boolean> {
  const [row] = await sql<[{ has: boolean }]>`
    SELECT EXISTS (
      SELECT FROM announcements
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity' AND id <> ${id} AND mailed >= ${people}) AS has`;
  return row.has;
}

/** The time zone of an account, by its IANA name. */
export async function findTimeZone(sql: Sql, accountId: string): Promise<string> {
  const [row] = await sql<{ time_zone: string }[]>`SELECT time_zone FROM accounts WHERE id = ${accountId}`;
  return row?.time_zone ?? 'UTC';
}

/** Deletes what announcements keep of signups: before them, or as they go. */
export async function deleteMembersOf(tx: Tx, signups: readonly RowKey[]): Promise<void> {
  await tx`
    DELETE FROM announcement_members WHERE ctid = ANY (ARRAY(
      SELECT m.ctid
      FROM unnest(${signups.map(({ accountId }) => accountId)}::uuid[], ${signups.map(({ id }) => id)}::uuid[]) AS key(account_id, signup_id)
      CROSS JOIN LATERAL (
        SELECT ctid FROM announcement_members
        WHERE account_id = key.account_id AND signup_id = key.signup_id AND id > '00000000-0000-0000-0000-000000000000' OFFSET 0) m))`;
}

/** Deletes the announcements of a deleted waitlist. Its signups, and with them the members, are gone. */
export async function deleteAnnouncementsOf(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  const ofList = () =>
    tx`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'`;
  await pipeline(
    tx`SELECT 1 FROM announcements WHERE ${ofList()} ORDER BY id FOR UPDATE`,
    tx`
    DELETE FROM announcement_parts
    WHERE account_id = ${accountId} AND announcement_id = ANY (ARRAY(SELECT id FROM announcements WHERE ${ofList()}))`,
    tx`DELETE FROM announcements WHERE ${ofList()}`,
  );
}

/**
 * Deletes up to `limit` parts of the announcements of a deleted waitlist, 200 people each. @returns how many
 */
export async function purgeParts(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    DELETE FROM announcement_parts WHERE ctid = ANY (ARRAY(
      SELECT p.ctid FROM announcements a
      CROSS JOIN LATERAL (
        SELECT ctid FROM announcement_parts WHERE account_id = a.account_id AND announcement_id = a.id OFFSET 0) p
      WHERE a.account_id = ${accountId} AND a.waitlist_id = ${waitlistId} AND a.created_at > '-infinity' LIMIT ${limit}))`;
  return count;
}
