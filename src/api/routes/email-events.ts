import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { receiveAccountEvents, receiveManagedEvents } from '../../shared/email/receive-email-events.ts';
import type { WebContext } from '../web-context.ts';

/** A provider's batch of events may be larger than a caller's request. */
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * Where mail providers tell what became of mails (§4.8): signed, without a key. The body is taken as it came, for the
 * signature covers its bytes.
 */
export const emailEventRoutes: FastifyPluginAsync<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_, body, done) =>
    done(null, body),
  );

  app.post('/v1/webhooks/email_provider', { bodyLimit: maxBodyBytes }, async (request) => {
    await receiveManagedEvents(ctx, toInbound(request));
    return { received: true };
  });

  app.post<{ Params: { token: string } }>(
    '/v1/webhooks/email/:token',
    { bodyLimit: maxBodyBytes },
    async (request) => {
      await receiveAccountEvents(ctx, request.params.token, toInbound(request));
      return { received: true };
    },
  );
};

function toInbound({ headers, body }: FastifyRequest) {
  return { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}
