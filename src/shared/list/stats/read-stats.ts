import type { Caller } from '../../account/api-keys/caller.ts';
import { plans } from '../../account/plans.ts';
import { notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import type { WaitlistKey } from '../parts.ts';
import type { Scans } from '../signups/search/scans.ts';
import { countByDay, countBySource, findTotals, listTopDomains, type TotalsRow } from './queries.ts';
import {
  namedSources,
  otherSources,
  type Stats,
  type StatsAnswer,
  type StatsRequest,
  statsDetails,
} from './schema.ts';
import { addDays, daysOf, type StatsWindow, toWindow } from './window.ts';

/**
 * The statistics of a waitlist (§2.7, §4.4), read from counters, so the cost does not grow with the waitlist.
 * The window applies to daily, by_source and range_total; the rest covers all time (C4.4).
 * What others count for `include` is the exception: that is limited as a search is.
 * @throws AppError not_found; invalid_request for an invalid window
 */
export async function readStats(
  ctx: Context & { readonly scans: Scans },
  caller: Caller,
  waitlistId: string,
  query: StatsRequest,
): Promise<StatsAnswer> {
  const totals = await findTotals(ctx.sql, caller.accountId, waitlistId);
  const window = toWindow(query, totals.today, plans[caller.plan].statsDays);
  const total = totals.total ?? notFound('waitlist'); // after the window: an invalid one is reported first
  const lastTwoWeeks = { from: addDays(totals.today, -13), to: totals.today };
  const [byDay, bySource, recent, domains] = await Promise.all([
    countByDay(ctx.sql, caller.accountId, waitlistId, window),
    countBySource(ctx.sql, caller.accountId, waitlistId, window, namedSources + 1),
    countByDay(ctx.sql, caller.accountId, waitlistId, lastTwoWeeks),
    listTopDomains(ctx.sql, caller.accountId, waitlistId, 5),
  ]);
  const signupsOn = new Map(byDay.map(({ day, signups }) => [day, signups]));
  const daily = daysOf(window).map((date) => ({ date, signups: signupsOn.get(date) ?? 0 }));
  const rangeTotal = sumOf(daily);
  return {
    waitlist_id: waitlistId.toLowerCase(),
    total,
    range_total: rangeTotal,
    range_from: window.from,
    range_to: window.to,
    daily,
    by_source: toSources(bySource, rangeTotal),
    email_engagement: engagementOf(totals),
    growth: growthOf(recent, totals.today),
    referrer_domains: domains,
    referred_count: totals.referred,
    ...(query.include?.includes('confirmation') && { confirmed: totals.confirmed }),
    ...(await readDetails(ctx, { accountId: caller.accountId, waitlistId }, window, query.include)),
  };
}

/** What others count of a window, one after the other. */
async function readDetails(
  { scans }: { readonly scans: Scans },
  list: WaitlistKey,
  { from, to }: StatsWindow,
  names: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const span = { from: `${from}T00:00:00Z`, before: `${addDays(to, 1)}T00:00:00Z` };
  const known = statsDetails();
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const detail = known.get(name);
    if (detail)
      values[name] = await scans.run(
        list.accountId,
        `include: counting ${name} takes too long, choose a shorter window`,
        (tx) => detail.read(tx, list, span),
      );
  }
  return values;
}

/** Of all time (§2.7). */
export function engagementOf({
  sent,
  delivered,
  opened,
  clicked,
}: Pick<TotalsRow, 'sent' | 'delivered' | 'opened' | 'clicked'>): Stats['email_engagement'] {
  return {
    emails_sent: sent,
    delivery_rate: percentOf(delivered, sent),
    open_rate: percentOf(opened, sent),
    click_rate: percentOf(clicked, sent),
  };
}

/** Combines sources beyond the limit into a last entry `other`, together with a source of that name. */
function toSources(sources: Stats['by_source'], total: number): Stats['by_source'] {
  if (sources.length <= namedSources) return sources;
  const named = sources.slice(0, namedSources).filter(({ source }) => source !== otherSources);
  return [...named, { source: otherSources, signups: Math.max(0, total - sumOf(named)) }];
}

function sumOf(counts: readonly { readonly signups: number }[]): number {
  return counts.reduce((sum, { signups }) => sum + signups, 0);
}

/** Null if no email was sent (§2.7). */
function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(100, Math.round((100 * part) / whole));
}

/**
 * Compares the last 7 days, today included, with the 7 days before (C4.8). No delta if those had no signups.
 */
function growthOf(recent: readonly { day: string; signups: number }[], today: string): Stats['growth'] {
  const weekStart = addDays(today, -6);
  let last7 = 0;
  let prev7 = 0;
  for (const { day, signups } of recent) {
    if (day >= weekStart) last7 += signups;
    else prev7 += signups;
  }
  return {
    last_7: last7,
    prev_7: prev7,
    delta: prev7 === 0 ? null : Math.round((100 * (last7 - prev7)) / prev7),
  };
}
