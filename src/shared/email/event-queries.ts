import type { Sql, Statement, Tx } from '../db.ts';
import type { PlanName } from '../plans.ts';

/** An event as it is stored; `source` is the account's id, or `managed`. */
export interface EmailEventInput {
  readonly id: string;
  readonly event_id: string;
  readonly nonce: string | null;
  readonly status_rank: number;
  readonly occurred_at: string;
  readonly provider_message_id: string | null;
  readonly signup_id: string | null;
}

/**
 * Stores events and owes their application; an event that is known already is left out (C6.9). @returns the ids of the new ones
 * @throws PostgresError of email_events_nonce for a single-use token that another event has used
 */
export async function storeEmailEvents(
  sql: Sql,
  origin: { source: string; provider: string; account_id: string },
  events: readonly EmailEventInput[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    WITH stored AS (
      INSERT INTO email_events (id, source, event_id, nonce, provider, status_rank, occurred_at, provider_message_id, signup_id)
      SELECT e.id, ${origin.source}, e.event_id, e.nonce, ${origin.provider}, e.status_rank, e.occurred_at, e.provider_message_id, e.signup_id
      FROM json_to_recordset(${JSON.stringify(events)}::text::json) AS e(
        id uuid, event_id text, nonce text, status_rank smallint, occurred_at timestamptz, provider_message_id text, signup_id uuid)
      ON CONFLICT (source, event_id) DO NOTHING RETURNING id)
    INSERT INTO outbox (job, id, account_id) SELECT 'apply-email-event', id, ${origin.account_id}::uuid FROM stored RETURNING id`;
  return rows.map(({ id }) => id);
}

export interface EmailEventRow {
  id: string;
  source: string;
  provider: string;
  status_rank: number;
  occurred_at: string;
  provider_message_id: string | null;
  signup_id: string | null;
}

export async function lockEmailEvent(tx: Tx, eventId: string): Promise<EmailEventRow | undefined> {
  const [row] = await tx<EmailEventRow[]>`SELECT * FROM email_events WHERE id = ${eventId} FOR UPDATE`;
  return row;
}

/** Leaves an event until its mail is known. */
export async function parkEmailEvent(tx: Tx, eventId: string): Promise<void> {
  await tx`UPDATE email_events SET parked = true WHERE id = ${eventId}`;
}

/** The mail that an event is about: the signup that it names, else the one with its message id; of the event's own account where it came over that account's address. Never by the recipient, and never one of a waitlist that was deleted, whose rows still go (C2.5). */
export async function findEmailOfEvent(
  tx: Tx,
  event: EmailEventRow,
): Promise<{ signup_id: string; account_id: string; plan: PlanName } | undefined> {
  const accountId = event.source === 'managed' ? null : event.source;
  const [row] = await tx<{ signup_id: string; account_id: string; plan: PlanName }[]>`
    SELECT m.signup_id, m.account_id, (SELECT plan FROM accounts WHERE id = m.account_id) AS plan FROM signup_emails m
    WHERE m.signup_id = ANY (ARRAY(
        SELECT ${event.signup_id}::uuid UNION ALL
        SELECT signup_id FROM signup_emails WHERE provider = ${event.provider} AND provider_message_id = ${event.provider_message_id}))
      AND (SELECT true FROM waitlist_counters WHERE waitlist_id = (SELECT waitlist_id FROM signups WHERE id = m.signup_id))
      AND (CASE WHEN ${accountId}::uuid IS NULL THEN m.route = 'managed' ELSE m.account_id = ${accountId} END)
    ORDER BY m.signup_id = ${event.signup_id} DESC NULLS LAST LIMIT 1`;
  return row;
}

/** What an event's stamp changed, with what is told of the signup (§6.1). A timestamp is set by the first event of its kind only. */
export interface Stamped {
  id: string;
  waitlist_id: string;
  waitlist_name: string;
  email: string;
  position: number;
  /** The event's time, as it was stamped. */
  occurred_at: string;
  first_delivered: boolean;
  first_opened: boolean;
  first_clicked: boolean;
}

/**
 * Stamps an event on a signup that the caller holds (§6.2): the highest rank holds, each timestamp takes the earliest time of its
 * kind, and the numbers beside the list move along. A time that cannot be (before the mail, or in the future) counts as now.
 */
export async function stampSignup(
  tx: Tx,
  signupId: string,
  event: { status_rank: number; occurred_at: string },
): Promise<Stamped | undefined> {
  const [row] = await tx<Stamped[]>`
    WITH before AS MATERIALIZED (
      SELECT s.*, e.at FROM signups s, LATERAL (
        SELECT CASE WHEN ${event.occurred_at}::timestamptz BETWEEN s.created_at - interval '5 minutes' AND clock_timestamp() + interval '5 minutes'
                    THEN ${event.occurred_at}::timestamptz ELSE date_trunc('milliseconds', clock_timestamp()) END AS at) e
      WHERE s.id = ${signupId}
    ), after AS (
      UPDATE signups s
      SET email_status = greatest(s.email_status, ${event.status_rank}::smallint),
          email_delivered_at = CASE WHEN ${event.status_rank} = 6 THEN least(s.email_delivered_at, before.at) ELSE s.email_delivered_at END,
          email_opened_at = CASE WHEN ${event.status_rank} = 7 THEN least(s.email_opened_at, before.at) ELSE s.email_opened_at END,
          email_clicked_at = CASE WHEN ${event.status_rank} = 8 THEN least(s.email_clicked_at, before.at) ELSE s.email_clicked_at END
      FROM before WHERE s.id = ${signupId} RETURNING s.*
    ), change AS MATERIALIZED (
      SELECT after.waitlist_id,
             engagement_of(before.email_status, before.email_delivered_at, before.email_opened_at, before.email_clicked_at) AS was,
             engagement_of(after.email_status, after.email_delivered_at, after.email_opened_at, after.email_clicked_at) AS now
      FROM before CROSS JOIN after
    ), counted AS (
      UPDATE signup_email_counts c
      SET sent = c.sent + (now).sent - (was).sent, delivered = c.delivered + (now).delivered - (was).delivered,
          opened = c.opened + (now).opened - (was).opened, clicked = c.clicked + (now).clicked - (was).clicked
      FROM change WHERE c.waitlist_id = (SELECT waitlist_id FROM before) AND now <> was
    )
    SELECT after.id, after.waitlist_id, (SELECT name FROM waitlists WHERE id = after.waitlist_id) AS waitlist_name, after.email, after.position, before.at AS occurred_at,
           before.email_delivered_at IS NULL AND after.email_delivered_at IS NOT NULL AS first_delivered,
           before.email_opened_at IS NULL AND after.email_opened_at IS NOT NULL AS first_opened,
           before.email_clicked_at IS NULL AND after.email_clicked_at IS NOT NULL AS first_clicked
    FROM before CROSS JOIN after`;
  return row;
}

/**
 * Holds messages of providers until commit: between an event that finds no mail with its message id and parks, and the mail that is just
 * getting that id, one waits for the other. Otherwise neither might see the other, and the event would wait for ever.
 */
export function lockMessageIds(tx: Tx, messageIds: readonly string[]): Statement {
  return tx`
    SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM (
      SELECT DISTINCT id FROM unnest(${messageIds as string[]}::text[]) id ORDER BY id) ids`;
}

/** Forgets events past the time in which a provider repeats one (C6.9). */
export async function deleteOldEmailEvents(sql: Sql | Tx): Promise<void> {
  await sql`
    DELETE FROM email_events WHERE id IN (
      SELECT id FROM email_events WHERE received_at < statement_timestamp() - interval '30 days' LIMIT 1000)`;
}
