import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { maxLogoBytes, removeLogo, setLogo } from '../../shared/capabilities/branding/logo/change-logo.ts';
import { BrandLogo } from '../../shared/capabilities/branding/logo/schema.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, WaitlistParams } from './params.ts';

/** HTTP routes of a waitlist's brand. Its settings are with the others. */
export const brandRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  await app.register(uploadRoute, { ctx });

  app.delete(
    '/waitlists/:id/brand/logo',
    {
      config: { scope: scopeFor.removeLogo },
      schema: {
        operationId: 'removeLogo',
        summary: 'Remove the logo of a waitlist',
        tags: ['Settings'],
        params: WaitlistParams,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      await removeLogo(ctx, caller, params.id);
      return reply.code(204).send();
    },
  );
};

/** The one route whose body is a picture. */
const uploadRoute: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  takePictures(app);
  app.put(
    '/waitlists/:id/brand/logo',
    {
      config: { scope: scopeFor.setLogo, answers: [413], timeLimitMs: 60_000 },
      bodyLimit: maxLogoBytes,
      schema: {
        operationId: 'setLogo',
        summary: 'Set the logo of a waitlist',
        tags: ['Settings'],
        params: WaitlistParams,
        response: { 200: BrandLogo },
      },
    },
    async ({ caller, params, body }) => {
      return setLogo(ctx, caller, params.id, Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    },
  );
};

/** The content says what it is, so the header does not matter. */
function takePictures(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
}
