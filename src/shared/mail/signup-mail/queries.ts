import type { BounceClass } from '../../list/mail-state/bounce.ts';
import { rankOf } from '../../list/mail-state/status.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import type { KeptEmail } from '../mails/mails.ts';
import type { TemplateKind } from '../parts.ts';
import type { SignupMail } from './schema.ts';

/** The row of a signup's email. */
export interface SignupMailRow {
  readonly state: 'queued' | 'held' | 'sending' | 'sent' | 'failed' | 'suppressed' | 'config_error';
  /** The provider's words. */
  readonly error: string | null;
  readonly retries_exhausted: boolean;
  readonly ambiguous: boolean;
  readonly sent_at: string | null;
  /** Null if it did not come back. */
  readonly bounce_class: BounceClass | null;
  /** The provider's words. */
  readonly bounce_reason: string | null;
}

/** @returns undefined if no email was made for the signup */
export async function findSignupMail(
  sql: Sql,
  accountId: string,
  signupId: string,
): Promise<SignupMailRow | undefined> {
  const [row] = await sql<SignupMailRow[]>`
    SELECT state, error, retries_exhausted, ambiguous, sent_at, bounce_class, bounce_reason FROM mails
    WHERE account_id = ${accountId} AND id = ${signupId} AND kind = 'signup'`;
  return row;
}

/** The emails of signups, with how they came back; the others have none. */
export async function listSignupMails(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<({ id: string } & SignupMail)[]> {
  return sql<({ id: string } & SignupMail)[]>`
    SELECT s.id, m.state, m.sent_at, m.error,
           CASE WHEN s.email_status = ${rankOf('bounced')} THEN coalesce(m.bounce_class, 'permanent') END AS bounce_class,
           CASE WHEN s.email_status = ${rankOf('bounced')} THEN m.bounce_reason END AS bounce_reason
    FROM unnest(${signupIds as string[]}::uuid[]) AS given(id)
    CROSS JOIN LATERAL (SELECT id, email_status FROM signups WHERE account_id = ${accountId} AND id = given.id LIMIT 1) s
    CROSS JOIN LATERAL (SELECT * FROM mails WHERE account_id = ${accountId} AND id = given.id AND kind = 'signup' LIMIT 1) m`;
}

/**
 * Those of these signups whose email is still to be sent: it waits for a worker, a route, the confirmation of
 * the address, or a decision about the referral. The others were added without one.
 */
export async function listAwaited(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (signupIds.length === 0) return new Set();
  const rows = await sql<{ id: string }[]>`
    SELECT s.id
    FROM unnest(${signupIds as string[]}::uuid[]) AS given(id)
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = ${accountId} AND id = given.id LIMIT 1) s
    WHERE s.email_status = 0 AND (
      EXISTS (SELECT FROM mails m WHERE m.account_id = ${accountId} AND m.id = s.id AND m.kind = 'signup')
      OR (s.confirmable_until IS NOT NULL AND s.confirmed_at IS NULL)
      OR EXISTS (SELECT FROM referral_claims c WHERE c.account_id = ${accountId} AND c.signup_id = s.id AND c.email_held))`;
  return new Set(rows.map(({ id }) => id));
}

/** The mails of a signup that what was rendered is kept of, oldest first. */
export function listRenderedMails(
  sql: Sql,
  accountId: string,
  signupId: string,
): Promise<{ id: string; kind: TemplateKind; rendered: KeptEmail }[]> {
  return sql`
    SELECT id, kind, rendered FROM mails
    WHERE account_id = ${accountId} AND (id = ${signupId} OR signup_id = ${signupId}) AND rendered IS NOT NULL ORDER BY id LIMIT 50`;
}
