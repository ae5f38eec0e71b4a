import type { Sql } from '../../platform/postgres/connection.ts';
import type { StoredSettings } from '../settings/schema.ts';
import { signupOf } from '../signups/queries.ts';

/** A signup with what its links and its status show. */
export interface LinkedSignup {
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  readonly referral_bonus: number | null;
  readonly position: number;
  readonly total: number;
  readonly referral_code: string;
  readonly referral_count: number;
  /** A language tag. */
  readonly locale: string | null;
  readonly settings: StoredSettings | null;
  readonly status_epoch: number;
  readonly address_generation: number;
  /** Whether it was asked to confirm its address, and has. */
  readonly is_asked: boolean;
  readonly is_confirmed: boolean;
}

/**
 * A signup by its id alone; `signups` may narrow it to one waitlist. Undefined if it or its waitlist was
 * deleted.
 */
export async function findLinkedSignup(
  sql: Sql,
  accountId: string,
  signupId: string,
  signup = sql`(SELECT * FROM signups WHERE account_id = ${accountId} AND id = ${signupId} LIMIT 1)`,
): Promise<LinkedSignup | undefined> {
  const [row] = await sql<LinkedSignup[]>`
    SELECT s.waitlist_id, w.name AS waitlist_name, w.referral_bonus, s.position, c.live_count AS total, s.referral_code,
           s.referral_count, s.locale, settings.settings, coalesce(epochs.epoch, 0) AS status_epoch, s.address_generation,
           s.confirmable_until IS NOT NULL AS is_asked, s.confirmed_at IS NOT NULL AS is_confirmed
    FROM ${signup} s
    JOIN waitlists w ON w.account_id = ${accountId} AND w.id = s.waitlist_id
    JOIN waitlist_counters c ON c.account_id = ${accountId} AND c.waitlist_id = s.waitlist_id
    LEFT JOIN waitlist_settings settings ON settings.account_id = ${accountId} AND settings.waitlist_id = s.waitlist_id
    LEFT JOIN link_epochs epochs
      ON epochs.account_id = ${accountId} AND epochs.waitlist_id = s.waitlist_id AND epochs.kind = 'status'`;
  return row;
}

/** The same for a signup of one waitlist. */
export function findLinkedSignupOf(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  signupId: string,
): Promise<LinkedSignup | undefined> {
  return findLinkedSignup(sql, accountId, signupId, signupOf(sql, accountId, waitlistId, signupId));
}
