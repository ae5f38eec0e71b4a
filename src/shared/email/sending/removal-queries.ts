import { type Tx, together } from '../../postgres/connection.ts';
import { lockReservations, releasing } from '../allowance/allowance-queries.ts';

/**
 * Deletes the emails of signups that the caller holds, with their pending jobs, and gives unused places in the allowance back. Takes its
 * locks one kind after the other: outbox, emails, usage.
 */
export async function deleteEmailsOf(tx: Tx, signupIds: readonly string[]): Promise<void> {
  const ids = signupIds as string[];
  await together(
    tx`SELECT 1 FROM outbox WHERE job = 'send-signup-email' AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`,
    lockEmails(tx, ids),
    lockReservations(tx, ids),
    tx`
    WITH back AS MATERIALIZED (
      SELECT account_id, reserved_month AS month, count(*)::integer AS places FROM signup_emails
      WHERE signup_id = ANY(${ids}::uuid[]) AND state = 'queued' AND reserved_month IS NOT NULL GROUP BY 1, 2
    ), ${releasing(tx)}
    SELECT`,
    tx`DELETE FROM signup_emails WHERE signup_id = ANY(${ids}::uuid[])`,
    tx`DELETE FROM outbox WHERE job = 'send-signup-email' AND id = ANY(${ids}::uuid[])`,
  );
}

/** Holds emails until commit, by signup id as everywhere. */
export const lockEmails = (tx: Tx, signupIds: readonly string[]) =>
  tx`SELECT 1 FROM signup_emails WHERE signup_id = ANY(${signupIds as string[]}::uuid[]) ORDER BY signup_id FOR UPDATE`;
