import { Readable } from 'node:stream';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type Provider from 'oidc-provider';
import { notFound } from '../shared/platform/errors.ts';
import { pendingMigrations } from '../shared/platform/postgres/migrate.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { sharedStatistics } from './dashboard/pages/waitlist/statistics/share/shared-statistics.tsx';
import { cardRoutes } from './hosted/cards/card-routes.ts';
import { openCardFinder } from './hosted/cards/find-card.ts';
import { formRoutes } from './hosted/form/form-routes.tsx';
import { hostedPages } from './hosted/hosted-pages.tsx';
import { signupPages } from './hosted/signup/signup-routes.tsx';
import { limitArrivals } from './limits/arrivals.ts';
import { uploadLimitMs } from './limits/arriving-file.ts';
import { trustProxySetting } from './limits/client-address.ts';
import { dropRests } from './limits/early-answers.ts';
import { serializeInSlices } from './limits/page-serializer.ts';
import { toolRoutes } from './mcp/http.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { openProvider } from './oauth/provider.ts';
import { allowCrossOrigin } from './plugins/cors.ts';
import { commonHeaders, handleErrors, sendClientError, sendFrameworkError } from './plugins/errors.ts';
import { guardRoutes } from './plugins/guard.ts';
import { answerOnce } from './plugins/idempotency.ts';
import { fillAbsentBodies, readJsonBodies } from './plugins/json-body.ts';
import { describeRoutes } from './plugins/openapi.ts';
import { checkQueries } from './plugins/query-text.ts';
import { checkHeads, requestId } from './plugins/request-head.ts';
import { limitTime } from './plugins/time-limit.ts';
import { validatorCompiler } from './plugins/validator-compiler.ts';
import { refuseUntilMigrated } from './process/await-migrations.ts';
import { isHead, prepareRequest } from './process/incoming.ts';
import { accountRoutes } from './routes/account.ts';
import { announcementRoutes } from './routes/announcements.ts';
import { brandRoutes } from './routes/brand.ts';
import { confirmationRoutes } from './routes/confirmations.ts';
import { emailEventRoutes } from './routes/email-events.ts';
import { eventRoutes } from './routes/events.ts';
import { fieldRoutes } from './routes/fields.ts';
import { frontRoutes } from './routes/front.ts';
import { healthRoutes } from './routes/health.ts';
import { importRoutes } from './routes/imports.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { leaderboardRoutes, publicLeaderboardRoutes } from './routes/leaderboard.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { peopleRoutes } from './routes/people.ts';
import { publicStatusRoutes } from './routes/public-status.ts';
import { queuePages } from './routes/queue-pages.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { rewardRoutes } from './routes/rewards.ts';
import { segmentRoutes } from './routes/segments.ts';
import { settingsRoutes } from './routes/settings.ts';
import { signupRoutes } from './routes/signups.ts';
import { signupBulkRoutes } from './routes/signups-bulk.ts';
import { signupExportRoutes } from './routes/signups-export.ts';
import { statsRoutes } from './routes/stats.ts';
import { suppressionRoutes } from './routes/suppressions.ts';
import { waitlistRoutes } from './routes/waitlists.ts';
import { waveRoutes } from './routes/waves.ts';
import type { WebContext } from './web-context.ts';

const maxBodyBytes = 512 * 1024;
/** Node's limit for the head of a request. */
const maxUrlBytes = 16 * 1024;

/** Below /v1. They are not registered: a context of its own for each would slow down the start. */
const apiRoutes = [
  accountRoutes,
  waitlistRoutes,
  signupRoutes,
  signupBulkRoutes,
  signupExportRoutes,
  statsRoutes,
  fieldRoutes,
  integrationRoutes,
  eventRoutes,
  settingsRoutes,
  brandRoutes,
  confirmationRoutes,
  suppressionRoutes,
  peopleRoutes,
  reviewRoutes,
  rewardRoutes,
  segmentRoutes,
  leaderboardRoutes,
  waveRoutes,
  invitationRoutes,
  announcementRoutes,
  importRoutes,
];

const idName = {
  ...{ user: 'user_id', api_key: 'key_id', app: 'app_id' },
  ...{ command_line: 'operator', visitor: 'visitor' },
} as const;

/** Whose request it is, for its line in the log; nothing where nobody has shown a key or signed in. */
function idsOfCaller({ caller: ofKey, session }: FastifyRequest) {
  const caller = ofKey ?? session?.caller;
  return (
    caller && {
      account_id: caller.accountId,
      [idName[caller.actor.type]]: caller.actor.id,
    }
  );
}

/** Builds the HTTP server, ready to listen. */
export async function buildApp(ctx: WebContext): Promise<FastifyInstance> {
  /** Labelled with the route pattern instead of the URL, to bound the number of series. */
  function measure(
    { method, routeOptions }: FastifyRequest,
    { statusCode, elapsedTime }: FastifyReply,
  ): void {
    const route = routeOptions.url ?? 'unknown';
    const status = `${Math.floor(statusCode / 100)}xx`;
    ctx.metrics.httpDuration.observe({ method, route, status }, elapsedTime / 1_000);
    if (statusCode === 429) ctx.metrics.rateLimited.inc({ route });
  }
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }), // the onResponse hook logs one line
    genReqId: requestId,
    bodyLimit: maxBodyBytes,
    requestTimeout: uploadLimitMs, // of files; limitArrivals limits all others
    connectionTimeout: 75_000,
    // Node would reject a missing Host without the error envelope; checkHeads does it instead.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    trustProxy: trustProxySetting(ctx.config.http.trustProxy),
    return503OnClosing: false, // requests on open connections are still served while closing (C9.6)
    exposeHeadRoutes: false,
    rewriteUrl: prepareRequest,
    routerOptions: { maxParamLength: maxUrlBytes }, // an overlong id is an unknown id (C1.2)
    frameworkErrors(error, request, reply) {
      sendFrameworkError(error, request, reply);
      measure(request, reply); // hooks do not run for these
    },
    clientErrorHandler: sendClientError,
  });
  limitArrivals(app.server, 15_000);
  dropRests(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app, ctx.outage, async () => (await ctx.lookups.run(pendingMigrations)).length === 0);
  readJsonBodies(app);
  fillAbsentBodies(app);
  checkQueries(app);

  limitTime(app);
  serializeInSlices(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.headers(commonHeaders);
    done();
  });
  checkHeads(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (ctx.draining.signal.aborted) reply.header('connection', 'close'); // the client reconnects elsewhere
    if (!isHead(request.raw) || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy(); // spares the queries of a download that HEAD does not send
    done(null, Readable.from([]));
  });
  app.addHook('onResponse', (request, reply, done) => {
    measure(request, reply);
    // The route pattern, not the URL: a query may contain an email address, a path a token.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...idsOfCaller(request),
      },
      'request completed',
    );
    done();
  });
  await allowCrossOrigin(app);
  refuseUntilMigrated(app, ctx.schema);

  app.setNotFoundHandler(() => notFound('route'));
  app.addHook('preParsing', async ({ is404 }) => {
    if (is404) notFound('route'); // before the body is parsed (C1.1)
  });
  await describeRoutes(app, ctx.config.baseUrl);
  await app.register(frontRoutes, { ctx });
  await app.register(healthRoutes, { ctx });
  await app.register(metricsRoutes, { ctx });
  await app.register(queuePages, { ctx });
  await app.register(emailEventRoutes, { ctx });
  await app.register(publicStatusRoutes, { ctx });
  await app.register(publicLeaderboardRoutes, { ctx });
  await app.register(hostedPages, { ctx });
  await app.register(formRoutes, { ctx });
  const cards = openCardFinder();
  await app.register(signupPages, { ctx, cards });
  await app.register(cardRoutes, { ctx, cards });
  await app.register(sharedStatistics, { ctx });
  await app.register(toolRoutes, { ctx });
  let opening: Promise<Provider> | undefined;
  const provider = () => {
    opening ??= openProvider(ctx);
    opening.catch(() => {
      opening = undefined; // Postgres was away: the next request tries again
    });
    return opening;
  };
  await app.register(oauthRoutes, { ctx, provider });
  await app.register(dashboard, { ctx, provider, prefix: '/dashboard' });
  await app.register(
    async (api) => {
      guardRoutes(api, ctx);
      answerOnce(api, ctx);
      const typed = api.withTypeProvider<ZodTypeProvider>();
      for (const addRoutes of apiRoutes) await addRoutes(typed, { ctx });
    },
    { prefix: '/v1' },
  );
  return app;
}
