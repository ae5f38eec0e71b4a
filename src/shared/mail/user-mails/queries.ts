import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';

/** A notice that is to be sent. */
export interface StartedNotice {
  email: string;
  /** How many attempts at sending it have failed. */
  send_attempts: number;
  /** Whether it was handed over before, and nobody knows whether it left. */
  was_sending: boolean;
}

/** Marks a notice as being sent. @returns undefined if the mail or its user is gone */
export async function startNotice(
  tx: Tx,
  { accountId, id }: RowKey,
  userId: string,
  provider: string,
): Promise<StartedNotice | undefined> {
  const [row] = await tx<StartedNotice[]>`
    SELECT u.email, m.send_attempts, m.state = 'sending' AS was_sending
    FROM mails m JOIN users u ON u.id = ${userId} AND u.account_id = m.account_id
    WHERE m.id = ${id} AND m.account_id = ${accountId} AND m.state IN ('queued', 'sending') FOR UPDATE OF m`;
  if (row)
    await tx`
      UPDATE mails SET state = 'sending', route = 'managed', provider = ${provider} WHERE id = ${id} AND account_id = ${accountId}`;
  return row;
}

/** How a mail to a user ended. */
export interface UserMailEnd {
  readonly state: 'sent' | 'failed' | 'suppressed' | 'config_error';
  readonly ambiguous: boolean;
  readonly messageId: string | null;
  readonly providerMessageId: string | null;
  readonly error: string | null;
}

/**
 * Records how a mail to a user ended. Its time is kept whatever became of it: it is deleted 30 days later.
 */
export async function finishUserMail(tx: Tx, { accountId, id }: RowKey, end: UserMailEnd): Promise<void> {
  await tx`
    UPDATE mails
    SET state = ${end.state}, ambiguous = ${end.ambiguous}, message_id = ${end.messageId}, provider_message_id = ${end.providerMessageId},
        error = ${end.error}, sent_at = clock_timestamp()
    WHERE id = ${id} AND account_id = ${accountId}`;
}

/** Marks a mail to a user to be sent again, after an attempt or because the server is down. */
export async function requeueUserMail(
  tx: Tx,
  { accountId, id }: RowKey,
  { error, mayHaveLeft, countsAsAttempt }: { error: string; mayHaveLeft: boolean; countsAsAttempt: boolean },
): Promise<void> {
  await tx`
    UPDATE mails
    SET state = CASE WHEN ${mayHaveLeft} THEN state ELSE 'queued' END, error = ${error}, send_attempts = send_attempts + ${countsAsAttempt}::integer
    WHERE id = ${id} AND account_id = ${accountId}`;
}

/** Deletes a mail whose user is gone. */
export async function deleteUserMail(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM mails WHERE id = ${id} AND account_id = ${accountId} AND kind = 'notice'`;
}

/** Deletes up to `limit` mails to users that are over 30 days old. @returns how many */
export async function deleteOldUserMails(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM mails WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM mails WHERE kind = 'notice' AND sent_at < statement_timestamp() - interval '30 days'
      ORDER BY sent_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}
