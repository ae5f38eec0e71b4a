import '../../shared/capabilities.ts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { SignupPatch } from '../../shared/list/changes/schema.ts';
import { updateSignup } from '../../shared/list/changes/update-signup.ts';
import { createSignup } from '../../shared/list/signing-up/create-signup.ts';
import { addDetails } from '../../shared/list/signups/details/add-details.ts';
import { detailList, signupWithDetails } from '../../shared/list/signups/details/schema.ts';
import { readSignup } from '../../shared/list/signups/read-signup.ts';
import { removeSignup } from '../../shared/list/signups/removal/remove-signup.ts';
import { SignupAnswer, SignupInput } from '../../shared/list/signups/schema.ts';
import { listSignups } from '../../shared/list/signups/search/list-signups.ts';
import { signupQuery } from '../../shared/list/signups/search/schema.ts';
import { LinksOfSignup, readSignupLinks } from '../../shared/list/status/read-signup-links.ts';
import { readWaitlist } from '../../shared/list/waitlists/read-waitlist.ts';
import { pageOf } from '../../shared/platform/schema/paging.ts';
import { isStorable } from '../../shared/platform/schema/text.ts';
import { visitorLimitError } from '../limits/signup-limit.ts';
import type { WebContext } from '../web-context.ts';
import { Empty, SignupParams, WaitlistParams } from './params.ts';

const SignupDetailsQuery = z.object({ include: detailList() });
const SignupWithDetails = signupWithDetails();

/** HTTP routes of signups (§4.3). The rules are in shared/signups; this file maps requests to them. */
export const signupRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.post(
    '/waitlists/:id/signups',
    {
      config: { scope: scopeFor.createSignup, answers: [402, 409], limitedByAddress: true },
      schema: {
        operationId: 'createSignup',
        summary: 'Add a signup',
        tags: ['Signups'],
        params: WaitlistParams,
        body: SignupInput,
        response: { 201: SignupAnswer },
      },
    },
    async (request, reply) => {
      const { caller, params, body, addressLimitError } = request;
      const limitError = body.client_ip
        ? await visitorLimitError(ctx, request, body.client_ip)
        : addressLimitError;
      if (limitError) {
        await readWaitlist(ctx, caller, params.id); // an unknown waitlist is a 404, not a 429 (C1.1)
        throw limitError;
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
        querystring: signupQuery(),
        response: { 200: pageOf(SignupWithDetails) },
      },
    },
    async ({ caller, params, query, over }) =>
      ctx.read({ caller, over }, (from) => listSignups(from, caller, params.id, query)),
  );

  app.get(
    '/waitlists/:id/signups/:signupId',
    {
      config: { scope: scopeFor.readSignup },
      schema: {
        operationId: 'readSignup',
        summary: 'Read a signup',
        tags: ['Signups'],
        params: SignupParams,
        querystring: SignupDetailsQuery,
        response: { 200: SignupWithDetails },
      },
    },
    async ({ caller, params, query, over }) =>
      ctx.read({ caller, over, isShort: true }, async (from) => {
        const signup = await readSignup(from, caller, params.id, params.signupId);
        const [details = signup] = await addDetails(from.sql, caller.accountId, [signup], query.include);
        return details;
      }),
  );

  app.get(
    '/waitlists/:id/signups/:signupId/links',
    {
      config: { scope: scopeFor.readSignupLinks },
      schema: {
        operationId: 'readSignupLinks',
        summary: 'Read the links of a signup',
        tags: ['Signups'],
        params: SignupParams,
        response: { 200: LinksOfSignup },
      },
    },
    async ({ caller, params, over }) => readSignupLinks(ctx.until(over), caller, params.id, params.signupId),
  );

  app.patch(
    '/waitlists/:id/signups/:signupId',
    {
      config: { scope: scopeFor.updateSignup, answers: [409] },
      schema: {
        operationId: 'updateSignup',
        summary: 'Change a signup',
        tags: ['Signups'],
        params: SignupParams,
        querystring: SignupDetailsQuery,
        body: SignupPatch,
        response: { 200: SignupWithDetails },
      },
    },
    async ({ caller, params, query, body }) => {
      const signup = await updateSignup(ctx, caller, params.id, params.signupId, body);
      const [details = signup] = await addDetails(ctx.sql, caller.accountId, [signup], query.include);
      return details;
    },
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
