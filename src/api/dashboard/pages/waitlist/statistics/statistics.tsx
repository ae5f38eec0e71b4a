import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plans } from '../../../../../shared/account/plans.ts';
import { listStatisticsLinks } from '../../../../../shared/capabilities/statistics-links/queries.ts';
import { type Referrer, readBestReferrers } from '../../../../../shared/list/stats/best-referrers.ts';
import { readTrend, type Trend, type TrendQuery } from '../../../../../shared/list/stats/read-trend.ts';
import { StatsQuery } from '../../../../../shared/list/stats/schema.ts';
import {
  type MailReports,
  mailReportsOf,
  readRoute,
} from '../../../../../shared/mail/email-state/read-email-state.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../../web-context.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { addPage, type FormError, type FormValues, readForm, type Show } from '../../../pages.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { formatCount } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { areTold, notReported, unreportedTexts } from '../mail-reports.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { Conclusion } from './conclusion.tsx';
import { Figures } from './figures.tsx';
import { statisticsLinkForms } from './share/link-forms.tsx';
import { ShareCard, ShareLink } from './share/share-card.tsx';
import { TallyCards } from './tallies.tsx';
import { TrendChart } from './trend-chart.tsx';
import { periodOf, WindowForm } from './window-form.tsx';

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
  const show: Show = async (request, shareError) => {
    const { caller } = request.session;
    const { plan } = caller;
    const list = { accountId: caller.accountId, waitlistId: request.waitlist.id };
    const [{ trend, formError }, route, links, referrers] = await Promise.all([
      readWindow(ctx, request),
      readRoute(ctx, caller),
      listStatisticsLinks(ctx.sql, list),
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
        <WaitlistLayout title="Statistics" request={request} formError={shareError}>
          <NoStatistics root={root} />
          {links.length > 0 && <ShareCard root={root} links={links} />}
        </WaitlistLayout>
      );
    return (
      <WaitlistLayout
        title="Statistics"
        request={request}
        formError={shareError}
        actions={<ShareLink root={root} />}
      >
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
                : `Days in ${request.session.timeZone.replaceAll('_', ' ')}.`}{' '}
              <a href="/dashboard/account">Change</a>
            </span>
          </div>
          <TrendChart root={root} trend={trend} />
        </section>
        <div class="pair">
          <TallyCards root={root} trend={trend} />
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
        <ShareCard root={root} links={links} />
      </WaitlistLayout>
    );
  };
  addPage(app, '/waitlists/:id/statistics', {}, show);
  statisticsLinkForms(app, ctx, show);
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
