import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { plans } from '../../../../../../shared/account/plans.ts';
import {
  findSharedList,
  type SharedList,
} from '../../../../../../shared/capabilities/statistics-links/find-shared-list.ts';
import type { Trend, TrendQuery } from '../../../../../../shared/list/stats/read-trend.ts';
import { AppError, notFound } from '../../../../../../shared/platform/errors.ts';
import { isUnusable } from '../../../../../../shared/platform/postgres/server/database-problem.ts';
import { assertWithin, pageLimit } from '../../../../../limits/page-limits.ts';
import { answerError, type PageError } from '../../../../../plugins/page-error.ts';
import type { WebContext } from '../../../../../web-context.ts';
import { contentSecurityPolicy } from '../../../../assets.ts';
import { sendPage } from '../../../../pages.ts';
import { AlonePage } from '../../../../parts/alone-page.tsx';
import { Document } from '../../../../parts/document.tsx';
import { Conclusion } from '../conclusion.tsx';
import { Figures } from '../figures.tsx';
import { TallyCards } from '../tallies.tsx';
import { TrendChart } from '../trend-chart.tsx';
import { Periods, periodOf } from '../window-form.tsx';
import { openSharedTrends, sharedSeconds } from './shared-trends.ts';

/** The public page of a list's statistics, for whoever has a link: numbers alone, and no person. */
export async function sharedStatistics(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  const trendOf = openSharedTrends(ctx);
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer', // the token is in the URL
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    });
    reply.removeHeader('access-control-allow-origin');
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const pageError = toPageError(error);
    return sendPage(answerError(request, reply, error, pageError), <ErrorPage {...pageError} />);
  });
  const assertLimit = ({ ip }: FastifyRequest) => assertWithin(ctx.limiter, pageLimit(ip));

  app.get('/stats/:token', { config: { cors: false } }, async (request, reply) => {
    await assertLimit(request);
    const { token } = request.params as { token: string };
    const list = await findSharedList(ctx, token);
    const period = knownPeriod(request, list);
    const trend = await trendOf(list, period);
    reply.header('cache-control', `private, max-age=${sharedSeconds}`);
    return sendPage(reply, <SharedPage path={`/stats/${token}`} list={list} trend={trend} period={period} />);
  });

  // What is left of a link that was cut or changed on its way.
  app.get('/stats/*', { config: { cors: false } }, async (request) => {
    await assertLimit(request);
    notFound('page');
  });
}

const periods: readonly TrendQuery['period'][] = [7, 30, 90, 365, 'all'];

/** Only those that the page links to: each is counted by itself. */
function knownPeriod({ query }: FastifyRequest, { caller }: SharedList): TrendQuery['period'] {
  const period = periodOf(query as Record<string, string>);
  const isShown = periods.includes(period) && (period !== 'all' || plans[caller.plan].statsDays === null);
  return isShown ? period : undefined;
}

interface SharedPageProps {
  readonly path: string;
  readonly list: SharedList;
  readonly trend: Trend;
  readonly period: TrendQuery['period'];
}

function SharedPage({ path, list: { name, caller, timeZone }, trend, period }: SharedPageProps) {
  const days = trend.isInUtc ? 'UTC' : timeZone.replaceAll('_', ' ');
  return (
    <Document title={`Statistics · ${name}`}>
      <main class="shared">
        <div class="title">
          <h1>{name}</h1>
        </div>
        <p class="soft">Statistics of this waitlist</p>
        <div class="row spread window">
          <Periods
            path={path}
            trend={trend}
            period={period?.toString()}
            days={plans[caller.plan].statsDays}
          />
        </div>
        <Conclusion trend={trend} referrers={[]} />
        <Figures root={null} trend={trend} />
        <section class="card" aria-labelledby="chart">
          <div class="row spread">
            <h2 id="chart">Signups per {trend.unit}</h2>
            <span class="soft">Days in {days}.</span>
          </div>
          <TrendChart root={null} trend={trend} />
        </section>
        <div class="pair">
          <TallyCards root={null} trend={trend} />
        </div>
        <p class="soft">Numbers are at most a minute old.</p>
      </main>
    </Document>
  );
}

function ErrorPage({ status, message }: PageError) {
  return (
    <AlonePage title={status === 404 ? 'This link does not work' : 'Error'}>
      <p>{message}</p>
    </AlonePage>
  );
}

/** One answer for every token that shows nothing: it does not tell which tokens were valid once. */
function toPageError(error: FastifyError): PageError {
  if (error instanceof AppError && error.retryAfterSeconds !== undefined)
    return {
      status: error.status,
      message: 'Too many requests. Please try again in a minute.',
      retryAfterSeconds: error.retryAfterSeconds,
    };
  if (error instanceof AppError && error.status < 500)
    return {
      status: 404,
      message: 'It is incomplete, or it was revoked. Ask the person who gave it to you.',
    };
  if (isUnusable(error))
    return { status: 503, message: 'The service is temporarily unavailable. Please try again.' };
  return { status: 500, message: 'Something went wrong on our side. Please try again.' };
}
