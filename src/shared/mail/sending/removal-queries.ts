import { isByKey, keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../platform/postgres/connection.ts';
import { isJob, lockJobs } from '../../platform/queue/outbox.ts';
import { lockReservations, releasing } from '../allowance/allowance-queries.ts';
import { kindsOfAddress } from '../kinds.ts';
import { lockEmails } from '../mails/mails.ts';

/**
 * Deletes the mails of signups that the caller holds, with their pending jobs, and releases unused
 * reservations. Takes its locks one kind after the other: outbox, mails, usage. A transaction that adds a
 * mail to a signup holds the signup, so what the first statement finds is all.
 */
export async function deleteEmailsOf(tx: Tx, signups: readonly RowKey[]): Promise<void> {
  const others = await tx<RowKey[]>`
    SELECT m.account_id AS "accountId", m.id FROM ${keysOf(tx, signups)} CROSS JOIN LATERAL (
      SELECT account_id, id FROM mails WHERE account_id = key.account_id AND signup_id = key.id OFFSET 0) m`;
  const emails = [...signups, ...others];
  await holdEmails(tx, emails);
  await deleteHeld(tx, emails);
}

/**
 * Deletes those of the mails that have not begun to be sent, with their pending jobs, and releases their
 * reservations. @returns which
 */
export async function takeBackEmails(tx: Tx, emails: readonly RowKey[]): Promise<RowKey[]> {
  if (emails.length === 0) return [];
  await holdEmails(tx, emails);
  const unsent = await tx<RowKey[]>`
    SELECT m.account_id AS "accountId", m.id FROM ${rowsByKey(tx, 'mails', keysOf(tx, emails))} m WHERE m.state IN ('queued', 'held')`;
  if (unsent.length > 0) await deleteHeld(tx, unsent);
  return unsent;
}

/**
 * Deletes the mails of a held signup that are made anew for another address: its own, whatever became of it,
 * and those of some kinds that have not begun to be sent. A worker that is sending its own has lost the job
 * then, so what becomes of that mail is recorded nowhere; its place in the allowance stays taken.
 */
export async function deleteEmailsOfAddress(tx: Tx, signup: RowKey): Promise<void> {
  const waiting = () => tx`kind = ANY (${kindsOfAddress()}::text[]) AND state IN ('queued', 'held')`;
  const others = await tx<RowKey[]>`
    SELECT account_id AS "accountId", id FROM mails
    WHERE account_id = ${signup.accountId} AND signup_id = ${signup.id} AND ${waiting()}`;
  await holdEmails(tx, [signup, ...others]);
  const unsent = await tx<RowKey[]>`
    SELECT m.account_id AS "accountId", m.id FROM ${rowsByKey(tx, 'mails', keysOf(tx, others))} m WHERE ${waiting()}`;
  await deleteHeld(tx, [signup, ...unsent]);
}

/** Holds mails with their jobs and reservations until commit. */
async function holdEmails(tx: Tx, emails: readonly RowKey[]): Promise<void> {
  await pipeline(
    lockJobs(tx, 'send-signup-email', emails),
    lockEmails(tx, emails),
    lockReservations(tx, keysOf(tx, emails)),
  );
}

/** Deletes mails that the caller holds so. */
async function deleteHeld(tx: Tx, emails: readonly RowKey[]): Promise<void> {
  await pipeline(
    tx`
    WITH back AS MATERIALIZED (
      SELECT m.account_id, m.reserved_month AS month, count(*)::integer AS reservations
      FROM ${rowsByKey(tx, 'mails', keysOf(tx, emails))} m
      WHERE m.state = 'queued' AND m.reserved_month IS NOT NULL GROUP BY 1, 2
    ), ${releasing(tx)}
    SELECT`,
    tx`DELETE FROM mails WHERE ${isByKey(tx, 'mails', keysOf(tx, emails))}`,
    tx`DELETE FROM outbox WHERE ${isJob(tx, 'send-signup-email', emails)}`,
  );
}
