import type { PlanName } from '../../../account/plans.ts';
import { isByKey, keysOf, lockByKey, type RowKey, rowsByKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Statement, Tx } from '../../../platform/postgres/connection.ts';
import type { Deliver, Invitation, InvitationState, InvitationsQuery } from './schema.ts';

/** A new invitation. */
export interface NewInvitationRow extends RowKey {
  readonly signupId: string;
  readonly tokenHash: Buffer;
  /** The mail that takes it; null for a link. */
  readonly mailId: string | null;
}

/** What the invitations of one statement have in common. */
export interface InvitationTerms {
  readonly waitlistId: string;
  readonly waveId: string | null;
  readonly deliver: Deliver;
  readonly validDays: number;
}

/**
 * Stores invitations of signups that the caller holds and that have none that is open. A link is sent by
 * that.
 */
export async function insertInvitations(
  tx: Tx,
  { waitlistId, waveId, deliver, validDays }: InvitationTerms,
  invitations: readonly NewInvitationRow[],
): Promise<void> {
  const rows = invitations.map(({ accountId, id, signupId, tokenHash, mailId }) => ({
    ...{ account_id: accountId, id, signup_id: signupId, mail_id: mailId },
    hash: tokenHash.toString('hex'),
  }));
  await tx`
    INSERT INTO invitations (account_id, id, waitlist_id, signup_id, wave_id, deliver, token_hash, mail_id, valid_days, expires_at, sent_at)
    SELECT r.account_id, r.id, ${waitlistId}, r.signup_id, ${waveId}, ${deliver}, decode(r.hash, 'hex'), r.mail_id, ${validDays},
           clock_timestamp() + make_interval(days => ${validDays}), CASE WHEN ${deliver} = 'link' THEN clock_timestamp() END
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS r(account_id uuid, id uuid, signup_id uuid, mail_id uuid, hash text)
    ORDER BY r.id`;
}

/**
 * Makes a mail of the kind `invite` for each of these signups, which the caller holds. Their jobs are not
 * enqueued.
 */
export async function insertInviteEmails(
  tx: Tx,
  accountId: string,
  emails: readonly { id: string; signupId: string }[],
): Promise<void> {
  await tx`
    INSERT INTO mails (account_id, id, kind, signup_id)
    SELECT ${accountId}, m.id, 'invite', m.signup_id
    FROM unnest(${emails.map(({ id }) => id)}::uuid[], ${emails.map(({ signupId }) => signupId)}::uuid[]) AS m(id, signup_id)`;
}

/** An invitation with what is decided by. */
export interface InvitationRow extends Omit<Invitation, 'resends'> {
  readonly generation: number;
  readonly valid_days: number;
  readonly is_expired: boolean;
  /** In the form that addresses are compared in; null if the signup was deleted. */
  readonly email_key: string | null;
  /** Seconds until it may be sent again; 0 if it may be now. */
  readonly wait_seconds: number;
}

const minutesApart = 60;

const columns = (sql: Sql | Tx) => sql`
  i.id, i.waitlist_id, i.signup_id, s.email, s.email_key, i.wave_id, i.state, i.deliver, i.expires_at, i.created_at, i.sent_at, i.ended_at,
  i.generation, i.valid_days, i.expires_at <= clock_timestamp() AS is_expired,
  ceil(greatest(0, extract(epoch FROM i.last_mailed_at + make_interval(mins => ${minutesApart}) - clock_timestamp())))::integer AS wait_seconds`;

/** Invitations `i` with their signups `s`, on waitlists that are there. */
const withSignups = (sql: Sql | Tx, invitations: Fragment) => sql`
  ${invitations} i
  CROSS JOIN LATERAL (SELECT 1 FROM waitlist_counters WHERE account_id = i.account_id AND waitlist_id = i.waitlist_id LIMIT 1) present
  LEFT JOIN LATERAL (SELECT email, email_key FROM signups WHERE account_id = i.account_id AND id = i.signup_id LIMIT 1) s ON true`;

export async function findInvitation(
  sql: Sql | Tx,
  { accountId, id }: RowKey,
): Promise<InvitationRow | undefined> {
  const one = sql`(SELECT * FROM invitations WHERE account_id = ${accountId} AND id = ${id})`;
  const [row] = await sql<InvitationRow[]>`SELECT ${columns(sql)} FROM ${withSignups(sql, one)}`;
  return row;
}

/** The invitation of a token of this account, by what is stored of it. */
export async function findByToken(
  sql: Sql | Tx,
  accountId: string,
  hash: Buffer,
): Promise<InvitationRow | undefined> {
  const one = sql`(SELECT * FROM invitations WHERE account_id = ${accountId} AND token_hash = ${hash} AND generation >= 0)`;
  const [row] = await sql<InvitationRow[]>`SELECT ${columns(sql)} FROM ${withSignups(sql, one)}`;
  return row;
}

/** The open invitation of a signup. */
export async function findOpenInvitation(tx: Tx, signup: RowKey): Promise<InvitationRow | undefined> {
  const one = tx`(
    SELECT * FROM invitations WHERE account_id = ${signup.accountId} AND signup_id = ${signup.id} AND state IN ('invited', 'converted'))`;
  const [row] = await tx<InvitationRow[]>`SELECT ${columns(tx)} FROM ${withSignups(tx, one)}`;
  return row;
}

/** Holds an invitation until commit. The caller holds its signup, if that is still there. */
export const lockInvitation = (tx: Tx, key: RowKey): Statement =>
  lockByKey(tx, 'invitations', keysOf(tx, [key]), tx`FOR UPDATE`);

/** Ends an invitation that the caller holds. @returns when */
export async function endInvitation(
  tx: Tx,
  { accountId, id }: RowKey,
  state: Exclude<InvitationState, 'invited'>,
): Promise<string> {
  const [row] = await tx<[{ ended_at: string }]>`
    UPDATE invitations SET state = ${state}, ended_at = clock_timestamp() WHERE account_id = ${accountId} AND id = ${id} RETURNING ended_at`;
  return row.ended_at;
}

/** Gives an invitation that the caller holds another token, which is valid as long as the first one was. */
export async function renewInvitation(
  tx: Tx,
  { accountId, id }: RowKey,
  { generation, tokenHash, mailId }: { generation: number; tokenHash: Buffer; mailId: string | null },
): Promise<void> {
  await tx`
    UPDATE invitations
    SET generation = ${generation}, token_hash = ${tokenHash}, mail_id = ${mailId}, last_mailed_at = clock_timestamp(),
        expires_at = clock_timestamp() + make_interval(days => valid_days)
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Whether the mail that takes an invitation was taken back before it left. */
export async function hasLostMail(tx: Tx, { accountId, id }: RowKey): Promise<boolean> {
  const [row] = await tx`
    SELECT 1 FROM invitations i
    WHERE account_id = ${accountId} AND id = ${id} AND mail_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM mails WHERE id = i.mail_id AND account_id = i.account_id)`;
  return row !== undefined;
}

/** Gives an invitation that the caller holds another token; until when it is valid stays. */
export async function replaceToken(
  tx: Tx,
  { accountId, id }: RowKey,
  { generation, tokenHash }: { generation: number; tokenHash: Buffer },
): Promise<void> {
  await tx`
    UPDATE invitations SET generation = ${generation}, token_hash = ${tokenHash}
    WHERE account_id = ${accountId} AND id = ${id}`;
}

const matching = (
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { state, wave_id }: Partial<InvitationsQuery>,
) => sql`
  i.account_id = ${accountId} AND i.waitlist_id = ${waitlistId}
  ${wave_id === undefined ? sql`` : sql`AND i.wave_id = ${wave_id}`} ${state === undefined ? sql`` : sql`AND i.state = ${state}`}`;

/** Newest first. */
export function listInvitations(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { limit, offset, ...filter }: InvitationsQuery,
): Promise<InvitationRow[]> {
  const page = sql`(
    SELECT * FROM invitations i WHERE ${matching(sql, accountId, waitlistId, filter)} ORDER BY i.id DESC LIMIT ${limit} OFFSET ${offset})`;
  return sql<InvitationRow[]>`SELECT ${columns(sql)} FROM ${withSignups(sql, page)} ORDER BY i.id DESC`;
}

export async function countInvitations(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  filter: Pick<InvitationsQuery, 'state' | 'wave_id'>,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM invitations i WHERE ${matching(sql, accountId, waitlistId, filter)}`;
  return row.count;
}

/** The invitations of signups, oldest first. */
export function listInvitationsOf(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<InvitationRow[]> {
  const ofSignups = sql`(
    SELECT i.* FROM unnest(${signupIds as string[]}::uuid[]) AS signup(id) CROSS JOIN LATERAL (
      SELECT * FROM invitations WHERE account_id = ${accountId} AND signup_id = signup.id AND valid_days > 0 OFFSET 0) i)`;
  return sql<InvitationRow[]>`SELECT ${columns(sql)} FROM ${withSignups(sql, ofSignups)} ORDER BY i.id`;
}

/** A signup with what events about its invitation tell. */
export interface InvitedSignup {
  readonly id: string;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  readonly email: string;
  readonly position: number;
  readonly metadata: Record<string, string>;
  readonly created_at: string;
  readonly plan: PlanName;
}

/** Signups of an account, in no order. */
export function listInvited(tx: Tx, signups: readonly RowKey[]): Promise<InvitedSignup[]> {
  return tx<InvitedSignup[]>`
    SELECT s.id, s.waitlist_id, w.name AS waitlist_name, s.email, s.position, s.metadata, s.created_at, a.plan
    FROM ${rowsByKey(tx, 'signups', keysOf(tx, signups))} s
    CROSS JOIN LATERAL (SELECT name FROM waitlists WHERE account_id = s.account_id AND id = s.waitlist_id LIMIT 1) w
    CROSS JOIN LATERAL (SELECT plan FROM accounts WHERE id = s.account_id LIMIT 1) a`;
}

/** An invitation that became another one. */
export interface ChangedInvitation {
  readonly accountId: string;
  readonly id: string;
  readonly signup_id: string;
  readonly wave_id: string | null;
  readonly at: string;
}

/**
 * Marks invitations whose time is over, oldest first. The time of one whose first mail still waits has not
 * begun: it gets all of it. Those that others hold are left to the next run. @returns also how many were
 * looked at
 */
export async function expireInvitations(
  tx: Tx,
  limit: number,
): Promise<{ expired: ChangedInvitation[]; count: number }> {
  const rows = await tx<(ChangedInvitation & { is_waiting: boolean })[]>`
    UPDATE invitations i
    SET (state, ended_at, expires_at) = (
      SELECT CASE WHEN waits THEN 'invited' ELSE 'expired' END, CASE WHEN NOT waits THEN clock_timestamp() END,
             CASE WHEN waits THEN clock_timestamp() + make_interval(days => i.valid_days) ELSE i.expires_at END
      FROM (SELECT i.sent_at IS NULL AND EXISTS (
              SELECT FROM mails WHERE id = i.mail_id AND account_id = i.account_id AND state IN ('queued', 'held', 'sending')) AS waits) first)
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM invitations WHERE state = 'invited' AND expires_at <= statement_timestamp()
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING account_id AS "accountId", id, signup_id, wave_id, ended_at AS at, state = 'invited' AS is_waiting`;
  return {
    expired: rows.flatMap(({ is_waiting, ...expired }) => (is_waiting ? [] : [expired])),
    count: rows.length,
  };
}

/**
 * Revokes the invitations of signups that are being removed, and forgets their conversions. The caller holds
 * the signups.
 */
export async function revokeInvitationsOf(tx: Tx, signups: readonly RowKey[]): Promise<void> {
  const open = await tx<RowKey[]>`
    SELECT i.account_id AS "accountId", i.id FROM ${keysOf(tx, signups)} CROSS JOIN LATERAL (
      SELECT account_id, id FROM invitations WHERE account_id = key.account_id AND signup_id = key.id AND state IN ('invited', 'converted') LIMIT 1) i`;
  if (open.length > 0) {
    await lockByKey(tx, 'invitations', keysOf(tx, open), tx`FOR UPDATE`);
    await tx`
      UPDATE invitations SET state = 'revoked', ended_at = clock_timestamp()
      WHERE ${isByKey(tx, 'invitations', keysOf(tx, open))} AND state = 'invited'`;
  }
  await tx`
    DELETE FROM conversions WHERE ctid = ANY (ARRAY(
      SELECT c.ctid FROM ${keysOf(tx, signups)} CROSS JOIN LATERAL (
        SELECT ctid FROM conversions WHERE account_id = key.account_id AND signup_id = key.id LIMIT 1) c))`;
}

/** Deletes invitations and conversions of a deleted waitlist, up to `limit` of each. @returns how many */
export async function purgeInvitations(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  limit: number,
): Promise<number> {
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const invitations = await tx`
    DELETE FROM invitations WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM invitations WHERE ${ofList()} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  const conversions = await tx`
    DELETE FROM conversions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM conversions WHERE ${ofList()} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return invitations.count + conversions.count;
}
