import type { Caller } from '../../account/api-keys/caller.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';
import { type Scans, unlessTooLong } from '../signups/search/scans.ts';

/** How many of those whom somebody brought are named, and among how many of them they are chosen. */
const [named, lookedAt] = [3, 1_000];

/** A signup, and how many it brought. */
export interface Bringer {
  readonly id: string;
  readonly email: string;
  readonly referral_count: number;
}

/** A signup that brought others, with those of them who brought the most themselves. */
export interface Referrer extends Bringer {
  readonly brought: readonly Bringer[];
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
  return unlessTooLong(() =>
    scans.run(accountId, 'finding the best referrers takes too long', async (tx) => {
      const best = await listBestReferrers(tx, accountId, waitlistId, limit);
      return best.length === 0 ? [] : withBrought(best, await listBrought(tx, accountId, best));
    }),
  );
}

/** By the index of referrals. */
function listBestReferrers(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  limit: number,
): Promise<Bringer[]> {
  return sql<Bringer[]>`
    SELECT id, email, referral_count FROM signups
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0
    ORDER BY referral_count DESC, position LIMIT ${limit}`;
}

/**
 * Whom some signups brought, those first who brought the most. By the index of referrers, and of one who
 * brought very many only some are looked at, so the cost is bounded.
 */
function listBrought(
  sql: Sql | Tx,
  accountId: string,
  referrers: readonly Bringer[],
): Promise<(Bringer & { referrer_id: string })[]> {
  return sql<(Bringer & { referrer_id: string })[]>`
    SELECT r.id AS referrer_id, b.id, b.email, b.referral_count
    FROM unnest(${referrers.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS r (id, place)
    CROSS JOIN LATERAL (
      SELECT id, email, referral_count, position
      FROM (SELECT * FROM signups WHERE account_id = ${accountId} AND referred_by = r.id AND uncredited IS NULL LIMIT ${lookedAt}) own
      ORDER BY referral_count DESC, position LIMIT ${named}) b
    ORDER BY r.place, b.referral_count DESC, b.position`;
}

/** The referrers, each with those of its own. */
const withBrought = (
  referrers: readonly Bringer[],
  brought: readonly (Bringer & { readonly referrer_id: string })[],
): Referrer[] =>
  referrers.map((referrer) => ({
    ...referrer,
    brought: brought.filter(({ referrer_id }) => referrer_id === referrer.id),
  }));
