import type { PlanName } from '../../account/plans.ts';
import type { BounceClass } from '../../list/mail-state/bounce.ts';
import { type EmailStatus, rankOf } from '../../list/mail-state/status.ts';
import { platformAccountId } from '../../platform/ids.ts';
import {
  isByKey,
  keysFrom,
  keysOf,
  lockByKey,
  type RowKey,
  rowsByKey,
} from '../../platform/postgres/by-key.ts';
import type { Statement, Tx } from '../../platform/postgres/connection.ts';
import { stampingKinds } from '../kinds.ts';
import { signupIdOf } from '../mails/mails.ts';

/** An event as it is stored. */
export interface EmailEventInput {
  readonly id: string;
  readonly event_id: string;
  readonly nonce: string | null;
  readonly status_rank: number;
  /** Of a mail that came back; left out or null: for good. */
  readonly bounce_class?: BounceClass | null;
  readonly bounce_reason?: string | null;
  readonly occurred_at: string;
  readonly provider_message_id: string | null;
  /** The id in the mail's tag: that of the mail, which for the kind signup is the signup's. */
  readonly signup_id: string | null;
  /** Of a click: `hashOfLink` of the link, in hex. */
  readonly clicked_link?: string | null;
}

/**
 * Stores events and enqueues their application; an event that is known already is left out (C6.9). @returns
 * the ids of the new ones
 * @throws PostgresError of email_events_nonce for a single-use token that another event has used
 */
export async function storeEmailEvents(
  tx: Tx,
  origin: { account_id: string; provider: string },
  events: readonly EmailEventInput[],
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    WITH stored AS (
      INSERT INTO email_events (account_id, id, event_id, nonce, provider, status_rank, bounce_class, bounce_reason, occurred_at, provider_message_id, signup_id, clicked_link)
      SELECT ${origin.account_id}::uuid, e.id, e.event_id, e.nonce, ${origin.provider}, e.status_rank, e.bounce_class, e.bounce_reason, e.occurred_at,
             e.provider_message_id, e.signup_id, decode(e.clicked_link, 'hex')
      FROM json_to_recordset(${JSON.stringify(events)}::text::json) AS e(
        id uuid, event_id text, nonce text, status_rank smallint, bounce_class text, bounce_reason text, occurred_at timestamptz, provider_message_id text, signup_id uuid, clicked_link text)
      ORDER BY e.event_id -- two requests with the same events wait for each other in one order
      ON CONFLICT (account_id, event_id) WHERE event_id >= '' DO NOTHING RETURNING account_id, id)
    INSERT INTO outbox (account_id, job, id) SELECT account_id, 'apply-email-event', id FROM stored RETURNING id`;
  return rows.map(({ id }) => id);
}

export interface EmailEventRow {
  id: string;
  account_id: string;
  provider: string;
  status_rank: number;
  bounce_class: BounceClass | null;
  bounce_reason: string | null;
  occurred_at: string;
  provider_message_id: string | null;
  signup_id: string | null;
  /** In hex. */
  clicked_link: string | null;
}

/** Holds events until commit, by id, and reads them. */
export function lockEmailEvents(tx: Tx, keys: readonly RowKey[]) {
  return tx<EmailEventRow[]>`
    SELECT e.id, e.account_id, e.provider, e.status_rank, e.bounce_class, e.bounce_reason, e.occurred_at, e.provider_message_id, e.signup_id,
           encode(e.clicked_link, 'hex') AS clicked_link
    FROM ${rowsByKey(tx, 'email_events', keysOf(tx, keys), tx`FOR UPDATE`)} e`;
}

/** Leaves events, which the caller holds, until their mails are known. */
export async function markUnmatched(tx: Tx, keys: readonly RowKey[]): Promise<void> {
  await tx`UPDATE email_events SET unmatched = true WHERE ${isByKey(tx, 'email_events', keysOf(tx, keys))}`;
}

/** The mail that an event is about. */
export interface MatchedEmail {
  event_id: string;
  id: string;
  account_id: string;
  /** Whether its events are stamped on its signup, which has its id, or else on the mail. */
  stamps_signup: boolean;
  /** Of the address that it went to. */
  address_generation: number;
  plan: PlanName;
}

/**
 * The mails that events are about: the one that an event names, else the one with its message id; of the
 * event's own account where it came over that account's address. Never by the recipient, never one of a
 * waitlist that was deleted, whose rows still go (C2.5), and never one that went to an address which the
 * signup has no more: a mail that was made again for another address is known by its message id alone.
 */
export function findEmailsOfEvents(tx: Tx, keys: readonly RowKey[]) {
  return tx<MatchedEmail[]>`
    SELECT e.id AS event_id, m.id, m.account_id, m.stamps_signup, m.address_generation, m.plan
    FROM ${rowsByKey(tx, 'email_events', keysOf(tx, keys))} e
    CROSS JOIN LATERAL (
      SELECT m.id, m.account_id, m.kind = ANY (${stampingKinds()}::text[]) AS stamps_signup, m.address_generation,
             (SELECT plan FROM accounts WHERE id = m.account_id) AS plan
      FROM mails m
      WHERE m.id = ANY (ARRAY(
          SELECT e.signup_id UNION ALL
          SELECT id FROM mails WHERE provider = e.provider AND provider_message_id = e.provider_message_id))
        AND (SELECT true FROM waitlist_counters c
             WHERE c.account_id = m.account_id
               AND c.waitlist_id = (
                 SELECT waitlist_id FROM signups
                 WHERE account_id = m.account_id AND id = ${signupIdOf(tx)} AND address_generation = m.address_generation))
        AND (m.address_generation = 0 OR m.provider_message_id IS NOT DISTINCT FROM e.provider_message_id)
        AND (CASE WHEN e.account_id = ${platformAccountId} THEN m.route = 'managed' ELSE m.account_id = e.account_id END)
      ORDER BY m.id = e.signup_id DESC NULLS LAST LIMIT 1) m`;
}

/** What is to be stamped on a signup or on a mail. */
export interface Stamp {
  readonly account_id: string;
  /** Of the mail, and of the signup that it stamps. */
  readonly id: string;
  readonly status_rank: number;
  readonly occurred_at: string;
  /** Of the address that the mail went to. Of one that was corrected meanwhile nothing is stamped. */
  readonly address_generation: number;
}

/**
 * What stamps changed on a signup, with what is published of it (§6.1). A time is set by the first event of
 * its kind only: `first_…` is that time where it was set now, else null.
 */
export interface StampedSignup {
  id: string;
  waitlist_id: string;
  waitlist_name: string;
  email: string;
  position: number;
  first_delivered: string | null;
  first_opened: string | null;
  first_clicked: string | null;
}

/**
 * Stamps events on signups that the caller holds with their email counts (§6.2): the highest rank holds, each
 * timestamp takes the earliest time of its kind, and the numbers beside the list move along. A time that
 * cannot be (before the mail, or in the future) counts as now.
 */
export function stampSignups(tx: Tx, stamps: readonly Stamp[]) {
  return tx<StampedSignup[]>`
    WITH before AS MATERIALIZED (
      SELECT s.*, s.created_at AS began_at FROM ${rowsByKey(tx, 'signups', keysOf(tx, stamps.map(keyOfStamp)))} s
    ), ${changes(tx, stamps)}, after AS (
      UPDATE signups s
      SET (email_status, email_delivered_at, email_opened_at, email_clicked_at) = (
        SELECT greatest(s.email_status, c.status_rank), least(s.email_delivered_at, c.delivered_at),
               least(s.email_opened_at, c.opened_at), least(s.email_clicked_at, c.clicked_at)
        FROM change c WHERE c.id = s.id)
      WHERE s.ctid = ANY (ARRAY(SELECT before.place FROM before JOIN change USING (id))) RETURNING s.*
    ), moved AS MATERIALIZED (
      SELECT after.account_id, after.waitlist_id,
             engagement_of(before.email_status, before.email_delivered_at, before.email_opened_at, before.email_clicked_at) AS was,
             engagement_of(after.email_status, after.email_delivered_at, after.email_opened_at, after.email_clicked_at) AS now
      FROM before JOIN after USING (id)
    ), more AS MATERIALIZED (
      SELECT account_id, waitlist_id, sum((now).sent - (was).sent)::integer AS sent, sum((now).delivered - (was).delivered)::integer AS delivered,
             sum((now).opened - (was).opened)::integer AS opened, sum((now).clicked - (was).clicked)::integer AS clicked
      FROM moved WHERE now <> was GROUP BY 1, 2
    ), counted AS (
      UPDATE signup_email_counts c
      SET (sent, delivered, opened, clicked) = (
        SELECT c.sent + more.sent, c.delivered + more.delivered, c.opened + more.opened, c.clicked + more.clicked
        FROM more WHERE more.waitlist_id = c.waitlist_id)
      WHERE ${isByKey(tx, 'signup_email_counts', keysFrom(tx, tx`SELECT account_id, waitlist_id FROM more`))}
    )
    SELECT after.id, after.waitlist_id,
           (SELECT w.name FROM waitlists w WHERE w.account_id = after.account_id AND w.id = after.waitlist_id) AS waitlist_name,
           after.email, after.position,
           CASE WHEN before.email_delivered_at IS NULL THEN after.email_delivered_at END AS first_delivered,
           CASE WHEN before.email_opened_at IS NULL THEN after.email_opened_at END AS first_opened,
           CASE WHEN before.email_clicked_at IS NULL THEN after.email_clicked_at END AS first_clicked
    FROM before JOIN after USING (id) ORDER BY after.id`;
}

/** Stamps events on mails that keep a status of their own, and that the caller holds. @returns their ids */
export async function stampEmails(tx: Tx, stamps: readonly Stamp[]): Promise<string[]> {
  const emails = stamps.map(keyOfStamp);
  const rows = await tx<{ id: string }[]>`
    WITH before AS MATERIALIZED (
      SELECT m.id, m.address_generation, coalesce(m.sent_at, '-infinity') AS began_at FROM ${rowsByKey(tx, 'mails', keysOf(tx, emails))} m
    ), ${changes(tx, stamps)}
    UPDATE mails m
    SET (status, delivered_at, opened_at, clicked_at) = (
      SELECT greatest(m.status, c.status_rank), least(m.delivered_at, c.delivered_at), least(m.opened_at, c.opened_at), least(m.clicked_at, c.clicked_at)
      FROM change c WHERE c.id = m.id)
    WHERE ${isByKey(tx, 'mails', keysOf(tx, emails))} AND m.id IN (SELECT id FROM change) RETURNING m.id`;
  return rows.map(({ id }) => id);
}

const keyOfStamp = ({ account_id: accountId, id }: Stamp): RowKey => ({ accountId, id });

/**
 * The part of a statement that makes `change` of stamps: what they come to for each row of `before`. An event
 * that is said to be from before the row `began_at`, or from the future, counts as one of now.
 */
const changes = (tx: Tx, stamps: readonly Stamp[]) => {
  const firstTime = (status: EmailStatus) =>
    tx`min(at) FILTER (WHERE status_rank = ${rankOf(status)}::smallint)`;
  return tx`
  stamp AS MATERIALIZED (
    SELECT e.id, e.status_rank,
           CASE WHEN e.occurred_at BETWEEN before.began_at - interval '5 minutes' AND clock_timestamp() + interval '5 minutes'
                THEN e.occurred_at ELSE date_trunc('milliseconds', clock_timestamp()) END AS at
    FROM json_to_recordset(${JSON.stringify(stamps)}::text::json) AS e(id uuid, status_rank smallint, occurred_at timestamptz, address_generation smallint)
    JOIN before ON before.id = e.id AND before.address_generation = e.address_generation
  ), change AS MATERIALIZED (
    SELECT id, max(status_rank) AS status_rank, ${firstTime('delivered')} AS delivered_at, ${firstTime('opened')} AS opened_at,
           ${firstTime('clicked')} AS clicked_at
    FROM stamp GROUP BY id
  )`;
};

/** Holds the email counts of signups' lists until commit, by list. */
export function lockEmailCounts(tx: Tx, signups: readonly RowKey[]): Statement {
  const lists = tx`SELECT s.account_id, s.waitlist_id FROM ${rowsByKey(tx, 'signups', keysOf(tx, signups))} s`;
  return lockByKey(tx, 'signup_email_counts', keysFrom(tx, lists), tx`FOR NO KEY UPDATE`);
}

/**
 * Holds messages of providers until commit: between an event that finds no mail with its message id and stays
 * unmatched, and the mail that is just getting that id, one waits for the other. Otherwise neither might see
 * the other, and the event would wait for ever.
 */
export function lockMessageIds(tx: Tx, messageIds: readonly string[]): Statement {
  return tx`
    SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM (
      SELECT DISTINCT id FROM unnest(${messageIds as string[]}::text[]) id ORDER BY id) ids`;
}

/**
 * Deletes events that no provider repeats any more (C6.9), `limit` at most, and skips locked ones. @returns
 * how many
 */
export async function deleteOldEmailEvents(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM email_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM email_events WHERE received_at < statement_timestamp() - interval '30 days'
      ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}
