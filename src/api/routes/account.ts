import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readAccount } from '../../shared/account/administration/read-account.ts';
import { Account } from '../../shared/account/administration/schema.ts';
import { AuditPage, AuditQuery } from '../../shared/account/audit/schema.ts';
import { exportAuditLog } from '../../shared/account/audit-log/export-audit-log.ts';
import { listAuditLog } from '../../shared/account/audit-log/list-audit-log.ts';
import { scopeFor } from '../../shared/account/scopes.ts';
import type { WebContext } from '../web-context.ts';
import { csvResponse, sendDownload } from './send-download.ts';

/** HTTP routes of the account (§4.1) and of its audit log (N8). */
export const accountRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/account',
    {
      config: { scope: scopeFor.readAccount },
      schema: {
        operationId: 'readAccount',
        summary: 'Read the account',
        tags: ['Account'],
        response: { 200: Account },
      },
    },
    async ({ caller, over }) => readAccount(ctx.until(over), caller),
  );

  app.get(
    '/audit-log',
    {
      config: { scope: scopeFor.listAuditLog },
      schema: {
        operationId: 'listAuditLog',
        summary: 'List the audit log',
        tags: ['Account'],
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    async ({ caller, query, over }) => listAuditLog(ctx.until(over), caller, query),
  );

  app.get(
    '/audit-log/export',
    {
      config: { scope: scopeFor.exportAuditLog },
      schema: {
        operationId: 'exportAuditLog',
        summary: 'Export the audit log',
        tags: ['Account'],
        response: csvResponse,
      },
    },
    async ({ caller, over }, reply) =>
      sendDownload(
        reply,
        'attachment; filename="audit-log.csv"',
        await exportAuditLog(ctx.until(over), caller),
      ),
  );
};
