import type { DeliveryRow } from '../../events/integrations/deliveries/queries.ts';
import type { BounceClass } from '../../list/mail-state/bounce.ts';
import type { SignupRow } from '../../list/signups/queries.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import type { PersonMail } from './schema.ts';

/** A signup of the person. */
export interface PersonSignupRow extends SignupRow {
  waitlist_id: string;
  waitlist_name: string;
  referral_bonus: number | null;
  unsubscribed_at: string | null;
  locale: string | null;
  note: string | null;
  noted_at: string | null;
}

/** The signups `s` of an address on the waitlists `w` of an account: one look-up for each waitlist. */
const signupsOf = (sql: Sql | Tx, accountId: string, emailKey: string): Fragment => sql`
  (SELECT id, name, referral_bonus, deleted_at FROM waitlists WHERE account_id = ${accountId}) w
  CROSS JOIN LATERAL (
    SELECT * FROM signups WHERE account_id = ${accountId} AND waitlist_id = w.id AND email_key = ${emailKey} AND email_key >= '' LIMIT 1) s`;

/** The signups of an address, oldest first, with the waitlists that they are on. */
export function listPersonSignups(
  sql: Sql,
  accountId: string,
  emailKey: string,
  limit: number,
): Promise<PersonSignupRow[]> {
  return sql<PersonSignupRow[]>`
    SELECT s.id, s.email, s.position, s.referral_code, s.referral_count, s.utm_source, s.referrer, s.metadata, s.fields, s.email_status,
           s.email_delivered_at, s.email_opened_at, s.email_clicked_at, s.created_at, s.waitlist_id, w.name AS waitlist_name, w.referral_bonus,
           s.unsubscribed_at, s.locale, s.note, s.noted_at,
           CASE WHEN s.uncredited IS NULL AND NOT EXISTS (
                  SELECT FROM removed_referrers r
                  WHERE r.account_id = ${accountId} AND r.waitlist_id = s.waitlist_id AND r.signup_id = s.referred_by)
                THEN s.referred_by END AS referred_by
    FROM ${signupsOf(sql, accountId, emailKey)}
    WHERE w.deleted_at IS NULL ORDER BY s.created_at, s.id LIMIT ${limit}`;
}

/** All signups of an address, also on waitlists that are being purged. */
export function listSignupsToErase(tx: Tx, accountId: string, emailKey: string): Promise<{ id: string }[]> {
  return tx<{ id: string }[]>`SELECT s.id FROM ${signupsOf(tx, accountId, emailKey)} ORDER BY s.id`;
}

/** The mails `m` of signups, their own and those of other kinds. */
const mailsOf = (sql: Sql | Tx, accountId: string, signupIds: readonly string[]): Fragment => sql`
  unnest(${signupIds as string[]}::uuid[]) AS signup(id) CROSS JOIN LATERAL (
    (SELECT * FROM mails WHERE account_id = ${accountId} AND id = signup.id LIMIT 1)
    UNION ALL SELECT * FROM mails WHERE account_id = ${accountId} AND signup_id = signup.id) m`;

export function listPersonMails(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<PersonMail[]> {
  return sql<PersonMail[]>`
    SELECT m.id, signup.id AS signup_id, m.kind, m.state, m.provider, m.error, m.sent_at, m.bounce_class, m.bounce_reason
    FROM ${mailsOf(sql, accountId, signupIds)} ORDER BY m.id`;
}

/** The ids of the mails of signups. */
export async function listMailIds(
  tx: Tx,
  accountId: string,
  signupIds: readonly string[],
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`SELECT m.id FROM ${mailsOf(tx, accountId, signupIds)}`;
  return rows.map(({ id }) => id);
}

/** What a provider reported of a mail. */
export interface MailEventRow {
  mail_id: string;
  provider: string;
  status_rank: number;
  bounce_class: BounceClass | null;
  bounce_reason: string | null;
  occurred_at: string;
  received_at: string;
}

/**
 * The reports `e` of providers about mails: over the account's own address, or over the service's
 * (`platform`).
 */
const reportsOf = (
  sql: Sql | Tx,
  { accountId, platformId }: { accountId: string; platformId: string },
  mailIds: readonly string[],
): Fragment => sql`
  unnest(${mailIds as string[]}::uuid[]) AS mail(id) CROSS JOIN LATERAL (
    SELECT * FROM email_events WHERE signup_id = mail.id AND signup_id IS NOT NULL AND account_id IN (${accountId}, ${platformId}) OFFSET 0) e`;

export function listMailEvents(
  sql: Sql,
  of: { accountId: string; platformId: string },
  mailIds: readonly string[],
  limit: number,
): Promise<MailEventRow[]> {
  return sql<MailEventRow[]>`
    SELECT e.signup_id AS mail_id, e.provider, e.status_rank, e.bounce_class, e.bounce_reason, e.occurred_at, e.received_at
    FROM ${reportsOf(sql, of, mailIds)} ORDER BY e.received_at, e.id LIMIT ${limit}`;
}

/** The keys of the reports about mails. */
export function listMailEventKeys(
  tx: Tx,
  of: { accountId: string; platformId: string },
  mailIds: readonly string[],
): Promise<RowKey[]> {
  return tx<RowKey[]>`SELECT e.account_id AS "accountId", e.id FROM ${reportsOf(tx, of, mailIds)}`;
}

/** A page of the feed, to look for a person in. */
export interface FeedPlace {
  seq: number;
  id: string;
  email: string | null;
}

/** The addresses of the events behind a number, in the order of their numbers. */
export function listFeedAddresses(
  sql: Sql,
  accountId: string,
  after: number,
  limit: number,
): Promise<FeedPlace[]> {
  return sql<FeedPlace[]>`
    SELECT seq, id, data ->> 'email' AS email FROM events
    WHERE account_id = ${accountId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`;
}

/** A delivery of an event of the person. */
export interface PersonDeliveryRow extends Pick<DeliveryRow, 'id' | 'status' | 'error' | 'created_at'> {
  integration_type: string;
  event_id: string;
  request: string | null;
  response: string | null;
}

/**
 * The deliveries of events that are in the logs, newest first. Of each log the newest 2,000 are looked at.
 */
export function listPersonDeliveries(
  sql: Sql,
  accountId: string,
  eventIds: readonly string[],
  limit: number,
): Promise<PersonDeliveryRow[]> {
  return sql<PersonDeliveryRow[]>`
    SELECT d.id, i.type AS integration_type, d.event_id, CASE d.status WHEN 'success' THEN 'success' ELSE 'failed' END AS status, d.error,
           d.created_at, details.request ->> 'body' AS request, details.response ->> 'body' AS response
    FROM (SELECT id, type FROM integrations WHERE account_id = ${accountId}) i
    CROSS JOIN LATERAL (
      SELECT * FROM deliveries WHERE account_id = ${accountId} AND integration_id = i.id AND created_at > '-infinity'
      ORDER BY created_at DESC, id DESC LIMIT 2000) d
    LEFT JOIN LATERAL (
      SELECT request, response FROM delivery_details WHERE account_id = ${accountId} AND id = d.id LIMIT 1) details ON true
    WHERE d.event_id = ANY (${eventIds as string[]}::uuid[])
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}`;
}
