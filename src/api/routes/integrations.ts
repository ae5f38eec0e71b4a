import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { deleteIntegration } from '../../shared/events/integrations/delete-integration.ts';
import { listDeliveries } from '../../shared/events/integrations/deliveries/list-deliveries.ts';
import { listIntegrations } from '../../shared/events/integrations/list-integrations.ts';
import {
  DeliveryRecord,
  Integration,
  IntegrationInput,
  IntegrationPatch,
  SavedIntegration,
} from '../../shared/events/integrations/schema.ts';
import { setIntegration } from '../../shared/events/integrations/set-integration.ts';
import { updateIntegration } from '../../shared/events/integrations/update-integration.ts';
import { integrationLimitMs } from '../limits/integration-time.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, IntegrationParams } from './params.ts';

/** HTTP routes of integrations (§4.7). */
export const integrationRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/integrations',
    {
      config: { scope: scopeFor.listIntegrations },
      schema: {
        operationId: 'listIntegrations',
        summary: 'List integrations',
        tags: ['Integrations'],
        response: { 200: z.array(Integration) },
      },
    },
    async ({ caller, over }) => listIntegrations(ctx.until(over), caller),
  );

  app.put(
    '/integrations/:type',
    {
      config: { scope: scopeFor.setIntegration, answers: [402], timeLimitMs: integrationLimitMs },
      schema: {
        operationId: 'setIntegration',
        summary: 'Set an integration',
        tags: ['Integrations'],
        params: IntegrationParams,
        body: IntegrationInput,
        response: { 200: SavedIntegration, 201: SavedIntegration },
      },
    },
    async ({ caller, params, body }, reply) => {
      const { created, integration } = await setIntegration(ctx, caller, params.type, body);
      return reply.code(created ? 201 : 200).send(integration);
    },
  );

  app.patch(
    '/integrations/:type',
    {
      config: { scope: scopeFor.updateIntegration, answers: [402] },
      schema: {
        operationId: 'updateIntegration',
        summary: 'Pause or resume an integration',
        tags: ['Integrations'],
        params: IntegrationParams,
        body: IntegrationPatch,
        response: { 200: Integration },
      },
    },
    async ({ caller, params, body }) => updateIntegration(ctx, caller, params.type, body),
  );

  app.delete(
    '/integrations/:type',
    {
      config: { scope: scopeFor.deleteIntegration },
      schema: {
        operationId: 'deleteIntegration',
        summary: 'Delete an integration',
        tags: ['Integrations'],
        params: IntegrationParams,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      await deleteIntegration(ctx, caller, params.type);
      return reply.code(204).send();
    },
  );

  app.get(
    '/integrations/:type/deliveries',
    {
      config: { scope: scopeFor.listDeliveries },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        tags: ['Integrations'],
        params: IntegrationParams,
        response: { 200: z.array(DeliveryRecord) },
      },
    },
    async ({ caller, params, over }) => listDeliveries(ctx.until(over), caller, params.type),
  );
};
