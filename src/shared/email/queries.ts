import { type Sql, type Statement, type Tx, together } from '../db.ts';
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
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE id = m.signup_id LIMIT 1) s
    CROSS JOIN LATERAL (SELECT * FROM waitlists WHERE id = s.waitlist_id AND deleted_at IS NULL LIMIT 1 FOR SHARE) w
    CROSS JOIN LATERAL (SELECT * FROM waitlist_counters WHERE waitlist_id = w.id LIMIT 1) c
    CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = m.account_id LIMIT 1) a
    LEFT JOIN LATERAL (SELECT * FROM email_copies WHERE waitlist_id = w.id LIMIT 1) copy ON true
    LEFT JOIN LATERAL (SELECT * FROM email_providers WHERE account_id = m.account_id LIMIT 1) p ON true
    WHERE m.signup_id = ANY(${signupIds as string[]}::uuid[]) AND m.state IN ('queued', 'sending')
    ORDER BY m.signup_id FOR UPDATE OF m`;
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
  const accounts = requests.map(({ account_id }) => account_id);
  const [, rows] = await together(
    tx`
    INSERT INTO email_usage (account_id, month, reserved) SELECT id, ${month}::date, 0 FROM unnest(${accounts}::uuid[]) id ORDER BY id
    ON CONFLICT DO NOTHING`,
    tx<{ account_id: string; granted: number }[]>`
    WITH held AS MATERIALIZED (
      SELECT account_id, reserved FROM email_usage
      WHERE account_id = ANY(${accounts}::uuid[]) AND month = ${month}::date ORDER BY account_id FOR UPDATE
    ), free AS MATERIALIZED (
      SELECT account_id, greatest(0, least(r.wanted, r.allowance - held.reserved))::integer AS granted
      FROM held JOIN json_to_recordset(${JSON.stringify(requests)}::text::json) AS r(account_id uuid, wanted integer, allowance bigint) USING (account_id)
    ), taken AS (
      UPDATE email_usage u SET reserved = u.reserved + (SELECT granted FROM free WHERE free.account_id = u.account_id)
      WHERE u.account_id = ANY (ARRAY(SELECT account_id FROM free WHERE granted > 0)) AND u.month = ${month}::date
    )
    SELECT account_id, granted FROM free`,
  );
  return new Map(rows.map((row) => [row.account_id, row.granted]));
}

/** Gives a place back whose mail did not leave. */
export async function giveBackPlace(sql: Sql, accountId: string, month: string): Promise<void> {
  await sql`UPDATE email_usage SET reserved = reserved - 1 WHERE account_id = ${accountId} AND month = ${month}::date`;
}

// Below, rows are named by an array of their ids, and the facts about each are looked up in what the statement holds: a join of the two
// may begin with the whole table (docs/architecture.md, Read by key).

/**
 * The parts of a statement that give places back, of which `back` says whose, of which month and how many. Rows that the batches of other
 * workers change too are held in one order, here and elsewhere, or two of them would wait for each other.
 */
const givingBack = (tx: Tx) => tx`
  unused AS MATERIALIZED (
    SELECT u.account_id, u.month FROM (SELECT account_id, month FROM back ORDER BY account_id, month) b CROSS JOIN LATERAL (
      SELECT account_id, month FROM email_usage WHERE account_id = b.account_id AND month = b.month LIMIT 1 FOR NO KEY UPDATE) u
  ), given_back AS (
    UPDATE email_usage u
    SET reserved = u.reserved - coalesce((SELECT places FROM back WHERE (back.account_id, back.month) = (u.account_id, u.month)), 0)
    WHERE u.account_id = ANY (ARRAY(SELECT account_id FROM unused)) AND u.month = ANY (ARRAY(SELECT month FROM unused))
  )`;

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
      DELETE FROM outbox b
      WHERE b.job = 'send-signup-email' AND b.id = ANY (ARRAY(SELECT signup_id FROM start WHERE state = 'held'))
        AND b.attempts = (SELECT attempt FROM start WHERE start.signup_id = b.id)
    ), before AS MATERIALIZED (
      SELECT signup_id, account_id, reserved_month FROM signup_emails WHERE signup_id = ANY(${ids}::uuid[])
    ), back AS MATERIALIZED (
      SELECT b.account_id, b.reserved_month AS month, count(*)::integer AS places FROM before b JOIN start USING (signup_id)
      WHERE b.reserved_month IS NOT NULL AND b.reserved_month IS DISTINCT FROM start.reserved_month GROUP BY 1, 2
    ), ${givingBack(tx)}
    UPDATE signup_emails m
    SET (state, route, provider, provider_version, reserved_month, rendered, rendered_at) = (
      SELECT start.state, start.route, start.provider, start.provider_version, start.reserved_month, coalesce(start.rendered, m.rendered),
             CASE WHEN start.rendered IS NULL THEN m.rendered_at ELSE clock_timestamp() END
      FROM start WHERE start.signup_id = m.signup_id)
    WHERE m.signup_id = ANY(${ids}::uuid[])`;
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
  const messageIds = outcomes.flatMap(({ provider_message_id: id }) => id ?? []);
  const [, , rows] = await together(
    lockSignups(tx, ids),
    lockMessageIds(tx, messageIds),
    tx<{ id: string; event_account_id: string | null }[]>`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(outcomes)}::text::json) AS o(
        signup_id uuid, attempt integer, state text, status_rank smallint, ambiguous boolean, message_id text,
        provider_message_id text, error text)
    ), held AS MATERIALIZED (
      -- One that was deleted meanwhile has no job left to finish.
      SELECT s.* FROM signups s WHERE s.id = ANY(${ids}::uuid[])
    ), finished AS MATERIALIZED (
      DELETE FROM outbox b
      WHERE b.job = 'send-signup-email' AND b.id = ANY (ARRAY(SELECT id FROM held))
        AND b.attempts = (SELECT attempt FROM outcome WHERE signup_id = b.id) RETURNING b.id
    ), before AS MATERIALIZED (
      SELECT signup_id, account_id, reserved_month, provider FROM signup_emails
      WHERE signup_id = ANY (ARRAY(SELECT id FROM finished)) ORDER BY signup_id FOR UPDATE
    ), mail AS (
      UPDATE signup_emails m
      SET (state, ambiguous, message_id, provider_message_id, error, rendered, sent_at, reserved_month) = (
        SELECT o.state, o.ambiguous, o.message_id, o.provider_message_id, o.error, NULL::json,
               CASE WHEN o.state = 'sent' THEN clock_timestamp() END, CASE WHEN o.state = 'sent' THEN m.reserved_month END
        FROM outcome o WHERE o.signup_id = m.signup_id)
      WHERE m.signup_id = ANY (ARRAY(SELECT signup_id FROM before))
    ), back AS MATERIALIZED (
      SELECT b.account_id, b.reserved_month AS month, count(*)::integer AS places FROM before b JOIN outcome o USING (signup_id)
      WHERE o.state <> 'sent' AND b.reserved_month IS NOT NULL GROUP BY 1, 2
    ), ${givingBack(tx)}, stamp AS MATERIALIZED (
      SELECT held.id, held.waitlist_id, o.status_rank,
             (engagement_of(o.status_rank, held.email_delivered_at, held.email_opened_at, held.email_clicked_at)).sent
               - (engagement_of(held.email_status, held.email_delivered_at, held.email_opened_at, held.email_clicked_at)).sent AS sent
      FROM held JOIN outcome o ON o.signup_id = held.id JOIN finished f ON f.id = held.id WHERE held.email_status < o.status_rank
    ), stamped AS (
      UPDATE signups s SET email_status = (SELECT status_rank FROM stamp WHERE stamp.id = s.id)
      WHERE s.id = ANY (ARRAY(SELECT id FROM stamp))
    ), more AS MATERIALIZED (
      SELECT waitlist_id, sum(sent)::integer AS sent FROM stamp GROUP BY waitlist_id HAVING sum(sent) <> 0
    ), counter AS MATERIALIZED (
      SELECT waitlist_id FROM signup_email_counts WHERE waitlist_id = ANY (ARRAY(SELECT waitlist_id FROM more)) ORDER BY waitlist_id FOR NO KEY UPDATE
    ), counted AS (
      UPDATE signup_email_counts c SET sent = c.sent + (SELECT sent FROM more WHERE more.waitlist_id = c.waitlist_id)
      WHERE c.waitlist_id = ANY (ARRAY(SELECT waitlist_id FROM counter))
    ), waiting AS MATERIALIZED (
      SELECT e.id, before.account_id FROM before JOIN outcome o USING (signup_id) CROSS JOIN LATERAL (
        SELECT id FROM email_events WHERE parked AND provider = before.provider AND provider_message_id = o.provider_message_id OFFSET 0) e
    ), owed AS (
      INSERT INTO outbox (job, id, account_id) SELECT 'apply-email-event', id, account_id FROM waiting ON CONFLICT DO NOTHING
    )
    SELECT id, NULL::uuid AS event_account_id FROM finished UNION ALL SELECT id, account_id FROM waiting`,
  );
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
export function lockMessageIds(tx: Tx, messageIds: readonly string[]): Statement {
  return tx`
    SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM (
      SELECT DISTINCT id FROM unnest(${messageIds as string[]}::text[]) id ORDER BY id) ids`;
}

/** Holds signups until commit, by id as everywhere; what the next statements see of them is the last word. */
export function lockSignups(tx: Tx, signupIds: readonly string[]): Statement {
  return tx`SELECT 1 FROM signups WHERE id = ANY(${signupIds as string[]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
