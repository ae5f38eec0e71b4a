import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { createWaitlist } from '../../shared/list/waitlists/create-waitlist.ts';
import { deleteWaitlist } from '../../shared/list/waitlists/delete-waitlist.ts';
import { listWaitlists } from '../../shared/list/waitlists/list-waitlists.ts';
import { readWaitlist } from '../../shared/list/waitlists/read-waitlist.ts';
import {
  CreatedWaitlist,
  Waitlist,
  WaitlistInput,
  WaitlistPatch,
  WaitlistWithCount,
} from '../../shared/list/waitlists/schema.ts';
import { updateWaitlist } from '../../shared/list/waitlists/update-waitlist.ts';
import { PageQuery, pageOf } from '../../shared/platform/schema/paging.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, WaitlistParams } from './params.ts';

/** HTTP routes of waitlists (§4.2). */
export const waitlistRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.post(
    '/waitlists',
    {
      config: { scope: scopeFor.createWaitlist, answers: [402, 409], idempotent: true },
      schema: {
        operationId: 'createWaitlist',
        summary: 'Create a waitlist',
        tags: ['Waitlists'],
        body: WaitlistInput,
        response: { 201: CreatedWaitlist },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      reply.code(201);
      return createWaitlist(ctx, caller, body, keeperFor(request, reply));
    },
  );

  app.get(
    '/waitlists',
    {
      config: { scope: scopeFor.listWaitlists },
      schema: {
        operationId: 'listWaitlists',
        summary: 'List waitlists',
        tags: ['Waitlists'],
        querystring: PageQuery,
        response: { 200: pageOf(WaitlistWithCount) },
      },
    },
    async ({ caller, query, over }) =>
      ctx.read({ caller, over }, (from) => listWaitlists(from, caller, query)),
  );

  app.get(
    '/waitlists/:id',
    {
      config: { scope: scopeFor.readWaitlist },
      schema: {
        operationId: 'readWaitlist',
        summary: 'Read a waitlist',
        tags: ['Waitlists'],
        params: WaitlistParams,
        response: { 200: Waitlist },
      },
    },
    async ({ caller, params, over }) => readWaitlist(ctx.until(over), caller, params.id),
  );

  app.patch(
    '/waitlists/:id',
    {
      config: { scope: scopeFor.updateWaitlist, answers: [409] },
      schema: {
        operationId: 'updateWaitlist',
        summary: 'Change a waitlist',
        tags: ['Waitlists'],
        params: WaitlistParams,
        body: WaitlistPatch,
        response: { 200: Waitlist },
      },
    },
    async ({ caller, params, body }) => updateWaitlist(ctx, caller, params.id, body),
  );

  app.delete(
    '/waitlists/:id',
    {
      config: { scope: scopeFor.deleteWaitlist },
      schema: {
        operationId: 'deleteWaitlist',
        summary: 'Delete a waitlist',
        tags: ['Waitlists'],
        params: WaitlistParams,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      await deleteWaitlist(ctx, caller, params.id);
      return reply.code(204).send();
    },
  );
};
