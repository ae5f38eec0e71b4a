import { isByKey, keysOf, type RowKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';
import { eachListPart, sumOfListParts } from '../../parts.ts';
import { byPosition, lockSignups } from '../queries.ts';

/**
 * Deletes up to `limit` signups of a deleted waitlist, with what others keep of them. Also deletes up to
 * `limit` rows of each statistic: callers choose the sources, so there can be many.
 * @returns the number of deleted rows
 */
export async function purgeRows(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  limit: number,
): Promise<number> {
  const keys = await tx<RowKey[]>`
    SELECT account_id AS "accountId", id FROM signups WHERE ${byPosition(tx, accountId, waitlistId)} ORDER BY position LIMIT ${limit}`;
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  await lockSignups(tx, keys);
  await eachListPart((part) => part.purge?.ofSignups?.(tx, keys));
  const [, days, domains] = await pipeline(
    tx`DELETE FROM signups WHERE ${isByKey(tx, 'signups', keysOf(tx, keys))}`,
    tx`DELETE FROM signup_daily WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_daily WHERE ${ofList()} LIMIT ${limit}))`,
    tx`DELETE FROM signup_domains WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_domains WHERE ${ofList()} LIMIT ${limit}))`,
  );
  const list = { accountId, id: waitlistId };
  const others = await sumOfListParts((part) => part.purge?.rows?.(tx, list, limit));
  return keys.length + days.count + domains.count + others;
}

/** Deletes the waitlist itself, after its signups and statistics. */
export async function deletePurgedWaitlist(tx: Tx, waitlist: RowKey): Promise<void> {
  const { accountId, id: waitlistId } = waitlist;
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  await eachListPart((part) => part.purge?.beforeLock?.(tx, waitlist));
  await pipeline(
    tx`SELECT 1 FROM selections WHERE ${ofList()} AND created_at > '-infinity' ORDER BY id FOR UPDATE`,
    tx`SELECT 1 FROM waitlists WHERE account_id = ${accountId} AND id = ${waitlistId} FOR UPDATE`,
    tx`
    DELETE FROM selection_parts WHERE account_id = ${accountId} AND selection_id = ANY (ARRAY(
      SELECT id FROM selections WHERE ${ofList()} AND created_at > '-infinity'))`,
    tx`DELETE FROM selections WHERE ${ofList()} AND created_at > '-infinity'`,
  );
  await eachListPart((part) => part.purge?.withLock?.(tx, waitlist));
  await pipeline(
    tx`DELETE FROM field_definitions WHERE ${ofList()}`,
    tx`DELETE FROM waitlist_settings WHERE ${ofList()}`,
    tx`DELETE FROM link_epochs WHERE ${ofList()}`,
    tx`DELETE FROM signup_email_counts WHERE ${ofList()}`,
    tx`DELETE FROM removed_referrers WHERE ${ofList()}`,
    tx`DELETE FROM waitlists WHERE account_id = ${accountId} AND id = ${waitlistId} AND deleted_at IS NOT NULL`,
  );
}
