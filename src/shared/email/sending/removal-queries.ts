import { isByKey, keysOf, lockByKey, type RowKey, rowsByKey } from '../../postgres/by-key.ts';
import { pipeline, type Tx } from '../../postgres/connection.ts';
import { isJob, lockJobs } from '../../queue/outbox.ts';
import { lockReservations, releasing } from '../allowance/allowance-queries.ts';

/**
 * Deletes the emails of signups that the caller holds, with their pending jobs, and releases unused
 * reservations. Takes its locks one kind after the other: outbox, emails, usage.
 */
export async function deleteEmailsOf(tx: Tx, signups: readonly RowKey[]): Promise<void> {
  await pipeline(
    lockJobs(tx, 'send-signup-email', signups),
    lockEmails(tx, signups),
    lockReservations(tx, signups),
    tx`
    WITH back AS MATERIALIZED (
      SELECT m.account_id, m.reserved_month AS month, count(*)::integer AS places
      FROM ${rowsByKey(tx, 'signup_emails', keysOf(tx, signups))} m
      WHERE m.state = 'queued' AND m.reserved_month IS NOT NULL GROUP BY 1, 2
    ), ${releasing(tx)}
    SELECT`,
    tx`DELETE FROM signup_emails WHERE ${isByKey(tx, 'signup_emails', keysOf(tx, signups))}`,
    tx`DELETE FROM outbox WHERE ${isJob(tx, 'send-signup-email', signups)}`,
  );
}

/** Holds the emails of signups until commit. */
export const lockEmails = (tx: Tx, signups: readonly RowKey[]) =>
  lockByKey(tx, 'signup_emails', keysOf(tx, signups), tx`FOR UPDATE`);
