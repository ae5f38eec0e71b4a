import type { Caller } from '../../account/api-keys/caller.ts';
import { plans } from '../../account/plans.ts';
import { notFound } from '../../platform/errors.ts';
import { dayAt, startOfDay } from '../../platform/schema/time-zone.ts';
import type { Context } from '../context.ts';
import { type Scans, unlessTooLong } from '../signups/search/scans.ts';
import { earlierThan, type PeriodUnit, periodBefore, toPeriods } from './periods.ts';
import {
  countByDay,
  countBySource,
  countConversions,
  findFirstDay,
  findTotals,
  listTopDomains,
} from './queries.ts';
import { engagementOf } from './read-stats.ts';
import {
  type Narrowing,
  type Span,
  type Tally,
  tallySpan,
  tallyUsers,
  type UserTally,
} from './scan-queries.ts';
import type { Stats, StatsQuery } from './schema.ts';
import { addDays, longestWindow, type StatsWindow, toWindow } from './window.ts';

/** The numbers of sources and of sites with a count of their own. */
export const shown = { sources: 8, sites: 8 };

const defaultDays = 30;
/**
 * More signups than a page reads, or users of a list, are counted only on request: it may take seconds. So
 * many signups take 75 ms, of the 100 ms that a page may take.
 */
export const mostCounted = { signups: 100_000, users: 20_000 };

/** What a page leaves out to be quick: days of the time zone, the sites of the window, users. */
type LeftOut = 'days' | 'sites' | 'users';

/** A window of the dashboard, in days of the account's time zone. */
export interface TrendQuery extends StatsQuery {
  /** The last days, today included, or everything since the first signup. Used without `from` and `to`. */
  readonly period?: number | 'all' | undefined;
  /** Whether everything is counted, however many signups and users there are. */
  readonly isWhole?: boolean;
  /** What `narrowTrend` narrows the trend to: what it counts is not counted before. */
  readonly only?: Narrowing | undefined;
}

/** The signups of a bar. */
export interface Period extends StatsWindow {
  readonly signups: number;
  /** Whether it holds today, so it may still grow. */
  readonly isOpen: boolean;
}

/** The statistics of a waitlist over a window, for the dashboard. */
export interface Trend {
  /** Of all time. */
  readonly total: number;
  readonly referred: number;
  readonly engagement: Stats['email_engagement'];
  readonly delivered: number;
  readonly confirmed: number;

  /** Days in the account's time zone, both ends included. */
  readonly window: StatsWindow;
  readonly today: string;
  readonly unit: PeriodUnit;
  readonly periods: readonly Period[];
  readonly inWindow: number;
  /**
   * The window before of the same length; null if the plan does not show it, or if the first signup came
   * later.
   */
  readonly before: (StatsWindow & { readonly signups: number }) | null;
  /** The signups of that window by parts that are as long as the periods; empty where it is null. */
  readonly earlier: readonly number[];

  /** The most frequent ones in the window. */
  readonly sources: readonly Tally[];
  readonly sites: readonly Tally[];
  /** Signups of all other sources. */
  readonly otherSources: number;
  /**
   * Who of the window became users, by its sources and sites; null if nobody on the list has, or if there are
   * too many to count.
   */
  readonly users: UserTally | null;
  /** Days are in UTC, because there are too many signups to count them by days of another time zone. */
  readonly isInUtc: boolean;
  /** Sites are of all time, because there are too many signups in the window. */
  readonly areSitesOfAllTime: boolean;
  /** What `isWhole` shows besides. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * The signups of a waitlist over a window, its sources and its sites, in days of a time zone (N8). Counters
 * hold the days of UTC, their sources, and the sites of all time. All else is counted as a search is: one of
 * an account at a time, for 3 s at most. If that is too short, or if there are many signups, the counters
 * answer.
 * @throws AppError not_found; invalid_request for an invalid window
 */
export async function readTrend(
  ctx: Context & { readonly scans: Scans },
  caller: Caller,
  waitlistId: string,
  timeZone: string,
  query: TrendQuery,
): Promise<Trend> {
  const { accountId } = caller;
  const totals = await findTotals(ctx.sql, accountId, waitlistId);
  const total = totals.total ?? notFound('waitlist');
  const firstDay = await findFirstDay(ctx.sql, accountId, waitlistId);
  const inZone = toSections(timeZone, firstDay, plans[caller.plan].statsDays, query);
  const inUtc = toSections('UTC', firstDay, plans[caller.plan].statsDays, query);

  const isCounted = timeZone === 'UTC' && inUtc.isAllTime;
  const isQuick = query.isWhole !== true;
  const isUnscanned =
    isQuick && !isCounted && (await countIn(ctx, accountId, waitlistId, inUtc)) > mostCounted.signups;
  const scanned =
    isCounted || isUnscanned || (query.only && hasCounters(query.only, timeZone))
      ? undefined
      : await unlessTooLong(() =>
          ctx.scans.run(accountId, 'counting so many signups takes too long', (tx) =>
            tallySpan(tx, accountId, waitlistId, toSpan(timeZone, inZone), shown),
          ),
        );
  const isInUtc = timeZone === 'UTC' || scanned === undefined;
  const sections = isInUtc ? inUtc : inZone;
  const { window, before, earlier, unit, periods, today, isAllTime } = sections;
  const counted = isInUtc
    ? await readCounters(ctx, accountId, waitlistId, [...earlier, ...periods])
    : scanned.periods;
  const ofPeriods = counted.slice(earlier.length);
  const ofEarlier = counted.slice(0, earlier.length);
  const inWindow = sumOf(ofPeriods);
  const tallies = await readTallies(ctx, accountId, waitlistId, isAllTime ? allTime : window);
  const sources = isInUtc || isAllTime ? tallies.sources : scanned.sources;
  const sites = isAllTime ? tallies.sites : (scanned?.sites ?? tallies.sites);
  const areSitesOfAllTime = !isAllTime && scanned === undefined;
  const names = {
    sources: sources.map(({ name }) => name),
    sites: areSitesOfAllTime ? [] : sites.map(({ name }) => name),
  };
  const span = toSpan(isInUtc ? 'UTC' : timeZone, sections);
  const most = isQuick ? mostCounted.users : Infinity;
  const found = await countConversions(ctx.sql, accountId, waitlistId, mostCounted.users + 1);
  const users =
    found > 0 && found <= most
      ? await unlessTooLong(() =>
          ctx.scans.run(accountId, 'counting so many users takes too long', (tx) =>
            tallyUsers(tx, accountId, waitlistId, span, names),
          ),
        )
      : undefined;
  const leftOut: Record<LeftOut, boolean> = {
    days: isUnscanned && timeZone !== 'UTC',
    sites: isUnscanned && !isAllTime,
    users: found > most,
  };
  return {
    total,
    referred: totals.referred,
    engagement: engagementOf(totals),
    delivered: totals.delivered,
    confirmed: totals.confirmed,
    window,
    today,
    unit,
    periods: periods.map((period, index) => ({
      ...period,
      signups: ofPeriods[index] ?? 0,
      isOpen: period.from <= today && period.to >= today,
    })),
    inWindow,
    before: before && { ...before, signups: sumOf(ofEarlier) },
    earlier: ofEarlier,
    sources,
    sites,
    otherSources: Math.max(0, inWindow - sources.reduce((sum, { signups }) => sum + signups, 0)),
    isInUtc: isInUtc && timeZone !== 'UTC',
    areSitesOfAllTime,
    leftOut: (Object.keys(leftOut) as LeftOut[]).filter((part) => leftOut[part]),
    users: users ?? null,
  };
}

/** Whether the counters have the days of a source or a site: of a source in UTC alone. */
export const hasCounters = ({ by }: Narrowing, timeZone: string): boolean =>
  by === 'source' && timeZone === 'UTC';

/** All of some counts. */
export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** A window in days of a time zone, and what is counted of it. */
interface Sections {
  readonly window: StatsWindow;
  readonly before: StatsWindow | null;
  /** The parts of the window before that stand for its periods. */
  readonly earlier: readonly StatsWindow[];
  readonly unit: PeriodUnit;
  readonly periods: readonly StatsWindow[];
  readonly today: string;
  /** Whether the window has all signups. */
  readonly isAllTime: boolean;
}

/** @throws AppError invalid_request */
function toSections(
  timeZone: string,
  firstDay: string | undefined,
  historyDays: number | null,
  query: TrendQuery,
): Sections {
  const today = dayAt(timeZone, Date.now());
  const first = firstDay === undefined ? today : dayAt(timeZone, Date.parse(firstDay));
  const window = toWindow(toQuery(query, today, first), today, historyDays);
  const earliest = historyDays === null ? null : addDays(today, -historyDays);
  const before = comparable(window, first, earliest);
  const { unit, periods } = toPeriods(window);
  return {
    ...{ window, before, unit, periods },
    earlier: before ? earlierThan(periods) : [],
    today,
    isAllTime: window.from <= first && window.to >= today,
  };
}

function toQuery({ from, to, period = defaultDays }: TrendQuery, today: string, first: string): StatsQuery {
  if (from !== undefined || to !== undefined)
    return { from: from ?? addDays(to ?? today, 1 - defaultDays), to };
  const start = period === 'all' ? first : addDays(today, 1 - period);
  const earliest = addDays(today, 1 - longestWindow);
  return { from: start < earliest ? earliest : start };
}

/** The window before, if the plan shows all of it and the list had its first signup by then. */
function comparable(window: StatsWindow, first: string, earliest: string | null): StatsWindow | null {
  const before = periodBefore(window);
  return before.from < first || (earliest !== null && before.from < earliest) ? null : before;
}

/** The instants between which the periods lie, which follow each other without a gap. */
function toSpan(timeZone: string, { window, earlier, periods }: Sections): Span {
  const startOf = (day: string) => startOfDay(day, timeZone).toISOString();
  const end = startOf(addDays(window.to, 1));
  const starts = [...earlier, ...periods].map(({ from }) => startOf(from));
  return { from: startOf(window.from), before: end, instants: timeZone === 'UTC' ? [] : [...starts, end] };
}

/** Signups of each period in UTC, of all sources or of one, by the counters. */
export async function readCounters(
  { sql }: Pick<Context, 'sql'>,
  accountId: string,
  waitlistId: string,
  periods: readonly StatsWindow[],
  source?: string,
): Promise<number[]> {
  const [from, to] = [periods.at(0)?.from ?? '', periods.at(-1)?.to ?? ''];
  const byDay = await countByDay(sql, accountId, waitlistId, { from, to }, source);
  return periods.map((period) =>
    byDay.reduce(
      (sum, { day, signups }) => (day >= period.from && day <= period.to ? sum + signups : sum),
      0,
    ),
  );
}

/** Signups of a window in UTC, by the counters. */
async function countIn(ctx: Context, accountId: string, waitlistId: string, { window }: Sections) {
  const [signups = 0] = await readCounters(ctx, accountId, waitlistId, [window]);
  return signups;
}

const allTime: StatsWindow = { from: '1000-01-01', to: '9999-12-31' };

/** The most frequent sources of a window in UTC, and the sites of all time, by the counters. */
async function readTallies({ sql }: Context, accountId: string, waitlistId: string, window: StatsWindow) {
  const [sources, sites] = await Promise.all([
    countBySource(sql, accountId, waitlistId, window, shown.sources),
    listTopDomains(sql, accountId, waitlistId, shown.sites),
  ]);
  return {
    sources: sources.map(({ source, signups }) => ({ name: source, signups })),
    sites: sites.map(({ domain, signups }) => ({ name: domain, signups })),
  };
}
