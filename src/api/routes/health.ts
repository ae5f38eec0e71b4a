import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { assertWritable } from '../../shared/platform/postgres/connection.ts';
import { pendingMigrations } from '../../shared/platform/postgres/migrate.ts';
import { describeDatabaseProblem } from '../../shared/platform/postgres/server/database-problem.ts';
import { problemOf } from '../../shared/platform/redis/redis-problem.ts';
import type { WebContext } from '../web-context.ts';

const Ready = z.object({ status: z.literal('ok').describe('The process can serve.') });
const Serves = Ready.extend({
  note: z.string().optional().describe('What does not work, while requests are answered.'),
});
const Unready = z.object({
  status: z.literal('unready').describe('The process cannot serve.'),
  reason: z.string().describe('What is missing.'),
});

/**
 * Liveness and readiness for load balancers (C11.5).
 * Without Redis the service works, so that is a note (C1.15).
 */
export const healthRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'checkHealth',
        summary: 'Check whether the process is alive',
        tags: ['Health'],
        response: { 200: Ready },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'checkReadiness',
        summary: 'Check whether requests can be served',
        tags: ['Health'],
        response: { 200: Serves, 503: Unready },
      },
    },
    async (request, reply) => {
      if (ctx.draining.signal.aborted)
        return reply.code(503).send({ status: 'unready', reason: 'the process is stopping' });
      try {
        const pending = await ctx.lookups.run(pendingMigrations);
        if (!ctx.signups.hasDiskSpace())
          return reply.code(503).send({ status: 'unready', reason: 'the disk of the database is full' });
        if (pending.length > 0)
          return reply
            .code(503)
            .send({ status: 'unready', reason: `migrations are pending: ${pending.join(', ')}` });
        await ctx.lookups.run(assertWritable);
        const redis = problemOf(ctx.redis);
        return { status: 'ok' as const, ...(redis && { note: redis.reason }) };
      } catch (err) {
        const { reason, advice } = describeDatabaseProblem(err);
        request.log[ctx.outage.explains(err) ? 'debug' : 'warn']({ err, advice }, 'not ready');
        return reply.code(503).send({ status: 'unready', reason });
      }
    },
  );
};
