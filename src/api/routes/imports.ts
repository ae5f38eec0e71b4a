import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { cancelImport, remapImport, startImport } from '../../shared/capabilities/imports/change-import.ts';
import {
  exportImportRows,
  listImportRows,
  listImports,
  readImport,
} from '../../shared/capabilities/imports/read-import.ts';
import {
  Import,
  ImportPatch,
  ImportQuery,
  ImportRow,
  ImportRowsFilter,
  ImportRowsQuery,
  ImportStart,
} from '../../shared/capabilities/imports/schema.ts';
import { uploadImport } from '../../shared/capabilities/imports/upload/upload-import.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { PageQuery, pageOf } from '../../shared/platform/schema/paging.ts';
import { arrivingFile, uploadLimitMs } from '../limits/arriving-file.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { ImportParams, WaitlistParams } from './params.ts';
import { csvResponse, sendDownload } from './send-download.ts';

/** HTTP routes of imports (N6). */
export const importRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  await app.register(uploadRoute, { ctx });

  app.get(
    '/waitlists/:id/imports',
    {
      config: { scope: scopeFor.listImports },
      schema: {
        operationId: 'listImports',
        summary: 'List imports',
        tags: ['Imports'],
        params: WaitlistParams,
        querystring: PageQuery,
        response: { 200: pageOf(Import) },
      },
    },
    async ({ caller, params, query, over }) => listImports(ctx.until(over), caller, params.id, query),
  );

  app.get(
    '/waitlists/:id/imports/:importId',
    {
      config: { scope: scopeFor.readImport },
      schema: {
        operationId: 'readImport',
        summary: 'Read an import',
        tags: ['Imports'],
        params: ImportParams,
        response: { 200: Import },
      },
    },
    async ({ caller, params, over }) => readImport(ctx.until(over), caller, params.id, params.importId),
  );

  app.patch(
    '/waitlists/:id/imports/:importId',
    {
      config: { scope: scopeFor.updateImport, answers: [409] },
      schema: {
        operationId: 'updateImport',
        summary: 'Change what columns become',
        tags: ['Imports'],
        params: ImportParams,
        body: ImportPatch,
        response: { 200: Import },
      },
    },
    async ({ caller, params, body }) => remapImport(ctx, caller, params.id, params.importId, body),
  );

  app.post(
    '/waitlists/:id/imports/:importId/start',
    {
      config: { scope: scopeFor.startImport, answers: [409], idempotent: true },
      schema: {
        operationId: 'startImport',
        summary: 'Start an import',
        tags: ['Imports'],
        params: ImportParams,
        body: ImportStart,
        response: { 200: Import },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      return startImport(ctx, caller, params.id, params.importId, body, keeperFor(request, reply));
    },
  );

  app.post(
    '/waitlists/:id/imports/:importId/cancel',
    {
      config: { scope: scopeFor.cancelImport, answers: [409], idempotent: true },
      schema: {
        operationId: 'cancelImport',
        summary: 'Cancel an import',
        tags: ['Imports'],
        params: ImportParams,
        response: { 200: Import },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      return cancelImport(ctx, caller, params.id, params.importId, keeperFor(request, reply));
    },
  );

  app.get(
    '/waitlists/:id/imports/:importId/rows',
    {
      config: { scope: scopeFor.listImportRows },
      schema: {
        operationId: 'listImportRows',
        summary: 'List the rows of an import',
        tags: ['Imports'],
        params: ImportParams,
        querystring: ImportRowsQuery,
        response: { 200: pageOf(ImportRow) },
      },
    },
    async ({ caller, params, query, over }) =>
      ctx.read({ caller, over }, (from) => listImportRows(from, caller, params.id, params.importId, query)),
  );

  app.get(
    '/waitlists/:id/imports/:importId/rows.csv',
    {
      config: { scope: scopeFor.exportImportRows },
      schema: {
        operationId: 'exportImportRows',
        summary: 'Export the rows of an import',
        tags: ['Imports'],
        params: ImportParams,
        querystring: ImportRowsFilter,
        response: csvResponse,
      },
    },
    async ({ caller, params, query, over }, reply) => {
      const { fileName, text } = await exportImportRows(
        ctx.until(over),
        caller,
        params.id,
        params.importId,
        query,
      );
      return sendDownload(reply, `attachment; filename="${fileName}"`, text);
    },
  );
};

/** The one route whose body is a file, read as it arrives. */
const uploadRoute: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  takeFiles(app);
  app.post(
    '/waitlists/:id/imports',
    {
      config: { scope: scopeFor.createImport, answers: [409], timeLimitMs: uploadLimitMs },
      schema: {
        operationId: 'createImport',
        summary: 'Upload a file of signups',
        tags: ['Imports'],
        params: WaitlistParams,
        querystring: ImportQuery,
        response: { 201: Import },
      },
    },
    async (request, reply) => {
      const { caller, params, query } = request;
      if (!(request.body instanceof Readable)) throw noFile();
      const file = arrivingFile(app.server, request.raw, request.body);
      const result = await file.use((bytes) => uploadImport(ctx, caller, params.id, { ...query, bytes }));
      return reply.code(201).send(result);
    },
  );
};

function takeFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('text/csv', ({ headers }, payload, done) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    done(encoding === 'identity' ? null : noFile(), payload);
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(noFile()));
}

function noFile(): AppError {
  return new AppError('invalid_request', 'Send the file itself, with Content-Type: text/csv.', {
    status: 415,
  });
}
