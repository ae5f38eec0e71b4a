import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { erasePerson } from '../../shared/capabilities/people/erase-person.ts';
import { takePersonExport } from '../../shared/capabilities/people/export-person.ts';
import { Erasure, ErasureInput, PersonInput, personExport } from '../../shared/capabilities/people/schema.ts';
import '../../shared/capabilities.ts';
import type { WebContext } from '../web-context.ts';

/** HTTP routes of what a person can ask for (N3). */
export const peopleRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.post(
    '/people/export',
    {
      config: { scope: scopeFor.exportPerson },
      schema: {
        operationId: 'exportPerson',
        summary: 'Export what is kept about an address',
        tags: ['People'],
        body: PersonInput,
        response: { 200: personExport() },
      },
    },
    async ({ caller, body }) => takePersonExport(ctx, caller, body),
  );

  app.post(
    '/people/erase',
    {
      config: { scope: scopeFor.erasePerson, idempotent: true },
      schema: {
        operationId: 'erasePerson',
        summary: 'Erase what is kept about an address',
        tags: ['People'],
        body: ErasureInput,
        response: { 200: Erasure },
      },
    },
    async ({ caller, body }) => erasePerson(ctx, caller, body, 'api'),
  );
};
