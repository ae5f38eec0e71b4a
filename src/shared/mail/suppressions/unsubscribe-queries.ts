import type { PlanName } from '../../account/plans.ts';
import type { StoredSettings } from '../../list/settings/schema.ts';
import { byEmail } from '../../list/signups/queries.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { SuppressedAddress } from './queries.ts';

/** A person on a waitlist, as the unsubscribe page and its event know them. */
export interface SubscribedSignup {
  readonly id: string;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  readonly email: string;
  readonly email_key: string;
  readonly position: number;
  readonly plan: PlanName;
  readonly settings: StoredSettings | null;
  /** A language tag. */
  readonly locale: string | null;
}

/** Undefined if the signup or its waitlist was deleted, or if it has another address since. */
export async function findSubscribed(
  sql: Sql | Tx,
  { accountId, id, generation }: RowKey & { readonly generation: number },
): Promise<SubscribedSignup | undefined> {
  const [row] = await sql<SubscribedSignup[]>`
    SELECT s.id, s.waitlist_id, w.name AS waitlist_name, s.email, s.email_key, s.position, a.plan, settings.settings, s.locale
    FROM (SELECT * FROM signups WHERE account_id = ${accountId} AND id = ${id} LIMIT 1) s
    JOIN waitlists w ON w.account_id = ${accountId} AND w.id = s.waitlist_id AND w.deleted_at IS NULL
      AND s.address_generation = ${generation}
    JOIN accounts a ON a.id = ${accountId}
    LEFT JOIN waitlist_settings settings ON settings.account_id = ${accountId} AND settings.waitlist_id = s.waitlist_id`;
  return row;
}

/** Writes down when a held signup unsubscribed. @returns that time; undefined if it had before */
export async function markUnsubscribed(tx: Tx, { accountId, id }: RowKey): Promise<string | undefined> {
  const [row] = await tx<{ unsubscribed_at: string }[]>`
    UPDATE signups SET unsubscribed_at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${id} AND unsubscribed_at IS NULL RETURNING unsubscribed_at`;
  return row?.unsubscribed_at;
}

/** Writes down with a held signup when its address unsubscribed, if it did. */
export async function inheritUnsubscribed(
  tx: Tx,
  { accountId, id }: RowKey,
  { waitlistId, mac }: SuppressedAddress,
): Promise<void> {
  await tx`
    UPDATE signups SET unsubscribed_at = (
      SELECT min(created_at) FROM suppressions
      WHERE account_id = ${accountId} AND email_mac = ${mac} AND (waitlist_id IS NULL OR waitlist_id = ${waitlistId}) AND reason = 'unsubscribed')
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Holds the signup of an address until commit. @returns its id */
export async function lockSignupOf(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  emailKey: string,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    SELECT id FROM signups WHERE ${byEmail(tx, accountId, waitlistId)} AND email_key = ${emailKey} FOR NO KEY UPDATE`;
  return row?.id;
}

/** The caller holds the signup. */
export async function clearUnsubscribed(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`
    UPDATE signups SET unsubscribed_at = NULL
    WHERE account_id = ${accountId} AND id = ${id} AND unsubscribed_at IS NOT NULL`;
}
