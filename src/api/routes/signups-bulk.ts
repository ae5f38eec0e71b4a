import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { createSignups } from '../../shared/list/signing-up/bulk/create-signups.ts';
import { BulkInput, BulkResult } from '../../shared/list/signing-up/bulk/schema.ts';
import { newId } from '../../shared/platform/ids.ts';
import type { WebContext } from '../web-context.ts';
import { WaitlistParams } from './params.ts';

/** 500 signups with the largest fields that people use. */
const maxBodyBytes = 4 * 1024 * 1024;

/** HTTP route of many signups at once (N1). */
export const signupBulkRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.post(
    '/waitlists/:id/signups/bulk',
    {
      bodyLimit: maxBodyBytes,
      config: { scope: scopeFor.addSignups, idempotent: true, checksText: true },
      schema: {
        operationId: 'addSignups',
        summary: 'Add many signups',
        tags: ['Signups'],
        params: WaitlistParams,
        body: BulkInput,
        response: { 200: BulkResult },
      },
    },
    async (request) =>
      createSignups(ctx, request.caller, request.params.id, request.body, {
        origin: request.attempt?.origin ?? newId(),
        isAnswered: () => request.isTimedOut,
      }),
  );
};
