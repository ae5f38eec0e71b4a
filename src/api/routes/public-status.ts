import '../../shared/capabilities.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readStatus, signupStatus } from '../../shared/list/status/read-status.ts';
import { assertWithin, statusLimit } from '../limits/page-limits.ts';
import type { WebContext } from '../web-context.ts';

/** What a status token reads, for the browser of the person who signed up (N1). It needs no API key. */
export const publicStatusRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
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
      const { status } = await readStatus(
        ctx.until(request.over),
        await takeStatusToken(ctx, request, reply),
      );
      reply.header('cache-control', 'private, max-age=10');
      return status;
    },
  );
};

/** The status token of a request, which counts in the window of its address. @throws AppError rate_limited */
export async function takeStatusToken(
  ctx: WebContext,
  { ip, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  reply.header('vary', 'Authorization');
  await assertWithin(ctx.limiter, statusLimit(ip));
  return /^Status +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
