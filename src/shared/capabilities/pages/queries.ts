import { callerColumns } from '../../account/accounts/queries.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { definitionsOf, type FormRow } from '../forms/index.ts';

/** A page with all that showing it and a post to it need. */
export interface PageRow extends Omit<FormRow, 'id' | 'type'> {
  readonly total: number;
  /** Null: the list never had a form nor a captcha. */
  readonly type: string | null;
}

/** The page of a name, enabled or not, also by one that was replaced. Undefined if its list was deleted. */
export async function findPage(sql: Sql, name: string): Promise<PageRow | undefined> {
  const [row] = await sql<PageRow[]>`
    SELECT p.waitlist_id, w.name AS waitlist_name, c.live_count AS total, f.type, f.sealed_captcha,
           settings.settings, ${callerColumns(sql)}, ${definitionsOf(sql, sql`p.account_id`, sql`p.waitlist_id`)} AS definitions
    FROM (SELECT * FROM waitlist_pages WHERE name = ${name} LIMIT 1) p
    CROSS JOIN LATERAL (SELECT * FROM waitlists WHERE account_id = p.account_id AND id = p.waitlist_id LIMIT 1) w
    CROSS JOIN LATERAL (SELECT * FROM waitlist_counters WHERE account_id = p.account_id AND waitlist_id = p.waitlist_id LIMIT 1) c
    CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = p.account_id LIMIT 1) a
    CROSS JOIN LATERAL (
      SELECT * FROM waitlist_settings WHERE account_id = p.account_id AND waitlist_id = p.waitlist_id LIMIT 1) settings
    LEFT JOIN LATERAL (SELECT * FROM forms WHERE account_id = p.account_id AND waitlist_id = p.waitlist_id LIMIT 1) f ON true
    WHERE w.deleted_at IS NULL`;
  return row;
}

/** Whether a list has this name, or had it and still leads on by it. */
export async function hasName(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql<
    { has: boolean }[]
  >`SELECT EXISTS (SELECT FROM waitlist_pages WHERE name = ${name}) AS has`;
  return row?.has ?? false;
}

/** How many replaced names of a list lead to its page. */
const keptNames = 5;

/**
 * Gives a list a name, or back one that it had. The caller holds the waitlist. It may wait for another list
 * that takes or frees the name, so the list's own rows are changed afterwards.
 * @returns false if another list has it
 */
export async function takeName(tx: Tx, { accountId, id }: RowKey, name: string): Promise<boolean> {
  await tx`
    INSERT INTO waitlist_pages (name, account_id, waitlist_id) VALUES (${name}, ${accountId}, ${id})
    ON CONFLICT (name) DO NOTHING`;
  const { count } = await tx`
    UPDATE waitlist_pages SET replaced_at = NULL
    WHERE name = ${name} AND account_id = ${accountId} AND waitlist_id = ${id}`;
  if (count === 0) return false;
  await tx`
    UPDATE waitlist_pages SET replaced_at = clock_timestamp()
    WHERE account_id = ${accountId} AND waitlist_id = ${id} AND name <> ${name} AND replaced_at IS NULL`;
  await tx`
    DELETE FROM waitlist_pages WHERE account_id = ${accountId} AND waitlist_id = ${id} AND name IN (
      SELECT name FROM waitlist_pages WHERE account_id = ${accountId} AND waitlist_id = ${id} AND replaced_at IS NOT NULL
      ORDER BY replaced_at DESC, name OFFSET ${keptNames})`;
  return true;
}

/** Frees all names of a list. The caller holds the waitlist. */
export async function freeNames(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM waitlist_pages WHERE account_id = ${accountId} AND waitlist_id = ${id}`;
}

/** Whether a code or an imported one belongs to a signup of a list. */
export async function isReferrer(
  sql: Sql,
  { accountId, waitlistId }: { accountId: string; waitlistId: string },
  code: string | null,
  alias: string,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (
        SELECT FROM (SELECT account_id, waitlist_id FROM signups WHERE referral_code = ${code} LIMIT 1) s
        WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId})
      OR EXISTS (
        SELECT FROM referral_aliases WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND alias = ${alias}) AS found`;
  return row?.found ?? false;
}

/** A custom field of the signup of a list that has a code or an imported one; null if there is none. */
export async function findReferrerField(
  sql: Sql,
  { accountId, waitlistId }: { accountId: string; waitlistId: string },
  code: string | null,
  alias: string,
  field: string,
): Promise<string | null> {
  const [row] = await sql<{ value: string | null }[]>`
    SELECT s.fields ->> ${field} AS value
    FROM (
      SELECT id FROM (SELECT id, account_id, waitlist_id FROM signups WHERE referral_code = ${code} LIMIT 1) own
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}
      UNION ALL
      SELECT signup_id FROM referral_aliases WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND alias = ${alias}) found
    CROSS JOIN LATERAL (SELECT fields FROM signups WHERE account_id = ${accountId} AND id = found.id LIMIT 1) s
    LIMIT 1`;
  return row?.value ?? null;
}
