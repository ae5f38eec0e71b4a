import type { Caller } from '../../account/api-keys/caller.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';
import { isTooSlow, type Scans } from '../signups/search/scans.ts';

/** A signup that brought others. */
export interface Referrer {
  readonly id: string;
  readonly email: string;
  readonly referral_count: number;
}

/**
 * Who brought the most, of all time. Withheld referrals do not count. Undefined where looking takes too long,
 * as beside other searches of the account.
 */
export async function readBestReferrers(
  { scans }: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  limit: number,
): Promise<Referrer[] | undefined> {
  try {
    return await scans.run(accountId, 'finding the best referrers takes too long', (tx) =>
      listBestReferrers(tx, accountId, waitlistId, limit),
    );
  } catch (error) {
    if (isTooSlow(error)) return undefined;
    throw error;
  }
}

/** By the index of referrals. */
function listBestReferrers(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  limit: number,
): Promise<Referrer[]> {
  return sql<Referrer[]>`
    SELECT id, email, referral_count FROM signups
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0
    ORDER BY referral_count DESC, position LIMIT ${limit}`;
}
