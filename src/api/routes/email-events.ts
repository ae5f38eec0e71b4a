import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  receiveAccountEvents,
  receiveManagedEvents,
} from '../../shared/mail/inbound/receive-email-events.ts';
import { ignoreContentTypes } from '../plugins/request-head.ts';
import type { WebContext } from '../web-context.ts';

/** Batches of events can be larger than other requests. */
const maxBodyBytes = 4 * 1024 * 1024;

const TokenParams = z.object({
  token: z.string().describe("The last part of the address that the account's mail provider posts to."),
});
const Received = z.object({ received: z.literal(true).describe('The events are stored.') });
const answers = [401, 406, 413, 500, 503] as const;

/**
 * Webhooks of email providers (§4.8): signed, without an API key.
 * The body stays unparsed, because the signature covers its bytes.
 */
export const emailEventRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.removeAllContentTypeParsers();
  ignoreContentTypes(app);
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_, body, done) =>
    done(null, body),
  );

  app.post(
    '/v1/webhooks/email_provider',
    {
      bodyLimit: maxBodyBytes,
      config: { answers },
      schema: {
        operationId: 'receiveManagedEmailEvents',
        summary: "Receive events of the service's mail provider",
        tags: ['Inbound webhooks'],
        response: { 200: Received },
      },
    },
    async (request) => {
      await receiveManagedEvents(ctx, toInbound(request));
      return { received: true as const };
    },
  );

  app.post(
    '/v1/webhooks/email/:token',
    {
      bodyLimit: maxBodyBytes,
      config: { answers },
      schema: {
        operationId: 'receiveAccountEmailEvents',
        summary: "Receive events of an account's mail provider",
        tags: ['Inbound webhooks'],
        params: TokenParams,
        response: { 200: Received },
      },
    },
    async (request) => {
      await receiveAccountEvents(ctx, request.params.token, toInbound(request));
      return { received: true as const };
    },
  );
};

function toInbound({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>) {
  return { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}
