import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import {
  Confirmation,
  confirmSignup,
  readConfirmToken,
} from '../../shared/capabilities/confirmations/confirm-signup.ts';
import { notFound } from '../../shared/platform/errors.ts';
import { named } from '../../shared/platform/schema/described.ts';
import { boundedText } from '../../shared/platform/schema/text.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';

const ConfirmationToken = named(
  'ConfirmationToken',
  z.strictObject({ token: boundedText(200).describe('The `token` in the query of the link.') }),
);

/** HTTP route of confirmations, for accounts whose own page the links lead to (N3). */
export const confirmationRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.post(
    '/confirmations',
    {
      config: { scope: scopeFor.confirmSignup, answers: [404], idempotent: true },
      schema: {
        operationId: 'confirmSignup',
        summary: 'Confirm a signup',
        tags: ['Signups'],
        body: ConfirmationToken,
        response: { 200: Confirmation },
      },
    },
    async (request, reply) => {
      const target = await readConfirmToken(ctx, request.body.token);
      if (target.accountId !== request.caller.accountId.toLowerCase()) notFound('signup');
      return confirmSignup(ctx, target, keeperFor(request, reply));
    },
  );
};
