import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import {
  readLeaderboard,
  readPublicLeaderboard,
} from '../../shared/capabilities/leaderboard/read-leaderboard.ts';
import {
  LeaderboardEntry,
  LeaderboardQuery,
  PublicLeaderboard,
} from '../../shared/capabilities/leaderboard/schema.ts';
import { pageOf } from '../../shared/platform/schema/paging.ts';
import type { WebContext } from '../web-context.ts';
import { WaitlistParams } from './params.ts';
import { takeStatusToken } from './public-status.ts';

/** HTTP route of a waitlist's leaderboard (N5). */
export const leaderboardRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/leaderboard',
    {
      config: { scope: scopeFor.readLeaderboard },
      schema: {
        operationId: 'readLeaderboard',
        summary: 'Read the leaderboard of a waitlist',
        tags: ['Signups'],
        params: WaitlistParams,
        querystring: LeaderboardQuery,
        response: { 200: pageOf(LeaderboardEntry) },
      },
    },
    async ({ caller, params, query, over }) => readLeaderboard(ctx.until(over), caller, params.id, query),
  );
};

/** The same for the browser of a person on the list, with the own rank. It needs a status token. */
export const publicLeaderboardRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/v1/public/leaderboard',
    {
      config: { answers: [400, 401, 404, 429, 500, 503] },
      schema: {
        operationId: 'readPublicLeaderboard',
        summary: 'Read the leaderboard with the own rank',
        tags: ['Status'],
        querystring: LeaderboardQuery,
        response: { 200: PublicLeaderboard },
      },
    },
    async (request, reply) => {
      const token = await takeStatusToken(ctx, request, reply);
      const leaderboard = await readPublicLeaderboard(ctx.until(request.over), token, request.query);
      reply.header('cache-control', 'private, max-age=10');
      return leaderboard;
    },
  );
};
