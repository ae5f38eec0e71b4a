import type { SharedList } from '../../../../../../shared/capabilities/statistics-links/find-shared-list.ts';
import { readTrend, type Trend, type TrendQuery } from '../../../../../../shared/list/stats/read-trend.ts';
import type { WebContext } from '../../../../../web-context.ts';

/** How old the numbers of a public page may be, in seconds. Counting them may take a search's turn. */
export const sharedSeconds = 60;
const mostKept = 500;

/** Reads what public pages show of lists, once for all who look within a minute. */
export function openSharedTrends(ctx: WebContext) {
  const kept = new Map<string, Promise<Trend>>();
  return ({ caller, waitlistId, timeZone }: SharedList, period: TrendQuery['period']): Promise<Trend> => {
    const key = JSON.stringify([caller.accountId, waitlistId, caller.plan, timeZone, period]);
    const known = kept.get(key);
    if (known) return known;
    const reading = readTrend(ctx, caller, waitlistId, timeZone, { period }).then(withoutAddresses);
    kept.set(key, reading);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    const forget = () => {
      if (kept.get(key) === reading) kept.delete(key);
    };
    reading.then(() => setTimeout(forget, sharedSeconds * 1_000).unref(), forget);
    return reading;
  };
}

/** Nobody's address is shown, also where a link had one as its source. */
function withoutAddresses(trend: Trend): Trend {
  const isAddress = ({ name }: Trend['sources'][number]) => name.includes('@');
  const hidden = trend.sources.filter(isAddress).reduce((sum, { signups }) => sum + signups, 0);
  const without = (tallies: Trend['sources']) => tallies.filter((tally) => !isAddress(tally));
  return {
    ...trend,
    sources: without(trend.sources),
    sites: without(trend.sites),
    otherSources: trend.otherSources + hidden,
  };
}
