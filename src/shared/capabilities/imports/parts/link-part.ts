import { lockSignups } from '../../../list/signups/queries.ts';
import { toReferralCode } from '../../../list/signups/referral-code.ts';
import { lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import { keysIn, type RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { mapInSlices } from '../../../platform/process/slices.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { advance, findLastPosition, type ImportRecord } from '../queries.ts';
import { cleanAddress } from '../rows/clean-address.ts';
import { findNamed, listUnlinked, type NamingRow } from '../rows/outcome-queries.ts';
import { linkReferrals, type StoredPart } from './run-queries.ts';

/**
 * What is next: another part, nothing, or nothing because the waitlist is gone; or another part behind one
 * that held the list, with its last position before and behind it.
 */
export type Step = 'more' | 'end' | 'gone' | Pick<StoredPart, 'found' | 'left'>;

/**
 * Names the referrers of the next rows that have none: the row that they name came behind them (N6). The
 * caller holds the import.
 */
export async function linkPart(tx: Tx, key: RowKey, record: ImportRecord, limit: number): Promise<Step> {
  const { accountId } = key;
  const { rows, last } = await listUnlinked(tx, key, record.after_line, limit);
  if (last === null) return 'end';
  const found = await findReferrers(tx, key, rows);
  const referrals = rows.flatMap(({ line, signup_id: id }) => {
    const referrerId = found[line];
    return referrerId === undefined ? [] : [{ id, referrerId }];
  });
  let linked = 0;
  let position: number | undefined;
  if (referrals.length > 0) {
    if (!(await lockWaitlistCounter(tx, accountId, record.waitlist_id))) return 'gone';
    position = await findLastPosition(tx, accountId, record.waitlist_id);
    const ids = new Set(referrals.flatMap(({ id, referrerId }) => [id, referrerId]));
    await lockSignups(tx, keysIn(accountId, [...ids]));
    const list = { accountId, id: record.waitlist_id };
    linked = await linkReferrals(tx, list, key.id, referrals);
  }
  await advance(tx, key, { sort_key: -1, line: last }, { referrals: linked });
  return position === undefined ? 'more' : { found: position, left: position };
}

/**
 * The signups that rows name as their referrers by an address, a code or an id of the file, by the lines of
 * the rows. Nobody is their own.
 */
export async function findReferrers(
  tx: Tx,
  key: RowKey,
  naming: readonly NamingRow[],
): Promise<Record<number, string>> {
  if (naming.length === 0) return {};
  const names = await mapInSlices(naming, ({ referred_by: text }) => ({
    emailKey: text.includes('@') ? (toEmailKey(cleanAddress(text)) ?? null) : null,
    texts: [text, toReferralCode(text)].flatMap((each) => each ?? []),
  }));
  const found = await findNamed(tx, key, names);
  return Object.fromEntries(
    naming.flatMap(({ line, signup_id: id }, index) => {
      const referrerId = found[index];
      return referrerId === undefined || referrerId === id ? [] : [[line, referrerId]];
    }),
  );
}
