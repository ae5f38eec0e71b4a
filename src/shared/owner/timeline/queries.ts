import type { SignupName } from '../../list/signups/queries.ts';
import type { Sql } from '../../platform/postgres/connection.ts';

/** What the person did about the mails, and was asked to do (N3). */
export interface ConsentRow {
  /** When the last mail went out that asks to confirm the address. Null: none did. */
  readonly confirm_sent_at: string | null;
  readonly confirmed_at: string | null;
  /** Whether the signup email waits for the confirmation. */
  readonly is_unconfirmed: boolean;
  readonly unsubscribed_at: string | null;
}

/** @returns undefined if the signup is gone */
export async function findConsent(
  sql: Sql,
  accountId: string,
  signupId: string,
): Promise<ConsentRow | undefined> {
  const [row] = await sql<ConsentRow[]>`
    SELECT confirm_sent_at, confirmed_at, confirmable_until IS NOT NULL AND confirmed_at IS NULL AS is_unconfirmed, unsubscribed_at
    FROM signups WHERE account_id = ${accountId} AND id = ${signupId}`;
  return row;
}

/** A signup that another one referred. */
export interface ReferredSignup extends SignupName {
  readonly created_at: string;
}

/** The first signups that a signup has the credit for, oldest first. */
export function listFirstReferred(
  sql: Sql,
  accountId: string,
  signupId: string,
  limit: number,
): Promise<ReferredSignup[]> {
  return sql<ReferredSignup[]>`
    SELECT id, email, position, created_at FROM signups
    WHERE account_id = ${accountId} AND referred_by = ${signupId} AND uncredited IS NULL ORDER BY position LIMIT ${limit}`;
}
