import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../../shared/errors.ts';
import { plans } from '../../../../shared/plans.ts';
import { readStats } from '../../../../shared/stats/read-stats.ts';
import { namedSources, type Stats, StatsQuery } from '../../../../shared/stats/schema.ts';
import { addDays } from '../../../../shared/stats/window.ts';
import type { WebContext } from '../../../web-context.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { ShareBars } from '../../charts/share-bars.tsx';
import { addPage, type FormError, type FormValues, readForm } from '../../pages.ts';
import { Field } from '../../parts/form.tsx';
import { countOf, formatCount } from '../../parts/format.tsx';
import { Table } from '../../parts/table.tsx';
import { toPlainWords } from '../../plain-words.ts';
import { toBars } from './signup-bars.ts';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** The number of sources with their own bar. */
const shownSources = 8;

/** Links to windows, in days including today. */
const windows = [7, 30, 90];

/** The statistics of a waitlist (§2.7, C11.3). */
export function statisticsPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/waitlists/:id/statistics', {}, async (request) => {
    const { plan } = request.session.caller;
    const { stats, formError } = await readWindow(ctx, request);
    const { emailEvents, statsDays } = plans[plan];
    const { unit, bars } = toBars(stats.daily);
    return (
      <WaitlistLayout title="Statistics" request={request} formError={formError}>
        <Figures stats={stats} />
        <section class="card" aria-labelledby="daily">
          <div class="row spread">
            <h2 id="daily">Signups per {unit}</h2>
            <WindowForm request={request} stats={stats} formError={formError} days={statsDays} />
          </div>
          {statsDays !== null && !formError && isCut(request.query as FormValues, stats) && (
            <p class="soft">
              The {plan} plan includes statistics of the last {statsDays} days.
            </p>
          )}
          <Chart unit={unit} bars={bars} />
        </section>
        <div class="pair">
          <section class="card" aria-labelledby="sources">
            <h2 id="sources">Sources</h2>
            <p class="soft">Signups in this period by utm_source.</p>
            <CountBars counts={toShownSources(stats.by_source)} none="No signups in this period." />
          </section>
          <section class="card" aria-labelledby="domains">
            <h2 id="domains">Sites</h2>
            <p class="soft">The five most frequent referrers of all signups.</p>
            <CountBars
              counts={stats.referrer_domains.map(({ domain, signups }) => ({ name: domain, signups }))}
              none="No signups with a referrer yet."
            />
          </section>
          <section class="card" aria-labelledby="emails">
            <h2 id="emails">Signup emails</h2>
            <p class="soft">
              {emailEvents
                ? 'Sent emails that were delivered, opened and clicked.'
                : `The ${plan} plan does not include email statistics.`}
            </p>
            <Funnel engagement={stats.email_engagement} />
          </section>
        </div>
      </WaitlistLayout>
    );
  });
}

/**
 * The statistics of the requested window. An invalid window gives those of the default window, and an error.
 */
async function readWindow(
  ctx: WebContext,
  { session, waitlist, query }: FastifyRequest,
): Promise<{ stats: Stats; formError?: FormError }> {
  const readOf = (window: StatsQuery) => readStats(ctx, session.caller, waitlist.id, window);
  try {
    return { stats: await readOf(readForm(StatsQuery, query)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
    const message = `${toPlainWords(error.message)}. Showing the last 31 days instead.`;
    return { stats: await readOf({}), formError: { message, values: query as FormValues } };
  }
}

/** Whether the plan shows fewer days than requested. */
function isCut(query: FormValues, { range_from, range_to }: Stats): boolean {
  const { from, to } = query;
  const isBefore = (asked: FormValues[string] | undefined, shown: string) =>
    typeof asked === 'string' && asked !== '' && asked < shown;
  return isBefore(from, range_from) || isBefore(to, range_to);
}

interface WindowFormProps {
  readonly request: FastifyRequest;
  readonly stats: Stats;
  readonly formError: FormError | undefined;
  /** How many days of statistics the plan includes; null if there is no limit. */
  readonly days: number | null;
}

function WindowForm({ request, stats, formError, days }: WindowFormProps) {
  const path = `/dashboard/waitlists/${request.waitlist.id}/statistics`;
  const today = new Date().toISOString().slice(0, 10);
  return (
    <div class="row window">
      <nav aria-label="Last days">
        <ul class="choices">
          {windows
            .filter((count) => days === null || count <= days)
            .map((count) => {
              const from = addDays(today, 1 - count);
              const isShown = stats.range_from === from && stats.range_to === today;
              return (
                <li key={count}>
                  <a href={`${path}?from=${from}`} aria-current={isShown ? 'true' : undefined}>
                    {count} days
                  </a>
                </li>
              );
            })}
        </ul>
      </nav>
      <form action={path} class="row">
        <Field name="from" label="From" type="date" values={formError?.values} initial={stats.range_from} />
        <Field name="to" label="To" type="date" values={formError?.values} initial={stats.range_to} />
        <button type="submit" class="quiet">
          Show
        </button>
      </form>
    </div>
  );
}

function Figures({ stats: { total, range_total, growth, referred_count } }: { stats: Stats }) {
  return (
    <div class="cards figures">
      <div class="card">
        <p class="soft">Signups</p>
        <p class="figure">{formatCount(total)}</p>
        <p class="soft">on the list now</p>
      </div>
      <div class="card">
        <p class="soft">In this period</p>
        <p class="figure">{formatCount(range_total)}</p>
        <p class="soft">{percentOf(range_total, total)}</p>
      </div>
      <div class="card">
        <p class="soft">Last 7 days</p>
        <p class="figure">
          {formatCount(growth.last_7)} <Change percent={growth.delta} />
        </p>
        <p class="soft">{formatCount(growth.prev_7)} in the 7 days before</p>
      </div>
      <div class="card">
        <p class="soft">Referred</p>
        <p class="figure">{formatCount(referred_count)}</p>
        <p class="soft">{percentOf(referred_count, total)}</p>
      </div>
    </div>
  );
}

function percentOf(part: number, total: number): string {
  return `${Math.round((100 * part) / Math.max(1, total))} % of all`;
}

function Change({ percent }: { percent: number | null }) {
  if (percent === null || percent === 0) return null;
  const tone = percent > 0 ? 'good' : 'bad';
  return (
    <span class={`tag ${tone}`}>
      {percent > 0 ? '+' : '−'}
      {formatCount(Math.abs(percent))} %
    </span>
  );
}

function Chart({ unit, bars }: ReturnType<typeof toBars>) {
  return (
    <>
      <BarChart label={`Signups per ${unit}`} bars={bars} />
      <details>
        <summary>Numbers per {unit}</summary>
        <Table
          label={`Signups per ${unit}`}
          columns={[unit === 'day' ? 'Day' : `The ${unit} from`, { name: 'Signups', number: true }]}
        >
          {bars.map(({ label, count }) => (
            <tr key={label}>
              <td>{label}</td>
              <td class="number">{formatCount(count)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

interface Count {
  readonly name: string;
  readonly signups: number;
}

/** The most frequent sources. The last entry sums up the others. */
function toShownSources(sources: Stats['by_source']): Count[] {
  const shown = sources.slice(0, shownSources).map(({ source, signups }) => ({ name: source, signups }));
  const others = sources.slice(shownSources);
  if (others.length === 0) return shown;
  const signups = others.reduce((sum, other) => sum + other.signups, 0);
  const name = sources.length < namedSources ? countOf(others.length, 'other') : 'All others';
  return [...shown, { name, signups }];
}

function CountBars({ counts, none }: { counts: readonly Count[]; none: string }) {
  const maxSignups = Math.max(1, ...counts.map(({ signups }) => signups));
  if (counts.length === 0) return <p>{none}</p>;
  return (
    <ShareBars
      shares={counts.map(({ name, signups }) => ({
        name,
        figure: formatCount(signups),
        percent: Math.round((100 * signups) / maxSignups),
      }))}
    />
  );
}

function Funnel({ engagement }: { engagement: Stats['email_engagement'] }) {
  const { emails_sent, delivery_rate, open_rate, click_rate } = engagement;
  if (emails_sent === 0) return <p>No emails sent yet.</p>;
  const steps = [
    ['Delivered', delivery_rate],
    ['Opened', open_rate],
    ['Clicked', click_rate],
  ] as const;
  return (
    <ShareBars
      shares={[
        { name: 'Sent', figure: formatCount(emails_sent), percent: 100 },
        ...steps.map(([name, rate]) => ({ name, figure: `${rate ?? 0} %`, percent: rate ?? 0 })),
      ]}
    />
  );
}
