import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readStatus, SignupStatus } from '../../shared/links/read-status.ts';
import { assertStatusLimit, statusWindow } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';

/** The status of one signup, for the browser of the person who signed up (N1). It needs no API key. */
export const publicStatusRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/v1/public/status',
    {
      config: { answers: [401, 404, 429, 500, 503] },
      schema: {
        operationId: 'readStatus',
        summary: 'Read the own status',
        tags: ['Status'],
        response: { 200: SignupStatus },
      },
    },
    async (request, reply) => {
      reply.header('vary', 'Authorization');
      const { calls, resetSeconds } = await ctx.limiter.count([statusWindow(request.ip)]);
      assertStatusLimit(calls[0] ?? 0, resetSeconds);
      const { status } = await readStatus(ctx, tokenOf(request));
      reply.header('cache-control', 'private, max-age=10');
      return status;
    },
  );
};

function tokenOf({ headers }: FastifyRequest): string {
  return /^Status +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
