import '../../shared/capabilities.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import {
  createSegment,
  deleteSegment,
  updateSegment,
} from '../../shared/capabilities/segments/change-segments.ts';
import { listSegments } from '../../shared/capabilities/segments/read-segments.ts';
import { Segment, SegmentInput, SegmentPatch } from '../../shared/capabilities/segments/schema.ts';
import { PageQuery, pageOf } from '../../shared/platform/schema/paging.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, SegmentParams, WaitlistParams } from './params.ts';

const tags = ['Segments'];
const OneSegment = Segment();

/** HTTP routes of segments. */
export const segmentRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/segments',
    {
      config: { scope: scopeFor.listSegments },
      schema: {
        ...{ operationId: 'listSegments', summary: 'List segments', tags },
        params: WaitlistParams,
        querystring: PageQuery,
        response: { 200: pageOf(OneSegment) },
      },
    },
    async ({ caller, params, query, over }) => listSegments(ctx.until(over), caller, params.id, query),
  );

  app.post(
    '/waitlists/:id/segments',
    {
      config: { scope: scopeFor.createSegment, answers: [409], idempotent: true },
      schema: {
        ...{ operationId: 'createSegment', summary: 'Make a segment', tags },
        params: WaitlistParams,
        body: SegmentInput(),
        response: { 201: OneSegment },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      reply.code(201);
      return createSegment(ctx, caller, params.id, body, keeperFor(request, reply));
    },
  );

  app.patch(
    '/waitlists/:id/segments/:segmentId',
    {
      config: { scope: scopeFor.updateSegment },
      schema: {
        ...{ operationId: 'updateSegment', summary: 'Change a segment', tags },
        params: SegmentParams,
        body: SegmentPatch(),
        response: { 200: OneSegment },
      },
    },
    async ({ caller, params, body }) => updateSegment(ctx, caller, params.id, params.segmentId, body),
  );

  app.delete(
    '/waitlists/:id/segments/:segmentId',
    {
      config: { scope: scopeFor.deleteSegment },
      schema: {
        ...{ operationId: 'deleteSegment', summary: 'Delete a segment', tags },
        params: SegmentParams,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      await deleteSegment(ctx, caller, params.id, params.segmentId);
      return reply.code(204).send();
    },
  );
};
