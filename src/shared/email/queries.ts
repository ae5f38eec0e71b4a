import type { Sql, Tx } from '../db.ts';
import type { PlanName } from '../plans.ts';
import type { EmailCopy } from './default-copy.ts';
import type { MailedSignup, RenderedEmail } from './render-signup-email.ts';

/** Whose credentials a mail goes out on: the account's own, or the service's. */
export type EmailRoute = 'own' | 'managed';

/** A mail as it was first handed over. */
export type KeptEmail = RenderedEmail & { from: string };

/** A signup email that is to be sent, with all that this takes. */
export interface DueEmailRow extends MailedSignup {
  signup_id: string;
  account_id: string;
  state: 'queued' | 'sending';
  /** What an interrupted mail was handed to. */
  route: EmailRoute | null;
  provider: string | null;
  provider_version: string | null;
  reserved_month: string | null;
  rendered: KeptEmail | null;
  rendered_hours_ago: number | null;
  reopened: number;
  /** How often its provider has put it off. */
  tries: number;
  copy: EmailCopy | null;
  plan: PlanName;
  managed_emails_per_month: number | null;
  /** Of the account's own provider, if it has one. */
  own_provider: string | null;
  own_version: string | null;
  own_sender: string | null;
  /** Whether older mails of the account wait for an allowance. */
  behind_held: boolean;
  month: string;
}

/** Locks signup emails that are to be sent, in the order of their ids, and keeps their waitlists from being deleted until commit. Of a signup or waitlist that is gone there is no row. */
export function lockDueEmails(tx: Tx, signupIds: readonly string[]): Promise<DueEmailRow[]> {
  return tx<DueEmailRow[]>`
    SELECT m.signup_id, m.account_id, m.state, m.route, m.provider, m.provider_version, m.reserved_month, m.rendered,
           extract(epoch FROM clock_timestamp() - m.rendered_at)::float / 3600 AS rendered_hours_ago,
           m.reopened, m.tries, ${mailedColumns(tx)},
           CASE WHEN copy.waitlist_id IS NOT NULL THEN json_build_object('subject', copy.subject, 'html', copy.html) END AS copy,
           a.plan, a.managed_emails_per_month, p.type AS own_provider, p.version AS own_version, p.sender AS own_sender,
           EXISTS (SELECT 1 FROM signup_emails h WHERE h.account_id = m.account_id AND h.state = 'held') AS behind_held,
           current_month() AS month
    FROM signup_emails m
    CROSS JOIN LATERAL (SELECT * FROM signups s WHERE s.id = m.signup_id LIMIT 1) s       -- LIMIT 1: by this key and no other
    JOIN waitlists w ON w.id = s.waitlist_id
    JOIN waitlist_counters c ON c.waitlist_id = w.id
    JOIN accounts a ON a.id = m.account_id
    LEFT JOIN email_copies copy ON copy.waitlist_id = w.id
    LEFT JOIN email_providers p ON p.account_id = m.account_id
    WHERE m.signup_id = ANY(${signupIds as string[]}::uuid[]) AND m.state IN ('queued', 'sending') AND w.deleted_at IS NULL
    ORDER BY m.signup_id FOR UPDATE OF m FOR SHARE OF w`;
}

const mailedColumns = (sql: Sql | Tx) => sql`
  s.email, s.position, c.live_count AS total, w.name AS waitlist_name, s.referral_code, w.referral_bonus, s.fields`;

/** The newest signup of a waitlist, as its mail knows it. */
export async function findNewestAsMailed(sql: Sql, waitlistId: string): Promise<MailedSignup | undefined> {
  const [row] = await sql<MailedSignup[]>`
    SELECT ${mailedColumns(sql)}
    FROM waitlists w JOIN waitlist_counters c ON c.waitlist_id = w.id JOIN signups s ON s.waitlist_id = w.id
    WHERE w.id = ${waitlistId} ORDER BY s.position DESC LIMIT 1`;
  return row;
}

/** What an account has used of its month so far, and how many of its mails wait for a way out. */
export async function findUsage(
  sql: Sql,
  accountId: string,
): Promise<{ month: string; reserved: number; held: number }> {
  const [row] = await sql<[{ month: string; reserved: number; held: number }]>`
    SELECT current_month() AS month,
           coalesce((SELECT u.reserved FROM email_usage u WHERE u.account_id = ${accountId} AND u.month = current_month()), 0) AS reserved,
           (SELECT count(*)::integer FROM signup_emails m WHERE m.account_id = ${accountId} AND m.state = 'held') AS held`;
  return row;
}

/** Places in an account's month that are asked for. */
export interface ReservationRequest {
  readonly account_id: string;
  readonly wanted: number;
  /** The whole month's number, burst included. */
  readonly allowance: number;
}

/** Reserves as many places as there are, never one more, whoever asks at once (C6.4). @returns how many each account got */
export async function reserveAllowance(
  tx: Tx,
  month: string,
  requests: readonly ReservationRequest[],
): Promise<Map<string, number>> {
  const wanted = tx`json_to_recordset(${JSON.stringify(requests)}::text::json) AS r(account_id uuid, wanted integer, allowance bigint)`;
  await tx`
    INSERT INTO email_usage (account_id, month, reserved) SELECT account_id, ${month}::date, 0 FROM ${wanted} ORDER BY account_id
    ON CONFLICT DO NOTHING`;
  const rows = await tx<{ account_id: string; granted: number }[]>`
    WITH free AS MATERIALIZED (
      SELECT u.account_id, greatest(0, least(r.wanted, r.allowance - u.reserved))::integer AS granted
      FROM email_usage u JOIN ${wanted} ON r.account_id = u.account_id
      WHERE u.month = ${month}::date ORDER BY u.account_id FOR UPDATE OF u
    ), taken AS (
      UPDATE email_usage u SET reserved = u.reserved + free.granted FROM free
      WHERE u.account_id = free.account_id AND u.month = ${month}::date AND free.granted > 0
    )
    SELECT account_id, granted FROM free`;
  return new Map(rows.map((row) => [row.account_id, row.granted]));
}

/** Gives a place back whose mail did not leave. */
export async function giveBackPlace(sql: Sql, accountId: string, month: string): Promise<void> {
  await sql`UPDATE email_usage SET reserved = reserved - 1 WHERE account_id = ${accountId} AND month = ${month}::date`;
}

// Below, rows are named by an array of their ids beside the facts about each: of a JSON the planner takes it that it
// holds a hundred, and reads the whole table, or all that is owed, to match them.

/** How a mail goes on from being due. */
export interface EmailStart {
  readonly signup_id: string;
  /** Of the outbox job; a held mail's job is struck off, for it is owed no more until it is released. */
  readonly attempt: number;
  readonly state: 'sending' | 'held';
  readonly route: EmailRoute | null;
  readonly provider: string | null;
  readonly provider_version: string | null;
  readonly reserved_month: string | null;
  /** To be kept from now on; null leaves what is kept. */
  readonly rendered: KeptEmail | null;
}

/** Records how locked mails go on. A place in the allowance that a mail does not go on with is given back. */
export async function recordEmailStarts(tx: Tx, starts: readonly EmailStart[]): Promise<void> {
  const ids = starts.map(({ signup_id }) => signup_id);
  await tx`
    WITH start AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(starts)}::text::json) AS r(
        signup_id uuid, attempt integer, state text, route text, provider text, provider_version uuid, reserved_month date, rendered json)
    ), held AS (
      DELETE FROM outbox b USING start WHERE start.state = 'held'
        AND b.job = 'send-signup-email' AND b.id = ANY(${ids}::uuid[]) AND b.id = start.signup_id AND b.attempts = start.attempt
    ), back AS MATERIALIZED (
      SELECT u.account_id, u.month, places FROM email_usage u JOIN (
        SELECT m.account_id, m.reserved_month AS month, count(*)::integer AS places FROM signup_emails m JOIN start USING (signup_id)
        WHERE m.signup_id = ANY(${ids}::uuid[]) AND m.reserved_month IS NOT NULL AND m.reserved_month IS DISTINCT FROM start.reserved_month
        GROUP BY 1, 2) unneeded USING (account_id, month)
      ORDER BY u.account_id, u.month FOR NO KEY UPDATE OF u
    ), unused AS (
      UPDATE email_usage u SET reserved = u.reserved - back.places FROM back
      WHERE u.account_id = back.account_id AND u.month = back.month
    )
    UPDATE signup_emails m
    SET state = start.state, route = start.route, provider = start.provider, provider_version = start.provider_version,
        reserved_month = start.reserved_month, rendered = coalesce(start.rendered, m.rendered),
        rendered_at = CASE WHEN start.rendered IS NULL THEN m.rendered_at ELSE clock_timestamp() END
    FROM start WHERE m.signup_id = ANY(${ids}::uuid[]) AND m.signup_id = start.signup_id`;
}

/** How a signup email ended. */
export interface EmailOutcome {
  readonly signup_id: string;
  /** Of the outbox job that this outcome finishes; a newer claim makes it void. */
  readonly attempt: number;
  readonly state: 'sent' | 'failed' | 'suppressed' | 'config_error';
  readonly status_rank: number;
  readonly ambiguous: boolean;
  readonly message_id: string;
  readonly provider_message_id: string | null;
  readonly error: string | null;
}

/**
 * Records outcomes, stamps the signups, gives unused allowance back, strikes the jobs off, and owes the events that
 * waited for these mails, all in one transaction. @returns the ids of the mails that were still ours to record, and of those events
 */
export async function finishSignupEmails(
  tx: Tx,
  outcomes: readonly EmailOutcome[],
): Promise<{ finished: Set<string>; events: { id: string; accountId: string }[] }> {
  const ids = outcomes.map(({ signup_id }) => signup_id);
  await lockSignups(tx, ids);
  await lockMessageIds(
    tx,
    outcomes.flatMap(({ provider_message_id: id }) => id ?? []),
  );
  const rows = await tx<{ id: string; event_account_id: string | null }[]>`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(outcomes)}::text::json) AS o(
        signup_id uuid, attempt integer, state text, status_rank smallint, ambiguous boolean, message_id text,
        provider_message_id text, error text)
    ), held AS MATERIALIZED (
      -- One that was deleted meanwhile has no job left to finish.
      SELECT s.* FROM signups s WHERE s.id = ANY(${ids}::uuid[])
    ), finished AS MATERIALIZED (
      DELETE FROM outbox b USING held JOIN outcome o ON o.signup_id = held.id
      WHERE b.job = 'send-signup-email' AND b.id = ANY(${ids}::uuid[]) AND b.id = held.id AND b.attempts = o.attempt RETURNING b.id
    ), before AS MATERIALIZED (
      SELECT m.signup_id, m.account_id, m.reserved_month, m.provider FROM signup_emails m JOIN finished f ON f.id = m.signup_id
      ORDER BY m.signup_id FOR UPDATE OF m
    ), mail AS (
      UPDATE signup_emails m
      SET state = o.state, ambiguous = o.ambiguous, message_id = o.message_id, provider_message_id = o.provider_message_id,
          error = o.error, rendered = NULL, sent_at = CASE WHEN o.state = 'sent' THEN clock_timestamp() END,
          reserved_month = CASE WHEN o.state = 'sent' THEN m.reserved_month END
      FROM outcome o JOIN before b ON b.signup_id = o.signup_id WHERE m.signup_id = o.signup_id
    ), back AS MATERIALIZED (
      -- Here and below: rows that other workers' batches change too are held in one order, or two of them would wait for each other.
      SELECT u.account_id, u.month, places FROM email_usage u JOIN (
        SELECT b.account_id, b.reserved_month AS month, count(*)::integer AS places FROM before b JOIN outcome o USING (signup_id)
        WHERE o.state <> 'sent' AND b.reserved_month IS NOT NULL GROUP BY 1, 2) unsent USING (account_id, month)
      ORDER BY u.account_id, u.month FOR NO KEY UPDATE OF u
    ), unused AS (
      UPDATE email_usage u SET reserved = u.reserved - back.places FROM back
      WHERE u.account_id = back.account_id AND u.month = back.month
    ), stamp AS MATERIALIZED (
      SELECT held.id, held.waitlist_id, o.status_rank,
             (engagement_of(o.status_rank, held.email_delivered_at, held.email_opened_at, held.email_clicked_at)).sent
               - (engagement_of(held.email_status, held.email_delivered_at, held.email_opened_at, held.email_clicked_at)).sent AS sent
      FROM held JOIN outcome o ON o.signup_id = held.id JOIN finished f ON f.id = held.id WHERE held.email_status < o.status_rank
    ), stamped AS (
      UPDATE signups s SET email_status = stamp.status_rank FROM stamp WHERE s.id = stamp.id
    ), change AS MATERIALIZED (
      SELECT c.waitlist_id, more.sent FROM signup_email_counts c JOIN (
        SELECT waitlist_id, sum(sent)::integer AS sent FROM stamp GROUP BY waitlist_id HAVING sum(sent) <> 0) more USING (waitlist_id)
      ORDER BY c.waitlist_id FOR NO KEY UPDATE OF c
    ), counted AS (
      UPDATE signup_email_counts c SET sent = c.sent + change.sent FROM change WHERE c.waitlist_id = change.waitlist_id
    ), waiting AS MATERIALIZED (
      SELECT e.id, before.account_id FROM email_events e
      JOIN before ON before.provider = e.provider JOIN outcome o ON o.signup_id = before.signup_id
      WHERE e.parked AND e.provider_message_id = o.provider_message_id
    ), owed AS (
      INSERT INTO outbox (job, id, account_id) SELECT 'apply-email-event', id, account_id FROM waiting ON CONFLICT DO NOTHING
    )
    SELECT id, NULL::uuid AS event_account_id FROM finished UNION ALL SELECT id, account_id FROM waiting`;
  const events = rows.flatMap(({ id, event_account_id: accountId }) =>
    accountId ? [{ id, accountId }] : [],
  );
  return {
    finished: new Set(rows.flatMap(({ id, event_account_id }) => (event_account_id ? [] : [id]))),
    events,
  };
}

/**
 * Notes why a mail will be tried again, and takes back the mark that it is being sent unless it may have left. Its place in the
 * allowance and its rendering stay with it. `wasTried` is whether its provider was asked.
 */
export async function requeueSignupEmail(
  tx: Tx,
  signupId: string,
  { error, mayHaveLeft, wasTried }: { error: string; mayHaveLeft: boolean; wasTried: boolean },
): Promise<void> {
  await tx`
    UPDATE signup_emails
    SET state = CASE WHEN ${mayHaveLeft} THEN state ELSE 'queued' END, error = ${error}, tries = tries + ${wasTried}::integer
    WHERE signup_id = ${signupId} AND state = 'sending'`;
}

export interface EmailProviderRow {
  account_id: string;
  type: string;
  sealed_config: string;
  sender: string;
  token: string;
  sealed_secret: string | null;
  version: string;
}

export async function findEmailProvider(
  sql: Sql | Tx,
  accountId: string,
): Promise<EmailProviderRow | undefined> {
  const [row] = await sql<EmailProviderRow[]>`SELECT * FROM email_providers WHERE account_id = ${accountId}`;
  return row;
}

export async function findEmailProviderByToken(
  sql: Sql,
  token: string,
): Promise<EmailProviderRow | undefined> {
  const [row] = await sql<EmailProviderRow[]>`SELECT * FROM email_providers WHERE token = ${token}`;
  return row;
}

/**
 * Replaces the account's provider; its token stays, so that addresses that were pasted elsewhere go on working.
 * @returns undefined where another one than that of version `before` is there meanwhile
 */
export async function saveEmailProvider(
  sql: Sql | Tx,
  provider: EmailProviderRow,
  before: string | null,
): Promise<EmailProviderRow | undefined> {
  const [row] = await sql<EmailProviderRow[]>`
    INSERT INTO email_providers ${sql(provider)}
    ON CONFLICT (account_id) DO UPDATE SET type = excluded.type, sealed_config = excluded.sealed_config, sender = excluded.sender,
      sealed_secret = excluded.sealed_secret, version = excluded.version
    WHERE email_providers.version = ${before}
    RETURNING *`;
  return row;
}

export async function deleteEmailProvider(sql: Sql, accountId: string): Promise<void> {
  await sql`DELETE FROM email_providers WHERE account_id = ${accountId}`;
}

export async function saveEmailCopy(sql: Sql | Tx, waitlistId: string, copy: EmailCopy): Promise<void> {
  await sql`
    INSERT INTO email_copies (waitlist_id, subject, html) VALUES (${waitlistId}, ${copy.subject}, ${copy.html})
    ON CONFLICT (waitlist_id) DO UPDATE SET subject = excluded.subject, html = excluded.html`;
}

/** A waitlist's own copy, if it has one. */
export async function findEmailCopy(sql: Sql, waitlistId: string): Promise<EmailCopy | undefined> {
  const [row] = await sql<
    EmailCopy[]
  >`SELECT subject, html FROM email_copies WHERE waitlist_id = ${waitlistId}`;
  return row;
}

export async function deleteEmailCopy(sql: Sql, waitlistId: string): Promise<void> {
  await sql`DELETE FROM email_copies WHERE waitlist_id = ${waitlistId}`;
}

/**
 * Holds messages of providers until commit: between an event that finds no mail with its message id and parks, and the mail that is just
 * getting that id, one waits for the other. Otherwise neither might see the other, and the event would wait for ever.
 */
export async function lockMessageIds(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx`
    SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM (
      SELECT DISTINCT id FROM unnest(${messageIds as string[]}::text[]) id ORDER BY id) ids`;
}

/** Holds signups until commit, by id as everywhere; what the next statements see of them is the last word. */
export async function lockSignups(tx: Tx, signupIds: readonly string[]): Promise<void> {
  await tx`SELECT 1 FROM signups WHERE id = ANY(${signupIds as string[]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
