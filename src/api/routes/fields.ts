import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { createField } from '../../shared/list/fields/create-field.ts';
import { deleteField } from '../../shared/list/fields/delete-field.ts';
import { listFields } from '../../shared/list/fields/list-fields.ts';
import { FieldDefinition, FieldInput, FieldPatch } from '../../shared/list/fields/schema.ts';
import { updateField } from '../../shared/list/fields/update-field.ts';
import { PageQuery, pageOf } from '../../shared/platform/schema/paging.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, FieldParams, WaitlistParams } from './params.ts';

/** HTTP routes of custom fields (§4.5). */
export const fieldRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/fields',
    {
      config: { scope: scopeFor.listFields },
      schema: {
        operationId: 'listFields',
        summary: 'List custom fields',
        tags: ['Custom fields'],
        params: WaitlistParams,
        querystring: PageQuery,
        response: { 200: pageOf(FieldDefinition) },
      },
    },
    async ({ caller, params, query, over }) => listFields(ctx.until(over), caller, params.id, query),
  );

  app.post(
    '/waitlists/:id/fields',
    {
      config: { scope: scopeFor.createField, answers: [409], idempotent: true },
      schema: {
        operationId: 'createField',
        summary: 'Add a custom field',
        tags: ['Custom fields'],
        params: WaitlistParams,
        body: FieldInput,
        response: { 201: FieldDefinition },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      reply.code(201);
      return createField(ctx, caller, params.id, body, keeperFor(request, reply));
    },
  );

  app.patch(
    '/waitlists/:id/fields/:key',
    {
      config: { scope: scopeFor.updateField },
      schema: {
        operationId: 'updateField',
        summary: 'Change a custom field',
        tags: ['Custom fields'],
        params: FieldParams,
        body: FieldPatch,
        response: { 200: FieldDefinition },
      },
    },
    async ({ caller, params, body }) => updateField(ctx, caller, params.id, params.key, body),
  );

  app.delete(
    '/waitlists/:id/fields/:key',
    {
      config: { scope: scopeFor.deleteField },
      schema: {
        operationId: 'deleteField',
        summary: 'Delete a custom field',
        tags: ['Custom fields'],
        params: FieldParams,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      await deleteField(ctx, caller, params.id, params.key);
      return reply.code(204).send();
    },
  );
};
