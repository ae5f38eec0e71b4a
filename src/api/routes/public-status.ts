import '../../shared/capabilities.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readPublicLeaderboard } from '../../shared/capabilities/leaderboard/read-leaderboard.ts';
import { LeaderboardQuery, PublicLeaderboard } from '../../shared/capabilities/leaderboard/schema.ts';
import { readStatus, signupStatus } from '../../shared/list/status/read-status.ts';
import { assertStatusLimit, statusWindow } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';

/** What a status token reads, for the browser of the person who signed up (N1). It needs no API key. */
export const publicStatusRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  async function limitReads({ ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('vary', 'Authorization');
    const { calls, resetSeconds } = await ctx.limiter.count([statusWindow(ip)]);
    assertStatusLimit(calls[0] ?? 0, resetSeconds);
  }

  app.get(
    '/v1/public/status',
    {
      config: { answers: [401, 404, 429, 500, 503] },
      schema: {
        operationId: 'readStatus',
        summary: 'Read the own status',
        tags: ['Status'],
        response: { 200: signupStatus() },
      },
    },
    async (request, reply) => {
      await limitReads(request, reply);
      const { status } = await readStatus(ctx.until(request.over), tokenOf(request));
      reply.header('cache-control', 'private, max-age=10');
      return status;
    },
  );

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
      await limitReads(request, reply);
      const leaderboard = await readPublicLeaderboard(
        ctx.until(request.over),
        tokenOf(request),
        request.query,
      );
      reply.header('cache-control', 'private, max-age=10');
      return leaderboard;
    },
  );
};

function tokenOf({ headers }: FastifyRequest): string {
  return /^Status +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
