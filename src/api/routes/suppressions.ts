import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { addSuppression } from '../../shared/mail/suppressions/add-suppression.ts';
import { exportSuppressions } from '../../shared/mail/suppressions/export-suppressions.ts';
import { listSuppressions } from '../../shared/mail/suppressions/list-suppressions.ts';
import { removeSuppression } from '../../shared/mail/suppressions/remove-suppression.ts';
import { Suppression, SuppressionInput, SuppressionsQuery } from '../../shared/mail/suppressions/schema.ts';
import { pageOf } from '../../shared/platform/schema/paging.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { Empty } from './params.ts';
import { csvResponse, sendDownload } from './send-download.ts';

/** HTTP routes of addresses that get no mails (N3). */
export const suppressionRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/suppressions',
    {
      config: { scope: scopeFor.listSuppressions },
      schema: {
        operationId: 'listSuppressions',
        summary: 'List suppressions',
        tags: ['People'],
        querystring: SuppressionsQuery,
        response: { 200: pageOf(Suppression) },
      },
    },
    async ({ caller, query, over }) => listSuppressions(ctx.until(over), caller, query),
  );

  app.get(
    '/suppressions/export',
    {
      config: { scope: scopeFor.exportSuppressions },
      schema: {
        operationId: 'exportSuppressions',
        summary: 'Export suppressions',
        tags: ['People'],
        response: csvResponse,
      },
    },
    async ({ caller, over }, reply) => {
      const text = await exportSuppressions(ctx.until(over), caller);
      return sendDownload(reply, 'attachment; filename="suppressions.csv"', text);
    },
  );

  app.post(
    '/suppressions',
    {
      config: { scope: scopeFor.addSuppression, answers: [404], idempotent: true },
      schema: {
        operationId: 'addSuppression',
        summary: 'Stop mails to an address',
        tags: ['People'],
        body: SuppressionInput,
        response: { 201: Suppression },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return addSuppression(ctx, request.caller, request.body, keeperFor(request, reply));
    },
  );

  app.delete(
    '/suppressions',
    {
      config: { scope: scopeFor.removeSuppression, answers: [404] },
      schema: {
        operationId: 'removeSuppression',
        summary: 'Let an address get mails again',
        tags: ['People'],
        body: SuppressionInput,
        response: { 204: Empty },
      },
    },
    async ({ caller, body }, reply) => {
      await removeSuppression(ctx, caller, body);
      return reply.code(204).send();
    },
  );
};
