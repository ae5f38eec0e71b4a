import type { PlanName } from '../../account/plans.ts';
import { tellCredits, tellProof } from '../../list/credits.ts';
import type { WaitlistKey } from '../../list/parts.ts';
import type { StoredSettings } from '../../list/settings/schema.ts';
import { isByKey, keysIn, keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import type { ConfirmationRow } from './confirmation-state.ts';
import type { ConfirmationSettings } from './settings.ts';

/** A signup as its confirmation knows it. */
export interface ConfirmableSignup {
  readonly id: string;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  readonly email: string;
  readonly position: number;
  /** Null if a deleted referrer has not been cleared yet. */
  readonly referred_by: string | null;
  readonly uncredited: string | null;
  /** Null: it was never asked. */
  readonly confirmable_until: string | null;
  readonly confirmed_at: string | null;
  readonly is_expired: boolean;
  /** A language tag. */
  readonly locale: string | null;
  readonly settings: StoredSettings | null;
  readonly plan: PlanName;
  readonly managed_emails_per_month: number | null;
  readonly has_own_provider: boolean;
}

/** Undefined if the signup or its waitlist was deleted, or if it has another address since. */
export async function findConfirmable(
  sql: Sql | Tx,
  { accountId, id, generation }: RowKey & { readonly generation: number },
): Promise<ConfirmableSignup | undefined> {
  const [row] = await sql<ConfirmableSignup[]>`
    SELECT s.id, s.waitlist_id, w.name AS waitlist_name, s.email, s.position, s.uncredited, s.confirmable_until, s.confirmed_at,
           s.confirmable_until < clock_timestamp() AS is_expired, s.locale, settings.settings, a.plan, a.managed_emails_per_month,
           EXISTS (SELECT 1 FROM email_providers WHERE account_id = ${accountId}) AS has_own_provider,
           CASE WHEN NOT EXISTS (
                  SELECT FROM removed_referrers r
                  WHERE r.account_id = ${accountId} AND r.waitlist_id = s.waitlist_id AND r.signup_id = s.referred_by)
                THEN s.referred_by END AS referred_by
    FROM (SELECT * FROM signups WHERE account_id = ${accountId} AND id = ${id} LIMIT 1) s
    JOIN waitlists w ON w.account_id = ${accountId} AND w.id = s.waitlist_id AND w.deleted_at IS NULL AND s.address_generation = ${generation}
    JOIN accounts a ON a.id = ${accountId}
    LEFT JOIN waitlist_settings settings ON settings.account_id = ${accountId} AND settings.waitlist_id = s.waitlist_id`;
  return row;
}

/** Confirms a signup that the caller holds with its waitlist's email counts. @returns the time */
export async function markConfirmed(tx: Tx, { accountId, id }: RowKey, waitlistId: string): Promise<string> {
  const [[row]] = await pipeline(
    tx<[{ confirmed_at: string }]>`
      UPDATE signups SET confirmed_at = clock_timestamp(), uncredited = NULL
      WHERE account_id = ${accountId} AND id = ${id} RETURNING confirmed_at`,
    tx`
      UPDATE signup_email_counts SET confirmed = confirmed + 1
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`,
  );
  return row.confirmed_at;
}

/** Gives a referrer the credit for a signup. The caller holds both, and the counter of the waitlist. */
export async function creditReferrer(tx: Tx, { accountId, id }: RowKey, waitlistId: string): Promise<void> {
  await pipeline(
    ...tellCredits(tx, accountId, [{ id, credited: 1 }]),
    ...tellProof(tx, [{ accountId, id }]),
    tx`UPDATE signups SET referral_count = referral_count + 1 WHERE account_id = ${accountId} AND id = ${id}`,
    tx`
      UPDATE waitlist_counters SET referred_count = referred_count + 1
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`,
  );
}

/**
 * Enqueues the signup's own mail, once. The caller holds the signup. @returns whether it was not there yet
 */
export async function insertSignupEmail(tx: Tx, key: RowKey): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO mails (account_id, id) VALUES (${key.accountId}, ${key.id}) ON CONFLICT DO NOTHING`;
  if (count > 0) await enqueueJobs(tx, 'send-signup-email', [key]);
  return count > 0;
}

/** Who may ask for another link, and how often. */
export interface LinkLimit {
  /** Links of a signup in all. */
  readonly most: number;
  readonly minutesApart: number;
}

/**
 * Makes the link of a held, unconfirmed signup valid again, if its waitlist still asks for confirmation and
 * the limit allows it. @returns whether it did
 */
export async function renewLink(
  tx: Tx,
  { accountId, id }: RowKey,
  { most, minutesApart }: LinkLimit,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE signups s
    SET confirm_count = s.confirm_count + 1, confirm_sent_at = clock_timestamp(),
        confirmable_until = clock_timestamp() + make_interval(hours => c.confirm_hours)
    FROM waitlist_counters c
    WHERE s.account_id = ${accountId} AND s.id = ${id} AND c.account_id = ${accountId} AND c.waitlist_id = s.waitlist_id
      AND c.confirm_hours IS NOT NULL AND s.confirmed_at IS NULL AND s.confirmable_until IS NOT NULL AND s.confirm_count < ${most}
      AND NOT EXISTS (SELECT FROM referral_claims r WHERE r.account_id = ${accountId} AND r.signup_id = ${id} AND r.email_held)
      AND coalesce(s.confirm_sent_at < clock_timestamp() - make_interval(mins => ${minutesApart}), true)`;
  return count > 0;
}

/**
 * Begins the confirmation of a held signup that has not been asked at its address, if its waitlist asks, or
 * if a credit still waits for that: as long as its waitlist says, or two days. @returns whether a mail is to
 * ask, as far as `isMailed` wants one and none is held for a review
 */
export async function askToConfirm(
  tx: Tx,
  { accountId, id }: RowKey,
  waitlistId: string,
  isMailed: boolean,
): Promise<boolean> {
  const [row] = await tx<{ is_mailed: boolean }[]>`
    UPDATE signups s
    SET confirmable_until = clock_timestamp() + make_interval(hours => coalesce(c.confirm_hours, 48)),
        confirm_sent_at = CASE WHEN c.is_mailed THEN clock_timestamp() END, confirm_count = c.is_mailed::integer
    FROM (
      SELECT confirm_hours, ${isMailed}::boolean AND NOT EXISTS (
               SELECT FROM referral_claims r WHERE r.account_id = ${accountId} AND r.signup_id = ${id} AND r.email_held) AS is_mailed
      FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}) c
    WHERE s.account_id = ${accountId} AND s.id = ${id} AND (c.confirm_hours IS NOT NULL OR s.uncredited IS NOT NULL)
    RETURNING c.is_mailed`;
  return row?.is_mailed ?? false;
}

/**
 * Has the time of links begin now, where their mails had to wait: a mail that was held for the allowance must
 * not arrive with a link that has expired. The caller holds the signups.
 */
export async function startConfirmations(tx: Tx, signups: readonly RowKey[]): Promise<void> {
  const keys = keysOf(tx, signups);
  await tx`
    UPDATE signups s
    SET confirm_sent_at = clock_timestamp(),
        confirmable_until = greatest(s.confirmable_until, clock_timestamp() + make_interval(hours => (
          SELECT confirm_hours FROM waitlist_counters c WHERE c.account_id = s.account_id AND c.waitlist_id = s.waitlist_id)))
    WHERE ${isByKey(tx, 'signups', keys)} AND s.confirmed_at IS NULL AND s.confirmable_until IS NOT NULL
      AND s.confirm_sent_at < clock_timestamp() - interval '1 minute'`;
}

/** Why the link of a held signup was not renewed. */
export async function findWhyNot(
  tx: Tx,
  { accountId, id }: RowKey,
  { most }: LinkLimit,
): Promise<'confirmed' | 'recently' | 'never'> {
  const [row] = await tx<{ is_confirmed: boolean; may_ask: boolean }[]>`
    SELECT s.confirmed_at IS NOT NULL AS is_confirmed,
           s.confirm_count < ${most} AND EXISTS (
             SELECT FROM waitlist_counters c
             WHERE c.account_id = ${accountId} AND c.waitlist_id = s.waitlist_id AND c.confirm_hours IS NOT NULL)
           AND NOT EXISTS (SELECT FROM referral_claims r WHERE r.account_id = ${accountId} AND r.signup_id = ${id} AND r.email_held) AS may_ask
    FROM signups s WHERE s.account_id = ${accountId} AND s.id = ${id}`;
  if (row?.is_confirmed) return 'confirmed';
  return row?.may_ask ? 'recently' : 'never';
}

/** Lifts what the signup path and the reminders read of the settings. The caller holds the counter. */
export async function saveConfirmationMode(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  { enabled, expires_hours, remind_after_hours, credit }: ConfirmationSettings,
): Promise<void> {
  await tx`
    UPDATE waitlist_counters
    SET confirm_hours = ${enabled ? expires_hours : null}, credit_on_confirm = ${credit === 'on_confirm'},
        remind_hours = ${enabled ? remind_after_hours : null}
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}

/** Waitlists that remind people, after this one, in the order of their keys. */
export function listReminding(
  sql: Sql,
  after: { account_id: string; waitlist_id: string },
  limit: number,
): Promise<{ account_id: string; waitlist_id: string }[]> {
  return sql<{ account_id: string; waitlist_id: string }[]>`
    SELECT account_id, waitlist_id FROM waitlist_counters
    WHERE remind_hours IS NOT NULL AND (account_id, waitlist_id) > (${after.account_id}, ${after.waitlist_id})
    ORDER BY account_id, waitlist_id LIMIT ${limit}`;
}

/**
 * Holds the signups of a waitlist that are to be reminded, oldest first: they got one link, which is still
 * valid, and have not confirmed. Those that others hold are left to the next run. @returns their ids
 */
export async function renewUnreminded(
  tx: Tx,
  { account_id, waitlist_id }: { account_id: string; waitlist_id: string },
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    UPDATE signups SET confirm_count = confirm_count + 1, confirm_sent_at = clock_timestamp()
    WHERE ctid = ANY (ARRAY(
      SELECT s.ctid FROM waitlist_counters c CROSS JOIN LATERAL (
        SELECT ctid FROM signups
        WHERE account_id = c.account_id AND waitlist_id = c.waitlist_id AND confirm_count = 1 AND confirmed_at IS NULL
          AND confirm_sent_at > clock_timestamp() - interval '30 days'
          AND confirm_sent_at < clock_timestamp() - make_interval(hours => c.remind_hours) AND confirmable_until > clock_timestamp()
        ORDER BY confirm_sent_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) s
      WHERE c.account_id = ${account_id} AND c.waitlist_id = ${waitlist_id} AND c.remind_hours IS NOT NULL))
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/** Enqueues a mail that asks to confirm for each of these signups, which the caller holds. */
export async function insertConfirmEmails(
  tx: Tx,
  accountId: string,
  emails: readonly { id: string; signupId: string }[],
): Promise<void> {
  const keys = emails.map(({ id }) => ({ accountId, id }));
  await pipeline(
    tx`
    INSERT INTO mails (account_id, id, kind, signup_id)
    SELECT ${accountId}, m.id, 'confirm', m.signup_id
    FROM unnest(${emails.map(({ id }) => id)}::uuid[], ${emails.map(({ signupId }) => signupId)}::uuid[]) AS m(id, signup_id)`,
    enqueueJobs(tx, 'send-signup-email', keys),
  );
}

/** What became of the confirmations of signups, in no order. */
export function listConfirmations(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<(ConfirmationRow & { id: string })[]> {
  const keys = keysOf(sql, keysIn(accountId, ids));
  return sql<(ConfirmationRow & { id: string })[]>`
    SELECT s.id, s.confirmed_at, s.confirmable_until, s.confirm_count FROM ${rowsByKey(sql, 'signups', keys)} s`;
}
