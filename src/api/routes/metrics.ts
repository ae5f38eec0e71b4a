import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { AppError } from '../../shared/platform/errors.ts';
import { isSameText } from '../../shared/platform/secrets/same-text.ts';
import type { WebContext } from '../web-context.ts';
import { openScraper } from './scrape.ts';

/**
 * Serves metrics to Prometheus (C11.5), protected by METRICS_TOKEN if that is set.
 * The route is for operators, so it is not in the API description.
 */
export async function metricsRoutes(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  const { metricsToken } = ctx.config.operations;
  const scrape = openScraper(ctx);

  app.get('/metrics', async ({ headers }, reply) => {
    if (metricsToken !== undefined && !isSameText(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('unauthorized', 'Missing or wrong token. Send METRICS_TOKEN as a Bearer token.');
    }
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape());
  });
}
