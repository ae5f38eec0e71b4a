import type { FastifyPluginAsync } from 'fastify';
import { pendingMigrations } from '../../shared/migrate.ts';
import type { WebContext } from '../web-context.ts';

/** For load balancers (C11.5): alive, and able to serve. Redis is not asked: the service works without it (C1.15). */
export const healthRoutes: FastifyPluginAsync<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    try {
      const pending = await pendingMigrations(ctx.sql);
      if (pending.length === 0) return { status: 'ok' };
      return reply
        .code(503)
        .send({ status: 'unready', reason: `migrations are pending: ${pending.join(', ')}` });
    } catch (err) {
      request.log.warn({ err }, 'not ready');
      return reply.code(503).send({ status: 'unready', reason: 'the database cannot be reached' });
    }
  });
};
