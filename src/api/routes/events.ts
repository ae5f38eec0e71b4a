import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { listEvents } from '../../shared/events/feed/list-events.ts';
import { EventPage, EventQuery } from '../../shared/events/feed/schema.ts';
import { readDelivery } from '../../shared/events/integrations/deliveries/read-delivery.ts';
import { dismissMissed } from '../../shared/events/integrations/health/dismiss-missed.ts';
import { readHealth } from '../../shared/events/integrations/health/read-health.ts';
import { redeliverEvent } from '../../shared/events/integrations/replay/redeliver-event.ts';
import { replayEvents } from '../../shared/events/integrations/replay/replay-events.ts';
import { rotateSecret } from '../../shared/events/integrations/rotate-secret.ts';
import {
  DeliveryDetails,
  IntegrationHealth,
  Redelivery,
  ReplayInput,
  ReplayResult,
  RotatedSecret,
  SecretRotation,
} from '../../shared/events/integrations/schema.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { DeliveryParams, Empty, EventParams, IntegrationParams } from './params.ts';

/** HTTP routes of the feed, and of what integrations missed (N2). */
export const eventRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/events',
    {
      config: { scope: scopeFor.listEvents, answers: [402] },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        tags: ['Feed'],
        querystring: EventQuery,
        response: { 200: EventPage },
      },
    },
    async ({ caller, query, over }) => listEvents(ctx.until(over), caller, query),
  );

  app.get(
    '/integrations/:type/deliveries/:deliveryId',
    {
      config: { scope: scopeFor.readDelivery },
      schema: {
        operationId: 'readDelivery',
        summary: 'Read a delivery',
        tags: ['Integrations'],
        params: DeliveryParams,
        response: { 200: DeliveryDetails },
      },
    },
    async ({ caller, params, over }) => readDelivery(ctx.until(over), caller, params.type, params.deliveryId),
  );

  app.get(
    '/integrations/:type/health',
    {
      config: { scope: scopeFor.readHealth },
      schema: {
        operationId: 'readHealth',
        summary: 'Read the health of an integration',
        tags: ['Integrations'],
        params: IntegrationParams,
        response: { 200: IntegrationHealth },
      },
    },
    async ({ caller, params, over }) => readHealth(ctx.until(over), caller, params.type),
  );

  app.post(
    '/integrations/:type/events/:eventId/redeliver',
    {
      config: { scope: scopeFor.redeliverEvent, idempotent: true, answers: [402] },
      schema: {
        operationId: 'redeliverEvent',
        summary: 'Deliver an event again',
        tags: ['Integrations'],
        params: EventParams,
        response: { 202: Redelivery },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      reply.code(202);
      return redeliverEvent(ctx, caller, params.type, params.eventId, keeperFor(request, reply));
    },
  );

  app.post(
    '/integrations/:type/replay',
    {
      config: { scope: scopeFor.replayEvents, idempotent: true, answers: [402] },
      schema: {
        operationId: 'replayEvents',
        summary: 'Deliver many events again',
        tags: ['Integrations'],
        params: IntegrationParams,
        body: ReplayInput,
        response: { 202: ReplayResult },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      reply.code(202);
      return replayEvents(ctx, caller, params.type, body, keeperFor(request, reply));
    },
  );

  app.post(
    '/integrations/:type/dismiss',
    {
      config: { scope: scopeFor.dismissMissed, idempotent: true },
      schema: {
        operationId: 'dismissMissed',
        summary: 'Dismiss events that have not arrived',
        tags: ['Integrations'],
        params: IntegrationParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      reply.code(204);
      await dismissMissed(ctx, caller, params.type, keeperFor(request, reply));
      return reply.send();
    },
  );

  app.post(
    '/integrations/webhook/rotate-secret',
    {
      config: {
        scope: scopeFor.rotateSecret,
        idempotent: { shownOnce: ['signing_secret'] },
        answers: [402, 404],
      },
      schema: {
        operationId: 'rotateSecret',
        summary: 'Rotate the signing secret',
        tags: ['Integrations'],
        body: SecretRotation,
        response: { 200: RotatedSecret },
      },
    },
    async (request, reply) => rotateSecret(ctx, request.caller, request.body, keeperFor(request, reply)),
  );
};
