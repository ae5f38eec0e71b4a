import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { startOfDay } from '../../platform/schema/time-zone.ts';
import type { Context } from '../context.ts';
import { type Scans, unlessTooLong } from '../signups/search/scans.ts';
import { earlierThan } from './periods.ts';
import { hasCounters, mostCounted, readCounters, shown, sumOf, type Trend } from './read-trend.ts';
import { type Narrowing, tallyNarrowed, tallyUsers } from './scan-queries.ts';
import { addDays, type StatsWindow } from './window.ts';

/**
 * A trend of one source or one site alone: its signups and users, and the sites of the source, or the sources
 * of the site. What is of all time stays. Where a window has many signups, only the counters are read, unless
 * all is to be counted: they know a source by its days in UTC, but no sites of it. Undefined where they do
 * not have the answer, or counting takes too long.
 */
export async function narrowTrend(
  ctx: Context & { readonly scans: Scans },
  { accountId, id: waitlistId }: RowKey,
  timeZone: string,
  trend: Trend,
  only: Narrowing,
  isWhole: boolean,
): Promise<Trend | undefined> {
  const zone = trend.isInUtc ? 'UTC' : timeZone;
  const { before, periods } = trend;
  const earlier = before ? earlierThan(periods) : [];
  const spans = [...earlier, ...periods];
  // Then only the window is read.
  const isByDay = hasCounters(only, zone);
  const unread = isByDay ? earlier.length : 0;
  // Where days are counted, those of the window were read before, for the list that was chosen from.
  const reads = isByDay ? trend.inWindow : 2 * trend.inWindow + (before?.signups ?? 0);
  const isQuick = reads <= mostCounted.signups;
  const instants = toInstants(zone, spans);
  const scan = <T>(query: (tx: Tx) => Promise<T>) =>
    unlessTooLong(() => ctx.scans.run(accountId, 'counting so many signups takes too long', query));
  const span = { instants: instants.slice(unread), first: earlier.length - unread };
  const limit = only.by === 'site' ? shown.sources : shown.sites;
  const counts =
    isWhole || isQuick
      ? await scan((tx) => tallyNarrowed(tx, accountId, waitlistId, only, span, limit))
      : undefined;
  if (counts === undefined && !isByDay) return undefined;
  const counted =
    counts && !isByDay ? counts.periods : await readCounters(ctx, accountId, waitlistId, spans, only.name);
  const ofPeriods = counted.slice(earlier.length);
  const ofEarlier = counted.slice(0, earlier.length);
  const inWindow = sumOf(ofPeriods);
  const others = counts?.others ?? [];
  const sources = only.by === 'site' ? others : trend.sources;
  const sites = only.by === 'site' ? trend.sites : others;
  const names = {
    sources: only.by === 'site' ? others.map(({ name }) => name) : [],
    sites: only.by === 'site' ? [] : others.map(({ name }) => name),
  };
  const window = { from: startOf(zone, trend.window.from), before: instants.at(-1) ?? '' };
  const users =
    trend.users && (await scan((tx) => tallyUsers(tx, accountId, waitlistId, window, names, only)));
  return {
    ...trend,
    periods: periods.map((period, index) => ({ ...period, signups: ofPeriods[index] ?? 0 })),
    inWindow,
    before: before && { ...before, signups: sumOf(ofEarlier) },
    earlier: ofEarlier,
    sources,
    sites,
    otherSources:
      only.by === 'site'
        ? inWindow - others.reduce((sum, { signups }) => sum + signups, 0)
        : trend.otherSources,
    // Those of the list that was chosen from are as before.
    users:
      trend.users && users
        ? {
            total: users.total,
            bySource: only.by === 'site' ? users.bySource : trend.users.bySource,
            bySite: only.by === 'site' ? trend.users.bySite : users.bySite,
          }
        : null,
    leftOut: counts ? trend.leftOut : [...new Set([...trend.leftOut, 'sites' as const])],
  };
}

const startOf = (timeZone: string, day: string) => startOfDay(day, timeZone).toISOString();

/** Where periods that follow each other begin, and where the last one ends. */
const toInstants = (timeZone: string, periods: readonly StatsWindow[]): string[] => [
  ...periods.map(({ from }) => startOf(timeZone, from)),
  startOf(timeZone, addDays(periods.at(-1)?.to ?? '', 1)),
];
