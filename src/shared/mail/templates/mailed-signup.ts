import type { LinkSource } from '../../list/links/signup-links.ts';
import { byPosition } from '../../list/signups/queries.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { MailedSignup } from './render-email.ts';

/** What a signup's mail is made of. */
export interface MailedSignupRow extends Omit<MailedSignup, 'links' | 'values' | 'rank'>, LinkSource {
  readonly signup_id: string;
  readonly referral_count: number;
  /** The language of the person, as a language tag. */
  readonly locale: string | null;
}

/**
 * The columns of `MailedSignupRow`, of a signup `s`, its waitlist `w`, counter `c`, `settings` and `epochs`.
 */
export const mailedColumns = (sql: Sql | Tx) => sql`
  s.id AS signup_id, s.email, s.position, c.live_count AS total, w.name AS waitlist_name, s.referral_code, s.referral_count, w.referral_bonus, s.fields, s.locale,
  settings.settings, coalesce(epochs.epoch, 0) AS status_epoch, s.address_generation`;

/** A signup of a waitlist as its mail knows it: the newest one where none is named. */
export async function findAsMailed(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  signupId: string | null,
): Promise<MailedSignupRow | undefined> {
  const place =
    signupId === null
      ? sql`${byPosition(sql, accountId, waitlistId)} ORDER BY position DESC`
      : sql`account_id = ${accountId} AND id = ${signupId} AND waitlist_id = ${waitlistId}`;
  const [row] = await sql<MailedSignupRow[]>`
    SELECT ${mailedColumns(sql)}
    FROM waitlists w
    JOIN waitlist_counters c ON c.account_id = w.account_id AND c.waitlist_id = w.id
    CROSS JOIN (
      SELECT * FROM signups WHERE ${place} LIMIT 1) s
    LEFT JOIN waitlist_settings settings ON settings.account_id = w.account_id AND settings.waitlist_id = w.id
    LEFT JOIN link_epochs epochs ON epochs.account_id = w.account_id AND epochs.waitlist_id = w.id AND epochs.kind = 'status'
    WHERE w.account_id = ${accountId} AND w.id = ${waitlistId}`;
  return row;
}
