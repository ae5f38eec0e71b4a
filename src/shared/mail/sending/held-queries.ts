import type { PlanName } from '../../account/plans.ts';
import { lockSignups } from '../../list/signups/queries.ts';
import { isByKey, keysIn, keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import { signupIdOf } from '../mails/mails.ts';

/** An account with held mails, and what decides whether these may go. */
export interface HeldAccountRow {
  account_id: string;
  plan: PlanName;
  managed_emails_per_month: number | null;
  has_own: boolean;
  month: string;
  /** Reservations of this month. */
  reserved: number;
}

export function listHeldAccounts(sql: Sql): Promise<HeldAccountRow[]> {
  return sql<HeldAccountRow[]>`
    WITH RECURSIVE holding AS (
      (SELECT account_id FROM mails WHERE state = 'held' ORDER BY account_id LIMIT 1)
      UNION ALL
      SELECT (SELECT m.account_id FROM mails m WHERE m.state = 'held' AND m.account_id > holding.account_id ORDER BY m.account_id LIMIT 1)
      FROM holding WHERE holding.account_id IS NOT NULL)
    SELECT a.id AS account_id, a.plan, a.managed_emails_per_month, p.account_id IS NOT NULL AS has_own, current_month() AS month,
           coalesce((SELECT u.reserved FROM email_usage u WHERE u.account_id = a.id AND u.month = current_month()), 0) AS reserved
    FROM holding JOIN accounts a ON a.id = holding.account_id LEFT JOIN email_providers p ON p.account_id = a.id`;
}

/**
 * Holds the account's oldest held mails and their signups until commit: ids are in the order of time.
 * @returns which
 */
export async function lockHeldEmails(tx: Tx, accountId: string, limit: number): Promise<string[]> {
  const found = await tx<(RowKey & { signup: string })[]>`
    SELECT m.account_id AS "accountId", m.id, ${signupIdOf(tx)} AS signup FROM mails m
    WHERE m.account_id = ${accountId} AND m.state = 'held' ORDER BY m.id LIMIT ${limit}`;
  const signups = found.map(({ signup: id }) => ({ accountId, id }));
  const [, rows] = await pipeline(
    lockSignups(tx, signups), // so that none is deleted while its job is made
    tx<{ id: string }[]>`
    SELECT m.id FROM ${rowsByKey(tx, 'mails', keysOf(tx, found), tx`FOR UPDATE`)} m WHERE m.state = 'held'`,
  );
  return rows.map(({ id }) => id);
}

/** Enqueues held mails whose rows the caller has locked, with their reservations where they have one. */
export async function releaseEmails(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  reservedMonth: string | null,
): Promise<void> {
  const mails = keysIn(accountId, ids);
  await pipeline(
    tx`
    UPDATE mails SET state = 'queued', reserved_month = ${reservedMonth}::date
    WHERE ${isByKey(tx, 'mails', keysOf(tx, mails))}`,
    enqueueJobs(tx, 'send-signup-email', mails),
  );
}
