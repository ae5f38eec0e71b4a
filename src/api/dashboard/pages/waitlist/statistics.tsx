import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../../shared/errors.ts';
import { plans } from '../../../../shared/plans.ts';
import { readStats } from '../../../../shared/stats/read-stats.ts';
import { namedSources, type Stats, StatsQuery } from '../../../../shared/stats/schema.ts';
import { addDays } from '../../../../shared/stats/window.ts';
import type { WebContext } from '../../../web-context.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { ShareBars } from '../../charts/share-bars.tsx';
import { addPage, type FormValues, type Refusal, readForm } from '../../pages.ts';
import { Field } from '../../parts/form.tsx';
import { countOf, formatCount } from '../../parts/format.tsx';
import { Table } from '../../parts/table.tsx';
import { toPlainWords } from '../../plain-words.ts';
import { toBars } from './signup-bars.ts';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** How many sources have a bar of their own. */
const barredSources = 8;

/** The windows that are offered, in days with today. */
const windows = [7, 30, 90];

/** A waitlist's numbers (§2.7, C11.3). */
export function statisticsPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/waitlists/:id/statistics', {}, async (request) => {
    const { plan } = request.session.caller;
    const { stats, refusal } = await readWindow(ctx, request);
    const { emailEvents, statsDays } = plans[plan];
    const { unit, bars } = toBars(stats.daily);
    return (
      <WaitlistLayout title="Statistics" request={request} refusal={refusal}>
        <Figures stats={stats} />
        <section class="card" aria-labelledby="daily">
          <div class="row spread">
            <h2 id="daily">Signups per {unit}</h2>
            <WindowForm request={request} stats={stats} refusal={refusal} days={statsDays} />
          </div>
          {statsDays !== null && !refusal && isCut(request.query as FormValues, stats) && (
            <p class="soft">
              The {plan} plan has statistics of the last {statsDays} days.
            </p>
          )}
          <Chart unit={unit} bars={bars} />
        </section>
        <div class="pair">
          <section class="card" aria-labelledby="sources">
            <h2 id="sources">Sources</h2>
            <p class="soft">Signups of these days by their utm_source.</p>
            <Counted counts={namedFirst(stats.by_source)} none="Nobody signed up on these days." />
          </section>
          <section class="card" aria-labelledby="domains">
            <h2 id="domains">Sites</h2>
            <p class="soft">All signups by the page they came from, the five most frequent sites.</p>
            <Counted
              counts={stats.referrer_domains.map(({ domain, signups }) => ({ name: domain, signups }))}
              none="No signup told the page that it came from."
            />
          </section>
          <section class="card" aria-labelledby="emails">
            <h2 id="emails">Signup emails</h2>
            <p class="soft">
              {emailEvents
                ? 'Of all mails that left, how many got how far.'
                : `What becomes of mails is not counted on the ${plan} plan.`}
            </p>
            <Funnel engagement={stats.email_engagement} />
          </section>
        </div>
      </WaitlistLayout>
    );
  });
}

/** The numbers that were asked for; of a window that cannot be, the usual one and why. */
async function readWindow(
  ctx: WebContext,
  { session, waitlist, query }: FastifyRequest,
): Promise<{ stats: Stats; refusal?: Refusal }> {
  const readOf = (window: StatsQuery) => readStats(ctx, session.caller, waitlist.id, window);
  try {
    return { stats: await readOf(readForm(StatsQuery, query)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
    const message = `${toPlainWords(error.message)}. The last 31 days are shown instead.`;
    return { stats: await readOf({}), refusal: { message, values: query as FormValues } };
  }
}

/** Whether the plan shows less than was asked for. */
function isCut(query: FormValues, { range_from, range_to }: Stats): boolean {
  const { from, to } = query;
  const isBefore = (asked: FormValues[string] | undefined, shown: string) =>
    typeof asked === 'string' && asked !== '' && asked < shown;
  return isBefore(from, range_from) || isBefore(to, range_to);
}

interface WindowFormProps {
  readonly request: FastifyRequest;
  readonly stats: Stats;
  readonly refusal: Refusal | undefined;
  /** How far the plan reaches back. */
  readonly days: number | null;
}

function WindowForm({ request, stats, refusal, days }: WindowFormProps) {
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
        <Field name="from" label="From" type="date" values={refusal?.values} initial={stats.range_from} />
        <Field name="to" label="To" type="date" values={refusal?.values} initial={stats.range_to} />
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
        <p class="soft">In the days shown</p>
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

/** Sources as they come, most first; those behind the named ones together. */
function namedFirst(sources: Stats['by_source']): Count[] {
  const named = sources.slice(0, barredSources).map(({ source, signups }) => ({ name: source, signups }));
  const others = sources.slice(barredSources);
  if (others.length === 0) return named;
  const signups = others.reduce((sum, other) => sum + other.signups, 0);
  const name = sources.length < namedSources ? countOf(others.length, 'other') : 'All others';
  return [...named, { name, signups }];
}

function Counted({ counts, none }: { counts: readonly Count[]; none: string }) {
  const most = Math.max(1, ...counts.map(({ signups }) => signups));
  if (counts.length === 0) return <p>{none}</p>;
  return (
    <ShareBars
      shares={counts.map(({ name, signups }) => ({
        name,
        figure: formatCount(signups),
        percent: Math.round((100 * signups) / most),
      }))}
    />
  );
}

function Funnel({ engagement }: { engagement: Stats['email_engagement'] }) {
  const { emails_sent, delivery_rate, open_rate, click_rate } = engagement;
  if (emails_sent === 0) return <p>No mail has left yet.</p>;
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
