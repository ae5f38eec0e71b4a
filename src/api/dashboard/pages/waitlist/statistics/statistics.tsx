import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plans } from '../../../../../shared/account/plans.ts';
import { type Referrer, readBestReferrers } from '../../../../../shared/list/stats/best-referrers.ts';
import { percentChange } from '../../../../../shared/list/stats/percent-change.ts';
import {
  type Period,
  readTrend,
  type Trend,
  type TrendQuery,
} from '../../../../../shared/list/stats/read-trend.ts';
import { StatsQuery } from '../../../../../shared/list/stats/schema.ts';
import { daysOf } from '../../../../../shared/list/stats/window.ts';
import {
  type MailReports,
  mailReportsOf,
  readRoute,
} from '../../../../../shared/mail/email-state/read-email-state.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../../web-context.ts';
import { BarChart } from '../../../charts/bar-chart.tsx';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { addPage, type FormError, type FormValues, readForm } from '../../../pages.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { countOf, formatCount, formatDay, formatDays } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';
import { areTold, notReported, unreportedTexts } from '../mail-reports.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { bestPeriod, Conclusion } from './conclusion.tsx';
import { WindowForm } from './window-form.tsx';

const shownReferrers = 10;
const inWords = new Intl.ListFormat('en');
const shortcuts: Record<Trend['leftOut'][number], string> = {
  days: 'days are in UTC',
  sites: 'sites are of all time',
  users: 'users are not counted',
};

/**
 * The statistics of a waitlist over a window, with links to the signups behind each figure (§2.7, C11.3, N8).
 */
export function statisticsPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/waitlists/:id/statistics', {}, async (request) => {
    const { caller } = request.session;
    const { plan } = caller;
    const [{ trend, formError }, route, referrers] = await Promise.all([
      readWindow(ctx, request),
      readRoute(ctx, caller),
      ctx.read({ caller, over: request.over }, (from) =>
        readBestReferrers(from, caller, request.waitlist.id, shownReferrers),
      ),
    ]);
    const { emailEvents, statsDays } = plans[plan];
    const root = `/dashboard/waitlists/${request.waitlist.id}`;
    const given = request.query as FormValues;
    const isCut = statsDays !== null && !formError && asksForEarlier(given, trend);
    if (trend.total === 0 && Object.keys(given).length === 0)
      return (
        <WaitlistLayout title="Statistics" request={request}>
          <NoStatistics root={root} />
        </WaitlistLayout>
      );
    return (
      <WaitlistLayout title="Statistics" request={request}>
        <WindowForm
          path={`${root}/statistics`}
          trend={trend}
          period={given.from || given.to ? undefined : periodOf(given)?.toString()}
          formError={formError}
          days={statsDays}
        />
        {isCut && (
          <p class="soft">
            The {plan} plan includes statistics of the last {statsDays} days.
          </p>
        )}
        {trend.leftOut.length > 0 && (
          <p class="message">
            This list has many signups, so {inWords.format(trend.leftOut.map((part) => shortcuts[part]))}, to
            be quick. <a href={toUrl(`${root}/statistics`, { ...given, whole: 'yes' })}>Count all</a>
          </p>
        )}
        <Conclusion trend={trend} referrers={referrers ?? []} />
        <Figures root={root} trend={trend} />
        <section class="card" aria-labelledby="chart">
          <div class="row spread">
            <h2 id="chart">Signups per {trend.unit}</h2>
            <span class="soft">
              {trend.isInUtc
                ? 'Days in UTC: there are too many signups to count by days of your time zone.'
                : `Days in ${nameOf(request.session.timeZone)}.`}{' '}
              <a href="/dashboard/account">Change</a>
            </span>
          </div>
          <Chart root={root} trend={trend} />
        </section>
        <div class="pair">
          <section class="card" aria-labelledby="sources">
            <h2 id="sources">Sources</h2>
            <p class="soft">
              utm_source of the signups in this period{trend.users && ', and the share that became users'}.
            </p>
            <Tallies
              root={root}
              trend={trend}
              tallies={trend.sources}
              filter="utm_source"
              others={trend.otherSources}
              users={trend.users?.bySource}
            />
          </section>
          <section class="card" aria-labelledby="sites">
            <h2 id="sites">Sites</h2>
            <p class="soft">
              {trend.areSitesOfAllTime
                ? 'Where visitors came from, of all time: this period has too many signups to count.'
                : `Where visitors came from in this period${trend.users ? ', and the share that became users' : ''}.`}
            </p>
            <Tallies
              root={root}
              trend={trend}
              tallies={trend.sites}
              filter="site"
              users={trend.areSitesOfAllTime ? undefined : trend.users?.bySite}
            />
          </section>
          <section class="card" aria-labelledby="referrers">
            <h2 id="referrers">Best referrers</h2>
            <p class="soft">Who brought the most people, of all time.</p>
            <Referrers root={root} referrers={referrers} />
          </section>
          <section class="card" aria-labelledby="emails">
            <h2 id="emails">Signup emails</h2>
            {!emailEvents && <p class="soft">The {plan} plan does not include email statistics.</p>}
            <Funnel
              root={root}
              engagement={trend.engagement}
              reports={emailEvents ? mailReportsOf(ctx, route) : undefined}
            />
          </section>
        </div>
      </WaitlistLayout>
    );
  });
}

function NoStatistics({ root }: { readonly root: string }) {
  return (
    <Empty
      picture="chart"
      title="Nothing to count yet"
      about="From the first signup on you see here how many join each day, which sources and sites they come from, who brings the most friends, and what becomes of the mails."
    >
      <a class="button" href={root}>
        <Icon name="user-round-plus" />
        Get the first signup
      </a>
    </Empty>
  );
}

/**
 * The statistics of the requested window. A window that is refused leaves the one that the page had, with an
 * error.
 */
async function readWindow(
  ctx: WebContext,
  { session, waitlist, query, over }: FastifyRequest,
): Promise<{ trend: Trend; formError?: FormError }> {
  const values = query as FormValues;
  const read = (window: TrendQuery) =>
    ctx.read({ ...session, over }, (from) =>
      readTrend(from, session.caller, waitlist.id, session.timeZone, window),
    );
  try {
    return {
      trend: await read({
        ...readForm(StatsQuery, query),
        period: periodOf(values),
        isWhole: values.whole === 'yes',
      }),
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const formError = { message: error.message, values };
    try {
      return { trend: await read(readForm(StatsQuery, shownBefore(values))), formError };
    } catch (again) {
      if (!isRefusal(again)) throw again;
      return { trend: await read({}), formError };
    }
  }
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'invalid_request';

/** `period=all` or a number of days; undefined for anything else. */
function periodOf({ period }: FormValues): TrendQuery['period'] {
  if (period === 'all') return period;
  return typeof period === 'string' && /^[1-9]\d{0,3}$/.test(period) && Number(period) <= 3_650
    ? Number(period)
    : undefined;
}

/** The window that the form was on. */
function shownBefore({ shown }: FormValues): StatsQuery {
  const [from, to] = typeof shown === 'string' ? shown.split('_') : [];
  return { from, to };
}

/** Whether the plan shows fewer days than requested. */
function asksForEarlier({ from, to, period }: FormValues, { window }: Trend): boolean {
  const isBefore = (asked: FormValues[string] | undefined, shown: string) =>
    typeof asked === 'string' && asked !== '' && asked < shown;
  return isBefore(from, window.from) || isBefore(to, window.to) || period === 'all';
}

const nameOf = (timeZone: string) => timeZone.replaceAll('_', ' ');

/** The page of the signups of some days. */
function signupsOf(
  root: string,
  { from, to }: { from: string; to: string },
  filters: FormValues = {},
): string {
  return toUrl(root, { ...filters, created_from: from, created_to: to });
}

function Figures({ root, trend }: { root: string; trend: Trend }) {
  const { total, inWindow, referred, before, window, unit, users } = trend;
  const best = bestPeriod(trend);
  return (
    <div class="cards figures">
      <div class="card">
        <p class="soft">In this period</p>
        <p class="figure">
          <a href={signupsOf(root, window)}>{formatCount(inWindow)}</a>{' '}
          {before && <Change now={inWindow} before={before.signups} />}
        </p>
        <p class="soft">
          {before
            ? `${formatCount(before.signups)} in the ${countOf(daysOf(before).length, 'day')} before`
            : formatDays(window)}
        </p>
      </div>
      <div class="card">
        <p class="soft">Best {unit}</p>
        <p class="figure">{best ? <a href={signupsOf(root, best)}>{formatCount(best.signups)}</a> : '0'}</p>
        <p class="soft">{best ? labelOf(best) : 'No signups in this period'}</p>
      </div>
      <div class="card">
        <p class="soft">All signups</p>
        <p class="figure">
          <a href={root}>{formatCount(total)}</a>
        </p>
        <p class="soft">on the list now</p>
      </div>
      <div class="card">
        <p class="soft">Referred</p>
        <p class="figure">
          <a href={toUrl(root, { referred: 'true' })}>{formatCount(referred)}</a>
        </p>
        <p class="soft">{Math.round((100 * referred) / Math.max(1, total))}% of all signups</p>
      </div>
      {users && (
        <div class="card">
          <p class="soft">Became users</p>
          <p class="figure">
            <a href={signupsOf(root, window, { invitation_state: 'converted' })}>
              {formatCount(users.total)}
            </a>
          </p>
          <p class="soft">{percentOf(users.total, inWindow)} of this period’s signups</p>
        </div>
      )}
    </div>
  );
}

/** Such as "12%", and "<1%" where rounding would say that there are none. */
function percentOf(part: number, whole: number): string {
  const percent = Math.min(100, (100 * part) / Math.max(1, whole));
  return percent > 0 && percent < 0.5 ? '<1%' : `${Math.round(percent)}%`;
}

/** The change to the period before, whose count is shown too; nothing where that says more. */
function Change({ now, before }: { now: number; before: number }) {
  const change = percentChange(now, before);
  if (change === null) return null;
  const tone = now === before ? '' : now > before ? 'good' : 'bad';
  return <span class={`tag ${tone}`}>{change}</span>;
}

function labelOf({ from, to, isOpen }: Period): string {
  const days = from === to ? formatDay(from) : formatDays({ from, to });
  return isOpen ? `${days}, so far` : days;
}

function Chart({ root, trend: { unit, periods } }: { root: string; trend: Trend }) {
  const bars = periods.map((period) => ({
    label: labelOf(period),
    count: period.signups,
    href: signupsOf(root, period),
    isOpen: period.isOpen,
  }));
  return (
    <>
      <BarChart label={`Signups per ${unit}`} bars={bars} />
      <details>
        <summary>Numbers per {unit}</summary>
        <Table
          label={`Signups per ${unit}`}
          columns={[
            unit === 'day' ? 'Day' : unit === 'week' ? 'Week' : 'Month',
            { name: 'Signups', number: true },
          ]}
        >
          {bars.map(({ label, count, href }) => (
            <tr key={label}>
              <td>{count === 0 ? label : <a href={href}>{label}</a>}</td>
              <td class="number">{formatCount(count)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

interface TalliesProps {
  readonly root: string;
  readonly trend: Trend;
  readonly tallies: Trend['sources'];
  /** The filter of the signups page. */
  readonly filter: string;
  /** Signups of names that are not shown. */
  readonly others?: number;
  /** Who became users, by name. */
  readonly users: ReadonlyMap<string, number> | undefined;
}

function Tallies({ root, trend, tallies, filter, others = 0, users }: TalliesProps) {
  if (tallies.length === 0) return <p>None in this period.</p>;
  const most = Math.max(...tallies.map(({ signups }) => signups), others);
  const toShare = (name: string, signups: number, href?: string) => ({
    name,
    href,
    figure: (
      <>
        {formatCount(signups)}
        {users && href !== undefined && (
          <span class="soft">
            {' '}
            · {percentOf(users.get(name) ?? 0, signups)}
            <span class="hidden"> became users</span>
          </span>
        )}
      </>
    ),
    percent: Math.round((100 * signups) / most),
  });
  const isOfAllTime = filter === 'site' && trend.areSitesOfAllTime;
  // Each source is counted by itself, such as `Ads` beside `ads`.
  const exactly = (name: string) => ({ [filter]: name, ...(filter === 'utm_source' && { match: 'exact' }) });
  const hrefOf = (name: string) =>
    isOfAllTime ? toUrl(root, exactly(name)) : signupsOf(root, trend.window, exactly(name));
  const shares = tallies.map(({ name, signups }) => toShare(name, signups, hrefOf(name)));
  return <ShareBars shares={others > 0 ? [...shares, toShare('All others', others)] : shares} />;
}

/** Each leads to the person, and the figure to those who came by their link. */
function Referrers({ root, referrers }: { root: string; referrers: readonly Referrer[] | undefined }) {
  if (referrers === undefined) return <p>Finding them takes too long just now. Try again in a moment.</p>;
  const [best] = referrers;
  if (best === undefined) return <p>Nobody has referred anybody yet.</p>;
  return (
    <ShareBars
      shares={referrers.map(({ id, email, referral_count }) => ({
        name: email,
        href: `${root}/signups/${id}`,
        figure: <a href={toUrl(root, { referred_by: id })}>{formatCount(referral_count)}</a>,
        percent: Math.round((100 * referral_count) / best.referral_count),
      }))}
    />
  );
}

interface FunnelProps {
  readonly root: string;
  readonly engagement: Trend['engagement'];
  /** Undefined if the plan does not show them. */
  readonly reports: MailReports | undefined;
}

function Funnel({ root, engagement, reports }: FunnelProps) {
  const { emails_sent, delivery_rate, open_rate, click_rate } = engagement;
  if (emails_sent === 0) return <p>No emails sent yet.</p>;
  const hrefOf = (reached: string) => toUrl(root, { reached });
  const isTold = reports !== undefined && areTold(reports, [delivery_rate, open_rate, click_rate]);
  const rates = [
    ['Delivered', delivery_rate],
    ['Opened', open_rate],
    ['Clicked', click_rate],
  ] as const;
  return (
    <>
      {reports !== undefined && (
        <p class="soft">
          {isTold || reports === 'reported'
            ? 'Of all time, as reported by your email provider.'
            : `Of all time. ${unreportedTexts[reports]}`}
        </p>
      )}
      <ShareBars
        shares={[
          { name: 'Sent', figure: formatCount(emails_sent), percent: 100, href: hrefOf('sent') },
          ...rates.map(([name, rate]) =>
            isTold
              ? { name, figure: `${rate ?? 0}%`, percent: rate ?? 0, href: hrefOf(name.toLowerCase()) }
              : { name, ...notReported },
          ),
        ]}
      />
    </>
  );
}
