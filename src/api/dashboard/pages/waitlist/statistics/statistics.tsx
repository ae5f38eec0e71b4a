import type { FastifyInstance, FastifyRequest } from 'fastify';
import { planTitle, plans } from '../../../../../shared/account/plans.ts';
import { readCampaigns } from '../../../../../shared/capabilities/campaigns/read-campaigns.ts';
import { countReached } from '../../../../../shared/capabilities/release/count-reached.ts';
import { listStatisticsLinks } from '../../../../../shared/capabilities/statistics-links/queries.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import { unlessTooLong } from '../../../../../shared/list/signups/search/scans.ts';
import { readBestReferrers } from '../../../../../shared/list/stats/best-referrers.ts';
import { narrowTrend } from '../../../../../shared/list/stats/narrow-trend.ts';
import { readTrend, type Trend, type TrendQuery } from '../../../../../shared/list/stats/read-trend.ts';
import { StatsQuery } from '../../../../../shared/list/stats/schema.ts';
import { addDays } from '../../../../../shared/list/stats/window.ts';
import { mailReportsOf, readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { startOfDay } from '../../../../../shared/platform/schema/time-zone.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type FormError, type FormValues, readForm, type Show } from '../../../pages.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { areTold } from '../mail-reports.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { CampaignCard } from './campaigns.tsx';
import { Conclusion } from './conclusion.tsx';
import { Figures } from './figures.tsx';
import { MailRates } from './mail-rates.tsx';
import { NarrowedTo, NotNarrowed, narrowingIn, toParameters } from './narrowed.tsx';
import { ReferralTree } from './referral-tree.tsx';
import { statisticsLinkForms } from './share/link-forms.tsx';
import { ShareCard, ShareLink } from './share/share-card.tsx';
import { mostReached, SignupFunnel } from './signup-funnel.tsx';
import { TallyCards } from './tallies.tsx';
import { TrendChart } from './trend-chart.tsx';
import { periodOf, WindowForm } from './window-form.tsx';

const shownReferrers = 10;
const shownCampaigns = 10;
const inWords = new Intl.ListFormat('en');
const shortcuts: Record<Trend['leftOut'][number], string> = {
  days: 'days are in UTC',
  sites: 'sites are of all time',
  users: 'users are not counted',
};
/** The same where the page is of one source. */
const shortcutsOfOne: typeof shortcuts = { ...shortcuts, sites: 'its sites are not counted' };

/**
 * The statistics of a waitlist over a window, with links to the signups behind each figure (§2.7, C11.3, N8).
 */
export function statisticsPage(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, shareError) => {
    const { caller, timeZone } = request.session;
    const { plan } = caller;
    const key = { accountId: caller.accountId, id: request.waitlist.id };
    const list = { accountId: caller.accountId, waitlistId: request.waitlist.id };
    const given = request.query as FormValues;
    const only = narrowingIn(request);
    const isWhole = given.whole === 'yes';
    const reads = { caller, over: request.over };
    const [{ trend: whole, formError }, route, links, settings] = await Promise.all([
      readWindow(ctx, request),
      readRoute(ctx, caller),
      listStatisticsLinks(ctx.sql, list),
      readSettings(ctx, caller, request.waitlist.id),
    ]);
    const narrowed =
      only && (await ctx.read(reads, (from) => narrowTrend(from, key, timeZone, whole, only, isWhole)));
    const trend = narrowed ?? whole;
    const campaigns = await ctx.read(reads, (from) =>
      readCampaigns(from, list, spanOf(trend, timeZone), {
        limit: shownCampaigns,
        isWhole,
        only: narrowed && only,
      }),
    );
    const [referrers, reached] = narrowed
      ? []
      : await Promise.all([
          ctx.read(reads, (from) => readBestReferrers(from, caller, request.waitlist.id, shownReferrers)),
          ctx.read(reads, (from) =>
            unlessTooLong(() =>
              from.scans.run(caller.accountId, 'counting invitations takes too long', (tx) =>
                countReached(tx, list, isWhole ? null : mostReached),
              ),
            ),
          ),
        ]);
    const { emailEvents, statsDays } = plans[plan];
    const root = `/dashboard/waitlists/${request.waitlist.id}`;
    const path = `${root}/statistics`;
    const reports = emailEvents ? mailReportsOf(ctx, route) : undefined;
    const { delivery_rate, open_rate, click_rate } = trend.engagement;
    const isCut = statsDays !== null && !formError && asksForEarlier(given, trend);
    if (trend.total === 0 && Object.keys(given).length === 0)
      return (
        <WaitlistLayout title="Statistics" request={request} formError={shareError}>
          <NoStatistics root={root} />
          {links.length > 0 && <ShareCard root={root} links={links} />}
        </WaitlistLayout>
      );
    const shown = narrowed && only;
    return (
      <WaitlistLayout
        title="Statistics"
        request={request}
        formError={shareError}
        actions={<ShareLink root={root} />}
      >
        <WindowForm
          path={path}
          trend={trend}
          period={given.from || given.to ? undefined : periodOf(given)?.toString()}
          formError={formError}
          days={statsDays}
          kept={toParameters(only)}
        />
        {only && <NarrowedTo path={path} only={only} given={given} />}
        {only && !narrowed && <NotNarrowed path={path} only={only} given={given} />}
        {isCut && (
          <p class="soft">
            The {planTitle(plan)} plan includes statistics of the last {statsDays} days.
          </p>
        )}
        {trend.leftOut.length > 0 && (
          <p class="message">
            This list has many signups, so{' '}
            {inWords.format(trend.leftOut.map((part) => (shown ? shortcutsOfOne : shortcuts)[part]))}, to be
            quick. <a href={toUrl(path, { ...given, whole: 'yes' })}>Count all</a>
          </p>
        )}
        <Conclusion trend={trend} referrers={referrers ?? []} isNarrowed={shown !== undefined} />
        <Figures root={root} trend={trend} narrowed={shown && { only: shown, ofAll: whole.inWindow }} />
        <section class="card" aria-labelledby="chart">
          <div class="row spread">
            <h2 id="chart">
              Signups per {trend.unit}
              {shown && ` from ${shown.name}`}
            </h2>
            <span class="soft">
              {trend.isInUtc
                ? 'Days in UTC: there are too many signups to count by days of your time zone.'
                : `Days in ${timeZone.replaceAll('_', ' ')}.`}{' '}
              <a href="/dashboard/account">Change</a>
            </span>
          </div>
          <TrendChart root={root} trend={trend} only={shown} />
        </section>
        <div class="pair">
          <TallyCards
            root={root}
            trend={trend}
            only={shown}
            hrefOf={(one) => toUrl(path, { ...withoutNarrowing(given), ...toParameters(one) })}
          />
        </div>
        {campaigns !== undefined && (
          <CampaignCard
            root={root}
            trend={trend}
            only={shown}
            campaigns={campaigns}
            asksToConfirm={settings.confirmation.enabled}
            allHref={toUrl(path, { ...given, whole: 'yes' })}
          />
        )}
        {!narrowed && (
          <div class="pair">
            <SignupFunnel
              root={root}
              trend={trend}
              reached={reached}
              isToldOfMails={
                reports !== undefined && areTold(reports, [delivery_rate, open_rate, click_rate])
              }
              asksToConfirm={settings.confirmation.enabled}
            />
            <section class="card" aria-labelledby="emails">
              <h2 id="emails">Signup emails</h2>
              {!emailEvents && (
                <p class="soft">The {planTitle(plan)} plan does not include email statistics.</p>
              )}
              <MailRates root={root} engagement={trend.engagement} reports={reports} />
            </section>
          </div>
        )}
        {!narrowed && (
          <section class="card" aria-labelledby="referrers">
            <h2 id="referrers">Best referrers</h2>
            <p class="soft">
              Who brought the most people, of all time, and those of them who brought the most themselves.
            </p>
            <ReferralTree root={root} referrers={referrers} />
          </section>
        )}
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

/** The instants between which the days of a trend lie. */
function spanOf({ window, isInUtc }: Trend, timeZone: string) {
  const startOf = (day: string) => startOfDay(day, isInUtc ? 'UTC' : timeZone).toISOString();
  return { from: startOf(window.from), before: startOf(addDays(window.to, 1)) };
}

/**
 * The statistics of the requested window. A window that is refused leaves the one that the page had, with an
 * error.
 */
async function readWindow(
  ctx: WebContext,
  request: FastifyRequest,
): Promise<{ trend: Trend; formError?: FormError }> {
  const { session, waitlist, query, over } = request;
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
        only: narrowingIn(request),
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

function withoutNarrowing({ source: _, site: __, ...given }: FormValues): FormValues {
  return given;
}

/** Whether the plan shows fewer days than requested. */
function asksForEarlier({ from, to, period }: FormValues, { window }: Trend): boolean {
  const isBefore = (asked: FormValues[string] | undefined, shown: string) =>
    typeof asked === 'string' && asked !== '' && asked < shown;
  return isBefore(from, window.from) || isBefore(to, window.to) || period === 'all';
}
