import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { readLeaderboard } from '../../shared/capabilities/leaderboard/read-leaderboard.ts';
import { LeaderboardEntry, LeaderboardQuery } from '../../shared/capabilities/leaderboard/schema.ts';
import { pageOf } from '../../shared/platform/schema/paging.ts';
import type { WebContext } from '../web-context.ts';
import { WaitlistParams } from './params.ts';

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
