import { lockSignups } from '../../list/signups/queries.ts';
import { isByKey, keysOf, type RowKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../platform/postgres/connection.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import { reopenRefusedEmails } from './refused-queries.ts';

/**
 * Enqueues the signup emails of signups that got none: refused for the settings, given up after several
 * attempts (C6.6), come back for now (N3), or never made, because there was no route when they signed up.
 * Nobody gets a second email. Nobody who unsubscribed gets one, nor whose mail waits for a review (N4), nor
 * who has not confirmed the address where that is asked (N3): confirming sends it.
 * @returns the signups whose email is pending now
 */
export async function resendSignupEmails(tx: Tx, signups: readonly RowKey[]): Promise<RowKey[]> {
  const [first] = signups;
  if (!first) return [];
  await lockSignups(tx, signups);
  const reopened = await reopenRefusedEmails(
    tx,
    first.accountId,
    signups.map(({ id }) => id),
  );
  const made = await tx<RowKey[]>`
    INSERT INTO mails (account_id, id)
    SELECT s.account_id, s.id FROM signups s
    WHERE ${isByKey(tx, 'signups', keysOf(tx, signups))} AND s.email_status = 0 AND s.unsubscribed_at IS NULL
      AND (s.confirmable_until IS NULL OR s.confirmed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM referral_claims r WHERE r.account_id = s.account_id AND r.signup_id = s.id AND r.email_held)
      AND NOT EXISTS (SELECT FROM mails m WHERE m.account_id = s.account_id AND m.id = s.id)
    ORDER BY s.id
    RETURNING account_id AS "accountId", id`;
  if (made.length > 0) await pipeline(enqueueJobs(tx, 'send-signup-email', made));
  return [...reopened.map((id) => ({ accountId: first.accountId, id })), ...made];
}
