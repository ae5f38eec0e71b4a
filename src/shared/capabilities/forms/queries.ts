import { type CallerAccount, callerColumns } from '../../account/accounts/queries.ts';
import type { FieldDefinition } from '../../list/fields/schema.ts';
import type { StoredSettings } from '../../list/settings/schema.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { type Fragment, pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import { sealedColumn } from '../../platform/stored-secrets/sealed-columns.ts';

/** The secret of a form's captcha. */
export const sealedCaptcha = sealedColumn('form-captcha', {
  table: 'forms',
  key: 'waitlist_id',
  column: 'sealed_captcha',
});

/** A form with all that a post to it needs. */
export interface FormRow extends CallerAccount {
  readonly id: string;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  readonly type: string;
  readonly sealed_captcha: string | null;
  readonly settings: StoredSettings;
  readonly definitions: readonly Pick<FieldDefinition, 'key' | 'label' | 'type' | 'required'>[];
}

/** The custom fields of a list, in their order. */
export const definitionsOf = (sql: Sql, accountId: Fragment, waitlistId: Fragment) => sql`
  coalesce((
    SELECT json_agg(json_build_object('key', d.key, 'label', d.label, 'type', d.type, 'required', d.required) ORDER BY d.position, d.key)
    FROM field_definitions d WHERE d.account_id = ${accountId} AND d.waitlist_id = ${waitlistId}), '[]')`;

/** A form by the id that the public knows, enabled or not. Undefined if its waitlist was deleted. */
export async function findForm(sql: Sql, formId: string): Promise<FormRow | undefined> {
  const [row] = await sql<FormRow[]>`
    SELECT f.id, f.waitlist_id, w.name AS waitlist_name, f.type, f.sealed_captcha, settings.settings,
           ${callerColumns(sql)},
           ${definitionsOf(sql, sql`f.account_id`, sql`f.waitlist_id`)} AS definitions
    FROM (SELECT * FROM forms WHERE id = ${formId} LIMIT 1) f
    CROSS JOIN LATERAL (SELECT * FROM waitlists WHERE account_id = f.account_id AND id = f.waitlist_id LIMIT 1) w
    CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = f.account_id LIMIT 1) a
    CROSS JOIN LATERAL (
      SELECT * FROM waitlist_settings WHERE account_id = f.account_id AND waitlist_id = f.waitlist_id LIMIT 1) settings
    WHERE w.deleted_at IS NULL`;
  return row;
}

/** Whether a list has given out its last position. */
export async function isListFull(sql: Sql, accountId: string, waitlistId: string): Promise<boolean> {
  const [row] = await sql<{ full: boolean }[]>`
    SELECT last_position >= highest_position() AS full FROM waitlist_counters
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row?.full ?? false;
}

/** What the settings of a list show of its form. */
export interface StoredForm {
  readonly id: string;
  readonly has_secret: boolean;
}

export async function findFormOf(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<StoredForm | undefined> {
  const [row] = await sql<StoredForm[]>`
    SELECT id, sealed_captcha IS NOT NULL AS has_secret FROM forms WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row;
}

/** Keeps the form that is there. The caller holds the waitlist. */
export async function insertForm(
  tx: Tx,
  form: { account_id: string; waitlist_id: string; id: string; type: string },
): Promise<void> {
  await tx`INSERT INTO forms ${tx(form)} ON CONFLICT (account_id, waitlist_id) DO NOTHING`;
}

/** Null removes the secret. The caller holds the waitlist. */
export async function saveCaptcha(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  sealed: string | null,
): Promise<void> {
  await tx`
    UPDATE forms SET sealed_captcha = ${sealed} WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}

/**
 * Stamps a held signup that may be mailed its status link: not one that was in the last 24 hours, that has
 * not confirmed its address, or whose mails wait for a decision. Nor one that is new: a browser may post
 * again what has arrived.
 * @returns whether it may
 */
export async function stampStatusMail(tx: Tx, { accountId, id }: RowKey): Promise<boolean> {
  const { count } = await tx`
    UPDATE signups s SET status_mailed_at = clock_timestamp()
    WHERE s.account_id = ${accountId} AND s.id = ${id}
      AND (s.status_mailed_at IS NULL OR s.status_mailed_at < clock_timestamp() - interval '24 hours')
      AND s.created_at < clock_timestamp() - interval '10 minutes' AND (s.confirmable_until IS NULL OR s.confirmed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM referral_claims r WHERE r.account_id = ${accountId} AND r.signup_id = ${id} AND r.email_held)`;
  return count > 0;
}

/** Enqueues a mail with the status link for a signup, which the caller holds. */
export async function insertStatusEmail(
  tx: Tx,
  accountId: string,
  emailId: string,
  signupId: string,
): Promise<void> {
  await pipeline(
    tx`INSERT INTO mails (account_id, id, kind, signup_id) VALUES (${accountId}, ${emailId}, 'status', ${signupId})`,
    enqueueJobs(tx, 'send-signup-email', [{ accountId, id: emailId }]),
  );
}

/** Deletes the form of a waitlist. */
export async function deleteFormOf(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  await tx`DELETE FROM forms WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}
