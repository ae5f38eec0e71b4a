import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import type { PlanName } from '../plans.ts';

/** The data of an account that sets the limits of its callers. */
export interface CallerAccount {
  account_id: string;
  plan: PlanName;
  requests_per_minute: number | null;
  managed_emails_per_month: number | null;
  has_email_provider: boolean;
}

/** The columns of a `CallerAccount`, of a row `a` of accounts. */
export const callerColumns = (sql: Sql | Tx): Fragment => sql`
  a.id AS account_id, a.plan, a.requests_per_minute, a.managed_emails_per_month,
  EXISTS (SELECT 1 FROM email_providers p WHERE p.account_id = a.id) AS has_email_provider`;

export async function findCallerAccount(
  sql: Sql | Tx,
  accountId: string,
): Promise<CallerAccount | undefined> {
  const [row] = await sql<CallerAccount[]>`
    SELECT ${callerColumns(sql)} FROM accounts a WHERE a.id = ${accountId} LIMIT 1`;
  return row;
}

export interface AccountRow {
  id: string;
  name: string;
  plan: PlanName;
  requests_per_minute: number | null;
  managed_emails_per_month: number | null;
  /** An IANA name (N8). */
  time_zone: string;
  created_at: string;
}

const columns = columnsOf<AccountRow>({
  id: true,
  name: true,
  plan: true,
  requests_per_minute: true,
  managed_emails_per_month: true,
  time_zone: true,
  created_at: true,
});

export async function insertAccount(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'name' | 'plan' | 'requests_per_minute' | 'managed_emails_per_month'>,
): Promise<AccountRow> {
  const [row] = await tx<[AccountRow]>`INSERT INTO accounts ${tx(account)} RETURNING ${tx(columns)}`;
  return row;
}

/** Makes the test mode of an account, if it has none. The caller holds the account. */
export async function insertTestAccount(tx: Tx, id: string, liveId: string): Promise<void> {
  await tx`
    INSERT INTO accounts (id, name, plan, requests_per_minute, managed_emails_per_month, time_zone)
    SELECT ${id}, name, plan, requests_per_minute, managed_emails_per_month, time_zone FROM accounts WHERE id = ${liveId}
    ON CONFLICT DO NOTHING`;
}

export async function findAccount(sql: Sql | Tx, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`SELECT ${sql(columns)} FROM accounts WHERE id = ${accountId}`;
  return row;
}

export async function hasAccount(sql: Sql | Tx): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`SELECT EXISTS (SELECT 1 FROM accounts) AS found`;
  return row.found;
}

/** Keeps others from making an account until commit. Only for the first one: nobody else waits then. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await tx`LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE`;
}

/** Locks the account until commit, so an account-wide limit can be checked before an insert. */
export async function lockAccount(tx: Tx, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await tx<AccountRow[]>`
    SELECT ${tx(columns)} FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  return row;
}

export type AccountChange = Partial<
  Pick<AccountRow, 'name' | 'plan' | 'requests_per_minute' | 'managed_emails_per_month' | 'time_zone'>
>;

export async function updateAccount(
  tx: Tx,
  accountId: string,
  change: AccountChange,
): Promise<AccountRow | undefined> {
  const [row] = await tx<AccountRow[]>`
    UPDATE accounts SET ${tx(change)} WHERE id = ${accountId} RETURNING ${tx(columns)}`;
  return row;
}

export type AccountListRow = AccountRow & { signups_used: number };

/** Oldest first, test modes too. */
export function listAccounts(sql: Sql): Promise<AccountListRow[]> {
  return sql<AccountListRow[]>`
    SELECT ${sql(columns)}, coalesce((SELECT sum(c.live_count) FROM waitlist_counters c WHERE c.account_id = a.id), 0)::integer AS signups_used
    FROM accounts a ORDER BY a.created_at, a.id`;
}

/** The number of stored signups on all waitlists of the account (§2.8). */
export async function countSignups(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<[{ used: number }]>`
    SELECT coalesce(sum(live_count), 0)::integer AS used FROM waitlist_counters WHERE account_id = ${accountId}`;
  return row.used;
}
