import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { tallyBy } from '../../../platform/process/tally.ts';
import type { RowRange } from '../rows/outcome-queries.ts';
import type { ImportOutcome } from '../schema.ts';

/** The options of the function import_signups; see migrations/functions/import_signups.sql. */
export interface StoreOptions {
  readonly account_id: string;
  readonly waitlist_id: string;
  readonly import_id: string;
  readonly signup_cap: number | null;
  readonly mailed: boolean;
  readonly notified: boolean;
  readonly keeps: boolean;
  readonly imported_at: string;
  /** The signups that referred rows of the part, by their lines. */
  readonly referrers: Readonly<Record<number, string>>;
}

/** A row of a part that became something else than the validation said. */
export interface ChangedRow {
  readonly line: number;
  readonly before: ImportOutcome;
  readonly id: string;
  readonly field: string | null;
  readonly outcome:
    | 'created'
    | 'existing'
    | 'field_missing'
    | 'field_type'
    | 'over_quota'
    | 'list_full'
    | 'archived';
}

/** What import_signups did. */
export interface StoredPart {
  /** How many signups. */
  readonly added: number;
  readonly changed: readonly ChangedRow[];
  /** New signups of people who are users. */
  readonly converted: readonly { readonly id: string; readonly converted_at: string }[];
  /** How many new signups have a referrer. */
  readonly referrals: number;
  /** The last position of the list before the part. */
  readonly found: number;
  /** The last position behind it. */
  readonly left: number;
}

/** Stores the signups of a part. @returns undefined if the waitlist is gone */
export async function importSignups(
  tx: Tx,
  options: StoreOptions,
  { after, last }: RowRange,
): Promise<StoredPart | undefined> {
  const given = {
    ...options,
    after_key: after.sort_key,
    after_line: after.line,
    last_key: last.sort_key,
    last_line: last.line,
  };
  const [{ result }] = await tx<[{ result: { [Key in keyof StoredPart]: StoredPart[Key] | null } | null }]>`
    SELECT import_signups(${JSON.stringify(given)}::text::json) AS result`;
  if (result === null) return undefined;
  const { added, changed, converted, referrals, found, left } = result;
  return {
    added: added ?? 0,
    changed: changed ?? [],
    converted: converted ?? [],
    referrals: referrals ?? 0,
    found: found ?? 0,
    left: left ?? 0,
  };
}

/** A signup of an import, and who referred it. */
export interface Referral {
  readonly id: string;
  readonly referrerId: string;
}

/**
 * Names the referrers of signups, and counts that. The caller holds the counter of the waitlist and all the
 * signups. What is gone by now, or has a referrer, stays as it is.
 * @returns how many have one now
 */
export async function linkReferrals(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  importId: string,
  referrals: readonly Referral[],
): Promise<number> {
  const given = JSON.stringify(referrals.map(({ id, referrerId }) => ({ id, referrer_id: referrerId })));
  const linked = await tx<{ referred_by: string }[]>`
    UPDATE signups s SET referred_by = given.referrer_id
    FROM (
      SELECT held.place, r.referrer_id FROM json_to_recordset(${given}::text::json) AS r(id uuid, referrer_id uuid)
      CROSS JOIN LATERAL (
        SELECT ctid AS place, waitlist_id, import_id, referred_by FROM signups WHERE account_id = ${accountId} AND id = r.id LIMIT 1) held
      CROSS JOIN LATERAL (SELECT waitlist_id FROM signups WHERE account_id = ${accountId} AND id = r.referrer_id LIMIT 1) referrer
      WHERE held.waitlist_id = ${waitlistId} AND referrer.waitlist_id = ${waitlistId} AND held.import_id = ${importId}
        AND held.referred_by IS NULL) given
    WHERE s.ctid = given.place
    RETURNING s.referred_by`;
  if (linked.length === 0) return 0;
  const counts = [...tallyBy(linked, ({ referred_by }) => referred_by)].map(([id, count]) => ({ id, count }));
  await tx`
    UPDATE signups s SET referral_count = s.referral_count + given.count
    FROM (
      SELECT held.place, c.count FROM json_to_recordset(${JSON.stringify(counts)}::text::json) AS c(id uuid, count integer)
      CROSS JOIN LATERAL (SELECT ctid AS place FROM signups WHERE account_id = ${accountId} AND id = c.id LIMIT 1) held) given
    WHERE s.ctid = given.place`;
  await tx`
    UPDATE waitlist_counters SET referred_count = referred_count + ${linked.length}
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return linked.length;
}

/** The name of a waitlist, for an event. */
export async function findWaitlistName(tx: Tx, accountId: string, waitlistId: string): Promise<string> {
  const [row] = await tx<{ name: string }[]>`
    SELECT name FROM waitlists WHERE account_id = ${accountId} AND id = ${waitlistId}`;
  return row?.name ?? '';
}
