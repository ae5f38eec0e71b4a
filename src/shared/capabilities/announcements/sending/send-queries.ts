import { rankOf } from '../../../list/mail-state/status.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { isBounced } from '../members/figure-queries.ts';
import type { AnnouncementRow } from '../queries.ts';

/** The next members of an announcement. */
export interface Part {
  readonly part: number;
  readonly signup_ids: string[];
}

/** The caller holds the announcement. @returns undefined if no member is left */
export async function findPart(tx: Tx, { accountId, id }: RowKey): Promise<Part | undefined> {
  const [row] = await tx<Part[]>`
    SELECT part, signup_ids FROM announcement_parts WHERE account_id = ${accountId} AND announcement_id = ${id} ORDER BY part LIMIT 1`;
  return row;
}

/**
 * Records that the first `taken` members of a part have had their turn. The caller holds the announcement.
 */
export async function takeFromPart(
  tx: Tx,
  { accountId, id }: RowKey,
  { part, signup_ids }: Part,
  taken: number,
): Promise<void> {
  const ofPart = tx`account_id = ${accountId} AND announcement_id = ${id} AND part = ${part}`;
  if (taken >= signup_ids.length) await tx`DELETE FROM announcement_parts WHERE ${ofPart}`;
  else
    await tx`UPDATE announcement_parts SET signup_ids = ${signup_ids.slice(taken)}::uuid[] WHERE ${ofPart}`;
}

/** A mail of an announcement that had not ended when it was last looked at. */
export interface UnderWay {
  readonly id: string;
  /** Null: it is gone with its signup, or it has ended. */
  readonly state: 'queued' | 'held' | 'sending' | null;
}

/** By their keys, one by one. The caller holds the announcement. */
export function listUnderWay(tx: Tx, { accountId, id }: RowKey): Promise<UnderWay[]> {
  return tx<UnderWay[]>`
    SELECT mail.id, m.state
    FROM announcements a CROSS JOIN LATERAL unnest(a.under_way) AS mail(id)
    LEFT JOIN LATERAL (
      SELECT CASE WHEN state IN ('queued', 'held', 'sending') THEN state END AS state FROM mails WHERE id = mail.id AND account_id = ${accountId} LIMIT 1) m ON true
    WHERE a.account_id = ${accountId} AND a.id = ${id}`;
}

/**
 * Gives members whose mails were taken back their turn again, before all others. The caller holds the
 * announcement and has deleted the mails. `left` are those that are still under way.
 */
export async function putBack(
  tx: Tx,
  { accountId, id }: RowKey,
  mailIds: readonly string[],
  left: readonly string[],
): Promise<void> {
  const members = await tx<{ signup_id: string }[]>`
    DELETE FROM announcement_members WHERE ctid = ANY (ARRAY(
      SELECT m.ctid FROM unnest(${mailIds as string[]}::uuid[]) AS mail(id) CROSS JOIN LATERAL (
        SELECT ctid FROM announcement_members
        WHERE account_id = ${accountId} AND announcement_id = ${id} AND id = mail.id AND id > '00000000-0000-0000-0000-000000000000' LIMIT 1) m))
    RETURNING signup_id`;
  if (members.length > 0)
    await tx`
      INSERT INTO announcement_parts (account_id, announcement_id, part, signup_ids)
      SELECT ${accountId}::uuid, ${id}::uuid, coalesce(min(part), 0) - 1, ${members.map(({ signup_id }) => signup_id)}::uuid[]
      FROM announcement_parts WHERE account_id = ${accountId} AND announcement_id = ${id}`;
  await tx`
    UPDATE announcements
    SET under_way = ${left as string[]}::uuid[], mailed = mailed - ${members.length}, sample_left = sample_left + ${members.length}
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** What a turn comes to. */
export interface Turn {
  /** Ids of the mails that are under way, with those that were made. */
  readonly underWay: readonly string[];
  readonly mailed: number;
  /** How many members had their turn. */
  readonly taken: number;
  readonly leftOut: AnnouncementRow['left_out'];
  /** Seconds until the next ones may go; from when these might have gone, but for a minute at most. */
  readonly pauseSeconds: number;
}

/** Records a turn. The caller holds the announcement. */
export async function recordTurn(
  tx: Tx,
  { accountId, id }: RowKey,
  { underWay, mailed, taken, leftOut, pauseSeconds }: Turn,
): Promise<void> {
  await tx`
    UPDATE announcements
    SET under_way = ${underWay as string[]}::uuid[], mailed = mailed + ${mailed}, left_out = ${JSON.stringify(leftOut)}::text::jsonb,
        sample_left = sample_left - ${taken}, is_held = false,
        next_at = greatest(coalesce(next_at, clock_timestamp()), clock_timestamp() - interval '1 minute') + make_interval(secs => ${pauseSeconds})
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** A member as it is found when it is its turn. */
export interface CandidateRow {
  readonly id: string;
  readonly email_key: string;
  readonly signed_up_at: string | null;
  readonly unsubscribed: boolean;
}

/** The members that are still on the waitlist. The caller holds them. */
export function listCandidates(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  ids: readonly string[],
): Promise<CandidateRow[]> {
  return tx<CandidateRow[]>`
    SELECT s.id, s.email_key, CASE WHEN s.unsubscribed_at IS NULL THEN s.created_at END AS signed_up_at, s.unsubscribed_at IS NOT NULL AS unsubscribed
    FROM unnest(${ids as string[]}::uuid[]) WITH ORDINALITY AS member(id, number)
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = ${accountId} AND id = member.id LIMIT 1) s
    WHERE s.waitlist_id = ${waitlistId} ORDER BY member.number`;
}

/** A member whose turn has come. */
export interface NewMember {
  /** Of the mail; of none if the member is left out. */
  readonly id: string;
  readonly signupId: string;
  readonly leftOut: string | null;
}

/**
 * Notes members whose turn has come, and makes the mails of those who get one. The caller holds the
 * announcement and the signups. @throws PostgresError of announcement_members_pkey: nobody gets two
 */
export async function insertMembers(
  tx: Tx,
  { accountId, id }: RowKey,
  members: readonly NewMember[],
): Promise<void> {
  const rows = members.map(({ id: mail_id, signupId: signup_id, leftOut: left_out }) => ({
    ...{ mail_id, signup_id, left_out },
  }));
  await tx`
    WITH member AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS m(mail_id uuid, signup_id uuid, left_out text)
    ), mail AS (
      INSERT INTO mails (account_id, id, kind, signup_id)
      SELECT ${accountId}::uuid, mail_id, 'announcement', signup_id FROM member WHERE left_out IS NULL
    )
    INSERT INTO announcement_members (account_id, announcement_id, signup_id, id, left_out)
    SELECT ${accountId}::uuid, ${id}::uuid, signup_id, mail_id, left_out FROM member`;
}

/** The newest mails that have left. */
export interface Newest {
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
}

/** Mails that are looked at for those: few of the newest have not left. */
const mostLookedAt = 2_000;

/** What became of the last `limit` mails that have left, of those behind the last decision. */
export async function findNewest(
  tx: Sql | Tx,
  { accountId, id }: RowKey,
  after: string,
  limit: number,
): Promise<Newest> {
  const [row] = await tx<[Newest]>`
    SELECT count(*) AS sent, count(*) FILTER (WHERE ${isBounced(tx)}) AS bounced, count(*) FILTER (WHERE m.status = ${rankOf('complained')}) AS complained
    FROM (
      SELECT m.status, m.bounce_class
      FROM (SELECT id FROM announcement_members
            WHERE account_id = ${accountId} AND announcement_id = ${id} AND id > '00000000-0000-0000-0000-000000000000' AND id > ${after} AND left_out IS NULL
            ORDER BY id DESC LIMIT ${mostLookedAt}) member
      CROSS JOIN LATERAL (SELECT status, bounce_class, state FROM mails WHERE id = member.id AND account_id = ${accountId} LIMIT 1) m
      WHERE m.state = 'sent' LIMIT ${limit}) m`;
  return row;
}
