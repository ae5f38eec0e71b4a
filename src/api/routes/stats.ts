import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { readStats } from '../../shared/list/stats/read-stats.ts';
import { statsAnswer, statsRequest } from '../../shared/list/stats/schema.ts';
import type { WebContext } from '../web-context.ts';
import { WaitlistParams } from './params.ts';

/** HTTP routes of statistics (§4.4). */
export const statsRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/stats',
    {
      config: { scope: scopeFor.readStats },
      schema: {
        operationId: 'readStats',
        summary: 'Read the statistics',
        tags: ['Statistics'],
        params: WaitlistParams,
        querystring: statsRequest(),
        response: { 200: statsAnswer() },
      },
    },
    async ({ caller, params, query, over }) =>
      ctx.read({ caller, over }, (from) => readStats(from, caller, params.id, query)),
  );
};
