import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { exportSignups } from '../../shared/list/signups/export/export-signups.ts';
import { ExportQuery } from '../../shared/list/signups/search/schema.ts';
import type { WebContext } from '../web-context.ts';
import { WaitlistParams } from './params.ts';
import { csvResponse, sendDownload } from './send-download.ts';

/**
 * The CSV download (§4.3). A failure closes the connection early, so a truncated file never looks complete.
 */
export const signupExportRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/signups/export',
    {
      config: { scope: scopeFor.exportSignups },
      schema: {
        operationId: 'exportSignups',
        summary: 'Export signups',
        tags: ['Signups'],
        params: WaitlistParams,
        querystring: ExportQuery,
        response: csvResponse,
      },
    },
    async ({ caller, params, query, over }, reply) => {
      const begin = await ctx.read({ caller, over }, (from) => exportSignups(from, caller, params.id, query));
      const { fileName, text } = await begin();
      return sendDownload(reply, `attachment; filename="${fileName}"`, text);
    },
  );
};
