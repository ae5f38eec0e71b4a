import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { exportLinks } from '../../shared/capabilities/release/links/export-links.ts';
import {
  exportWaveMembers,
  listWaveMembers,
} from '../../shared/capabilities/release/members/read-members.ts';
import {
  WaveMember,
  WaveMembersExportQuery,
  WaveMembersQuery,
} from '../../shared/capabilities/release/members/schema.ts';
import { cancelWave } from '../../shared/capabilities/release/waves/cancel-wave.ts';
import { draftWave } from '../../shared/capabilities/release/waves/draft-wave.ts';
import { launchWave } from '../../shared/capabilities/release/waves/launch-wave.ts';
import { listWaves, readWave } from '../../shared/capabilities/release/waves/read-waves.ts';
import {
  Wave,
  WaveInput,
  WaveLaunch,
  WaveReport,
  WaveSummary,
} from '../../shared/capabilities/release/waves/schema.ts';
import { PageQuery, pageOf } from '../../shared/platform/schema/paging.ts';
import { keeperFor } from '../plugins/idempotency.ts';
import type { WebContext } from '../web-context.ts';
import { WaitlistParams, WaveParams } from './params.ts';
import { csvResponse, sendDownload } from './send-download.ts';

/** No address is kept with an idempotency key: a person can be erased. */
const withoutPeople = { emptied: ['sample'] } as const;

/** HTTP routes of waves of invitations (N5). */
export const waveRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.post(
    '/waitlists/:id/waves',
    {
      config: { scope: scopeFor.draftWave, answers: [402, 409], idempotent: withoutPeople },
      schema: {
        operationId: 'draftWave',
        summary: 'Draft a wave',
        tags: ['Invitations'],
        params: WaitlistParams,
        body: WaveInput,
        response: { 201: Wave },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const { caller, params, body } = request;
      return draftWave(ctx.until(request.over), caller, params.id, body, keeperFor(request, reply));
    },
  );

  app.get(
    '/waitlists/:id/waves',
    {
      config: { scope: scopeFor.listWaves },
      schema: {
        operationId: 'listWaves',
        summary: 'List waves',
        tags: ['Invitations'],
        params: WaitlistParams,
        querystring: PageQuery,
        response: { 200: pageOf(WaveSummary) },
      },
    },
    async ({ caller, params, query, over }) => listWaves(ctx.until(over), caller, params.id, query),
  );

  app.get(
    '/waves/:waveId',
    {
      config: { scope: scopeFor.readWave },
      schema: {
        operationId: 'readWave',
        summary: 'Read a wave',
        tags: ['Invitations'],
        params: WaveParams,
        response: { 200: WaveReport },
      },
    },
    async ({ caller, params, over }) => readWave(ctx.until(over), caller, params.waveId),
  );

  app.post(
    '/waves/:waveId/launch',
    {
      config: { scope: scopeFor.launchWave, answers: [402, 409], idempotent: true },
      schema: {
        operationId: 'launchWave',
        summary: 'Launch a wave',
        tags: ['Invitations'],
        params: WaveParams,
        response: { 202: WaveLaunch },
      },
    },
    async (request, reply) => {
      reply.code(202);
      return launchWave(ctx, request.caller, request.params.waveId, keeperFor(request, reply));
    },
  );

  app.post(
    '/waves/:waveId/cancel',
    {
      config: { scope: scopeFor.cancelWave, answers: [409], idempotent: withoutPeople },
      schema: {
        operationId: 'cancelWave',
        summary: 'Cancel a wave',
        tags: ['Invitations'],
        params: WaveParams,
        response: { 200: Wave },
      },
    },
    async (request, reply) =>
      cancelWave(ctx, request.caller, request.params.waveId, keeperFor(request, reply)),
  );

  app.get(
    '/waves/:waveId/links',
    {
      config: { scope: scopeFor.exportWaveLinks, answers: [409] },
      schema: {
        operationId: 'exportWaveLinks',
        summary: 'Export the links of a wave',
        tags: ['Invitations'],
        params: WaveParams,
        response: csvResponse,
      },
    },
    async ({ caller, params }, reply) => {
      const text = await exportLinks(ctx, caller, params.waveId);
      reply.header('cache-control', 'no-store');
      return sendDownload(reply, `attachment; filename="links-${params.waveId}.csv"`, text);
    },
  );

  app.get(
    '/waves/:waveId/members',
    {
      config: { scope: scopeFor.listWaveMembers },
      schema: {
        operationId: 'listWaveMembers',
        summary: 'List the people of a wave',
        tags: ['Invitations'],
        params: WaveParams,
        querystring: WaveMembersQuery,
        response: { 200: pageOf(WaveMember) },
      },
    },
    async ({ caller, params, query, over }) => listWaveMembers(ctx.until(over), caller, params.waveId, query),
  );

  app.get(
    '/waves/:waveId/members/export',
    {
      config: { scope: scopeFor.exportWaveMembers },
      schema: {
        operationId: 'exportWaveMembers',
        summary: 'Export the people of a wave',
        tags: ['Invitations'],
        params: WaveParams,
        querystring: WaveMembersExportQuery,
        response: csvResponse,
      },
    },
    async ({ caller, params, query, over }, reply) => {
      const text = await exportWaveMembers(ctx.until(over), caller, params.waveId, query.step);
      return sendDownload(reply, `attachment; filename="wave-${params.waveId}.csv"`, text);
    },
  );
};
