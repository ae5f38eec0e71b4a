import type { WaitlistKey } from '../../list/parts.ts';
import { type Scans, unlessTooLong } from '../../list/signups/search/scans.ts';
import type { Narrowing, Span } from '../../list/stats/scan-queries.ts';
import type { Context } from '../context.ts';
import { hasCampaigns } from './queries.ts';
import { type CampaignTally, countStamped, tallyCampaigns } from './tally-campaigns.ts';

/** More signups with a campaign are counted only on request: these take 0.2 s. */
const mostCounted = 20_000;

interface Options {
  /** How many campaigns have a count of their own. */
  readonly limit: number;
  /** Whether everything is counted, however much it is. */
  readonly isWhole: boolean;
  /** The source or the site that they are counted of alone. */
  readonly only: Narrowing | undefined;
}

/**
 * The best campaigns of a time span, for a page. Null if there are too many signups to count, or if that
 * takes too long; undefined if no signup of the list has one.
 */
export async function readCampaigns(
  { sql, scans }: Context & { readonly scans: Scans },
  list: WaitlistKey,
  span: Pick<Span, 'from' | 'before'>,
  { limit, isWhole, only }: Options,
): Promise<CampaignTally[] | null | undefined> {
  if (!(await hasCampaigns(sql, list))) return undefined;
  if (!isWhole && (await countStamped(sql, list, span, mostCounted + 1)) > mostCounted) return null;
  const counted = await unlessTooLong(() =>
    scans.run(list.accountId, 'counting so many signups takes too long', (tx) =>
      tallyCampaigns(tx, list, span, limit, only),
    ),
  );
  return counted ?? null;
}
