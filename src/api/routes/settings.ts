import '../../shared/capabilities.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { LinkRevocation, revokeLinks } from '../../shared/list/links/revoke-links.ts';
import { readSettings } from '../../shared/list/settings/read-settings.ts';
import { settingsPatch, wholeSettings } from '../../shared/list/settings/schema.ts';
import { updateSettings } from '../../shared/list/settings/update-settings.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, WaitlistParams } from './params.ts';

/** HTTP routes of a waitlist's settings (N1). */
export const settingsRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/settings',
    {
      config: { scope: scopeFor.readSettings },
      schema: {
        operationId: 'readSettings',
        summary: 'Read the settings of a waitlist',
        tags: ['Settings'],
        params: WaitlistParams,
        response: { 200: wholeSettings() },
      },
    },
    async ({ caller, params, over }) => readSettings(ctx.until(over), caller, params.id),
  );

  app.patch(
    '/waitlists/:id/settings',
    {
      config: { scope: scopeFor.updateSettings },
      schema: {
        operationId: 'updateSettings',
        summary: 'Change settings of a waitlist',
        tags: ['Settings'],
        params: WaitlistParams,
        body: settingsPatch(),
        response: { 200: wholeSettings() },
      },
    },
    async ({ caller, params, body }) => updateSettings(ctx, caller, params.id, body),
  );

  app.post(
    '/waitlists/:id/links/revoke',
    {
      config: { scope: scopeFor.revokeLinks, idempotent: true },
      schema: {
        operationId: 'revokeLinks',
        summary: 'Revoke links of a waitlist',
        tags: ['Settings'],
        params: WaitlistParams,
        body: LinkRevocation,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      reply.code(204);
      await revokeLinks(ctx, caller, params.id, body, keeperFor(request, reply));
      return reply.send();
    },
  );
};
