import type { Sql } from '../../postgres/connection.ts';
import type { SignupName } from '../queries.ts';

/** The row of a signup's email. */
export interface SignupMailRow {
  readonly state: 'queued' | 'held' | 'sending' | 'sent' | 'failed' | 'suppressed' | 'config_error';
  /** The provider's words. */
  readonly error: string | null;
  readonly retries_exhausted: boolean;
  readonly ambiguous: boolean;
  readonly sent_at: string | null;
}

/** @returns undefined if no email was made for the signup */
export async function findSignupMail(
  sql: Sql,
  accountId: string,
  signupId: string,
): Promise<SignupMailRow | undefined> {
  const [row] = await sql<SignupMailRow[]>`
    SELECT state, error, retries_exhausted, ambiguous, sent_at FROM mails
    WHERE account_id = ${accountId} AND id = ${signupId} AND kind = 'signup'`;
  return row;
}

/** When the person unsubscribed; null if that did not happen. */
export async function findUnsubscription(
  sql: Sql,
  accountId: string,
  signupId: string,
): Promise<string | null> {
  const [row] = await sql<{ unsubscribed_at: string | null }[]>`
    SELECT unsubscribed_at FROM signups WHERE account_id = ${accountId} AND id = ${signupId}`;
  return row?.unsubscribed_at ?? null;
}

/** A signup that another one referred. */
export interface ReferredSignup extends SignupName {
  readonly created_at: string;
}

/** The first signups that a signup referred, oldest first. */
export function listFirstReferred(
  sql: Sql,
  accountId: string,
  signupId: string,
  limit: number,
): Promise<ReferredSignup[]> {
  return sql<ReferredSignup[]>`
    SELECT id, email, position, created_at FROM signups
    WHERE account_id = ${accountId} AND referred_by = ${signupId} ORDER BY position LIMIT ${limit}`;
}
