import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { AppError } from '../../shared/errors.ts';
import { isSameText } from '../../shared/secrets/same-text.ts';
import type { WebContext } from '../web-context.ts';
import { openScraper } from './scrape.ts';

/** For Prometheus (C11.5), behind METRICS_TOKEN where that is set. For operators only, so it is not part of the described API. */
export async function metricsRoutes(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  const { metricsToken } = ctx.config.operations;
  const scrape = openScraper(ctx);

  app.get('/metrics', async ({ headers }, reply) => {
    if (metricsToken !== undefined && !isSameText(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('unauthorized', 'The token is missing or wrong.');
    }
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape());
  });
}
