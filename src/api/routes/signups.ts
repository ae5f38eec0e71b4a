import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { pageOf } from '../../shared/schema/paging.ts';
import { isStorable } from '../../shared/schema/text.ts';
import { scopeFor } from '../../shared/scopes.ts';
import { createSignup } from '../../shared/signups/create-signup.ts';
import { listSignups } from '../../shared/signups/list-signups.ts';
import { removeSignup } from '../../shared/signups/remove-signup.ts';
import { Signup, SignupInput, SignupQuery, SignupResult } from '../../shared/signups/schema.ts';
import { readWaitlist } from '../../shared/waitlists/read-waitlist.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, SignupParams, WaitlistParams } from './params.ts';

/** HTTP routes of signups (§4.3). The rules are in shared/signups; this file maps requests to them. */
export const signupRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.post(
    '/waitlists/:id/signups',
    {
      config: { scope: scopeFor.createSignup, answers: [402], limitedByAddress: true },
      schema: {
        operationId: 'createSignup',
        summary: 'Add a signup',
        tags: ['Signups'],
        params: WaitlistParams,
        body: SignupInput,
        response: { 201: SignupResult },
      },
    },
    async (request, reply) => {
      const { caller, params, body, addressLimitError } = request;
      if (addressLimitError) {
        await readWaitlist(ctx, caller, params.id); // an unknown waitlist is a 404, not a 429 (C1.1)
        throw addressLimitError;
      }
      const { referrer = refererOf(request) } = body; // only if omitted: an explicit null stays null (C1.9)
      return reply.code(201).send(await createSignup(ctx, caller, params.id, { ...body, referrer }));
    },
  );

  app.get(
    '/waitlists/:id/signups',
    {
      config: { scope: scopeFor.listSignups },
      schema: {
        operationId: 'listSignups',
        summary: 'List signups',
        tags: ['Signups'],
        params: WaitlistParams,
        querystring: SignupQuery,
        response: { 200: pageOf(Signup) },
      },
    },
    async ({ caller, params, query }) => listSignups(ctx, caller, params.id, query),
  );

  app.delete(
    '/waitlists/:id/signups/:signupId',
    {
      config: { scope: scopeFor.removeSignup },
      schema: {
        operationId: 'removeSignup',
        summary: 'Delete a signup',
        tags: ['Signups'],
        params: SignupParams,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      await removeSignup(ctx, caller, params.id, params.signupId);
      return reply.code(204).send();
    },
  );
};

/** The `Referer` header, cut to the maximum length of a referrer; null instead of an error (C1.10). */
function refererOf({ headers }: FastifyRequest): string | null {
  const referer = [...(headers.referer ?? '')].slice(0, 2000).join('');
  return referer.trim() === '' || !isStorable(referer) ? null : referer;
}
