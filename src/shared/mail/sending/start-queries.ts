import type { PlanName } from '../../account/plans.ts';
import { platformAccountId } from '../../platform/ids.ts';
import { keysFrom, keysOf, lockByKey, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Statement, Tx } from '../../platform/postgres/connection.ts';
import { queueFor } from '../../platform/postgres/row-queue.ts';
import { isJob } from '../../platform/queue/outbox.ts';
import { releasing } from '../allowance/allowance-queries.ts';
import type { OwnTemplate } from '../design/default-template.ts';
import { yieldingKinds } from '../kinds.ts';
import { type EmailRoute, type KeptEmail, signupIdOf } from '../mails/mails.ts';
import { type MailFacts, mailPlace, type TemplateKind } from '../parts.ts';
import { type MailedSignupRow, mailedColumns } from '../templates/mailed-signup.ts';
import { isVersionFor } from '../templates/template-queries.ts';

/** A mail that is to be sent, with all that sending it needs. */
export interface DueEmailRow extends MailedSignupRow, MailFacts {
  id: string;
  account_id: string;
  waitlist_id: string;
  /** The address in the form that addresses are compared in. */
  email_key: string;
  /** Null for somebody who has unsubscribed since. */
  signed_up_at: string | null;
  /** Whether the account has any suppressions. */
  has_suppressions: boolean;
  kind: TemplateKind;
  state: 'queued' | 'sending';
  /** What an interrupted mail was handed to. */
  route: EmailRoute | null;
  provider: string | null;
  provider_version: string | null;
  reserved_month: string | null;
  rendered: KeptEmail | null;
  rendered_hours_ago: number | null;
  /** Of the address that it was last started for. */
  started_generation: number;
  resend_count: number;
  /** How many attempts at sending it have failed. */
  send_attempts: number;
  /** The waitlist's own one, in the version for the language of the person. */
  template: OwnTemplate | null;
  plan: PlanName;
  managed_emails_per_month: number | null;
  /** Of the account's own provider, if it has one. */
  own_provider: string | null;
  own_version: string | null;
  own_sender: string | null;
  /** Whether older mails of the account, that do not yield to it, wait for an allowance. */
  behind_held: boolean;
  /**
   * Whether its credentials are throttled: all of its mails wait as long as the provider asked, or each for a
   * permit.
   */
  throttle: 'paused' | 'paced' | null;
  /** For how long its server has been down; null where that is not known. */
  outage_seconds: number | null;
  /** Whether it has a permit of that throttle. */
  has_permit: boolean;
  /** How long ago its provider first asked to wait with it; null where it never did. */
  first_throttled_seconds_ago: number | null;
  month: string;
}

/**
 * Holds the waitlists of mails until commit, behind those who wait to change them: none of them is deleted
 * meanwhile. A list that waits for its own deletion, which comes before signups and mails in the order of
 * locks, is held by nobody who already has those.
 */
export function lockWaitlistsOf(tx: Tx, emails: readonly RowKey[]): [Statement, Statement] {
  const signups = tx`SELECT m.account_id, ${signupIdOf(tx)} FROM ${rowsByKey(tx, 'mails', keysOf(tx, emails))} m`;
  const found = rowsByKey(tx, 'signups', keysFrom(tx, signups));
  return [
    queueFor(tx, 'share', tx`SELECT s.waitlist_id FROM ${found} s`),
    lockByKey(
      tx,
      'waitlists',
      keysFrom(tx, tx`SELECT s.account_id, s.waitlist_id FROM ${found} s`),
      tx`FOR SHARE`,
    ),
  ];
}

/**
 * Mails that are to be sent; the caller holds them and their waitlists. Of a signup or waitlist that is gone
 * there is no row.
 */
export function findDueEmails(tx: Tx, emails: readonly RowKey[]): Promise<DueEmailRow[]> {
  return tx<DueEmailRow[]>`
    SELECT m.id, m.account_id, s.waitlist_id, s.email_key,
           CASE WHEN s.unsubscribed_at IS NULL THEN s.created_at END AS signed_up_at,
           EXISTS (SELECT 1 FROM suppressions WHERE account_id = m.account_id) AS has_suppressions, m.kind, m.state, m.route, m.provider, m.provider_version, m.reserved_month, m.rendered,
           extract(epoch FROM clock_timestamp() - m.rendered_at)::float / 3600 AS rendered_hours_ago,
           m.address_generation AS started_generation, m.resend_count, m.send_attempts, m.has_permit, extract(epoch FROM clock_timestamp() - m.first_throttled_at)::float AS first_throttled_seconds_ago,
           CASE WHEN t.paused_until > clock_timestamp() THEN 'paused' WHEN t.account_id IS NOT NULL THEN 'paced' END AS throttle,
           extract(epoch FROM clock_timestamp() - t.down_since)::float AS outage_seconds,
           ${mailedColumns(tx)},
           CASE WHEN own.waitlist_id IS NOT NULL THEN json_build_object('subject', own.subject, 'html', own.html, 'locale', own.locale) END AS template,
           a.plan, a.managed_emails_per_month, p.type AS own_provider, p.version AS own_version, p.from_address AS own_sender,
           EXISTS (SELECT 1 FROM mails h WHERE h.account_id = m.account_id AND h.state = 'held'
                     AND (m.kind = ANY (${yieldingKinds()}::text[]) OR h.kind <> ALL (${yieldingKinds()}::text[]))) AS behind_held,
           current_month() AS month${factColumns(tx)}
    FROM ${rowsByKey(tx, 'mails', keysOf(tx, emails))} m
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = m.account_id AND id = ${signupIdOf(tx)} LIMIT 1) s
    CROSS JOIN LATERAL (SELECT * FROM waitlists WHERE account_id = m.account_id AND id = s.waitlist_id LIMIT 1) w
    CROSS JOIN LATERAL (SELECT * FROM waitlist_counters WHERE account_id = m.account_id AND waitlist_id = w.id LIMIT 1) c
    CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = m.account_id LIMIT 1) a
    LEFT JOIN LATERAL (SELECT * FROM email_providers WHERE account_id = m.account_id LIMIT 1) p ON true
    LEFT JOIN LATERAL (SELECT * FROM email_throttles WHERE account_id = coalesce(p.account_id, ${platformAccountId}) LIMIT 1) t ON true
    LEFT JOIN LATERAL (SELECT * FROM waitlist_settings WHERE account_id = m.account_id AND waitlist_id = w.id LIMIT 1) settings ON true
    LEFT JOIN LATERAL (
      SELECT * FROM mail_templates WHERE account_id = m.account_id AND waitlist_id = w.id AND kind = m.kind
        AND ${isVersionFor(tx, tx`coalesce(s.locale, settings.settings #>> '{brand,language}')`)}
      ORDER BY length(locale) DESC LIMIT 1) own ON true
    LEFT JOIN LATERAL (
      SELECT * FROM link_epochs WHERE account_id = m.account_id AND waitlist_id = w.id AND kind = 'status' LIMIT 1) epochs ON true
    WHERE m.state IN ('queued', 'sending') AND w.deleted_at IS NULL
    ORDER BY m.id`;
}

/** What else kinds of mails know of theirs. */
const factColumns = (tx: Tx): Fragment =>
  mailPlace.parts().reduce((columns, { facts }) => (facts ? tx`${columns}, ${facts(tx)}` : columns), tx``);

/** How a mail goes on from being due. */
export interface EmailStart {
  readonly account_id: string;
  readonly id: string;
  readonly state: 'sending' | 'held';
  readonly route: EmailRoute | null;
  readonly provider: string | null;
  readonly provider_version: string | null;
  readonly reserved_month: string | null;
  /** To be kept from now on; null leaves what is kept. */
  readonly rendered: KeptEmail | null;
  /** Of the address that it goes to. */
  readonly address_generation: number;
}

/**
 * Records how mails go on, whose rows, jobs and usage the caller holds. A held mail's job goes: it is not
 * pending until it is released. A reservation that a mail no longer needs is released. Rows are named by
 * their ids, not joined (docs/architecture.md, Read by key).
 */
export async function recordEmailStarts(tx: Tx, starts: readonly EmailStart[]): Promise<void> {
  const keyOf = ({ account_id: accountId, id }: EmailStart) => ({ accountId, id });
  const held = starts.filter(({ state }) => state === 'held').map(keyOf);
  const emails = starts.map(keyOf);
  await tx`
    WITH start AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(starts)}::text::json) AS r(
        id uuid, state text, route text, provider text, provider_version uuid, reserved_month date, rendered json, address_generation smallint)
    ), held AS (
      DELETE FROM outbox WHERE ${isJob(tx, 'send-signup-email', held)}
    ), before AS MATERIALIZED (
      SELECT m.* FROM ${rowsByKey(tx, 'mails', keysOf(tx, emails))} m
    ), back AS MATERIALIZED (
      SELECT b.account_id, b.reserved_month AS month, count(*)::integer AS reservations FROM before b JOIN start USING (id)
      WHERE b.reserved_month IS NOT NULL AND b.reserved_month IS DISTINCT FROM start.reserved_month GROUP BY 1, 2
    ), ${releasing(tx)}
    UPDATE mails m
    SET (state, route, provider, provider_version, reserved_month, rendered, rendered_at, address_generation) = (
      SELECT start.state, start.route, start.provider, start.provider_version, start.reserved_month, coalesce(start.rendered, m.rendered),
             CASE WHEN start.rendered IS NULL THEN m.rendered_at ELSE clock_timestamp() END, start.address_generation
      FROM start WHERE start.id = m.id)
    WHERE ctid = ANY (ARRAY(SELECT place FROM before))`;
}
