import type { Tx } from '../../platform/postgres/connection.ts';
import type { Correction } from '../parts.ts';
import { byEmail } from '../signups/queries.ts';

/** Whether a signup of the waitlist has the address. Who holds the counter is told for good. */
export async function isAddressTaken(
  tx: Tx,
  { accountId, waitlistId, emailKey }: Correction,
): Promise<boolean> {
  const [row] = await tx`
    SELECT 1 FROM signups WHERE ${byEmail(tx, accountId, waitlistId)} AND email_key = ${emailKey} LIMIT 1`;
  return row !== undefined;
}

/** What a signup counts in the numbers beside its list, each 0 or 1. */
export interface CountedMail {
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly confirmed: number;
}

/**
 * Gives a signup another address. What is known of mails to the earlier one, and what its reader did, is
 * forgotten: the email's state, the confirmation and the unsubscription. `fold` is what its mailbox is
 * called, which only a list that judges referrals keeps. @returns what it counted before; undefined if it was
 * corrected more often than links can tell
 */
export async function replaceAddress(
  tx: Tx,
  { accountId, id, waitlistId, emailKey }: Correction,
  { email, fold }: { readonly email: string; readonly fold: string },
): Promise<CountedMail | undefined> {
  const [row] = await tx<CountedMail[]>`
    WITH before AS MATERIALIZED (
      SELECT (engagement_of(email_status, email_delivered_at, email_opened_at, email_clicked_at)).*, (confirmed_at IS NOT NULL)::integer AS confirmed
      FROM signups WHERE account_id = ${accountId} AND id = ${id} AND address_generation < 32767 LIMIT 1)
    UPDATE signups s
    SET email = ${email}, email_key = ${emailKey}, address_generation = s.address_generation + 1,
        fold_key = CASE WHEN (
          SELECT abuse_mode FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}) IS NOT NULL
          THEN nullif(${fold}, ${emailKey}) END,
        email_status = 0, email_delivered_at = NULL, email_opened_at = NULL, email_clicked_at = NULL, unsubscribed_at = NULL,
        confirmed_at = NULL, confirmable_until = NULL, confirm_sent_at = NULL, confirm_count = 0, status_mailed_at = NULL
    FROM before WHERE s.account_id = ${accountId} AND s.id = ${id}
    RETURNING before.sent, before.delivered, before.opened, before.clicked, before.confirmed`;
  return row;
}

/** Subtracts a signup from the numbers beside its list. The caller holds the signup. */
export async function subtractMail(
  tx: Tx,
  { accountId, waitlistId }: Correction,
  { sent, delivered, opened, clicked, confirmed }: CountedMail,
): Promise<void> {
  await tx`
    UPDATE signup_email_counts
    SET sent = sent - ${sent}, delivered = delivered - ${delivered}, opened = opened - ${opened}, clicked = clicked - ${clicked},
        confirmed = confirmed - ${confirmed}
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}
