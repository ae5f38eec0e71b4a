import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { fulfilRewards } from '../../shared/capabilities/rewards/fulfilment/fulfil-rewards.ts';
import { exportRewards, listRewards } from '../../shared/capabilities/rewards/fulfilment/list-earned.ts';
import {
  EarnedFilter,
  EarnedQuery,
  EarnedReward,
  FulfilInput,
  FulfilResult,
} from '../../shared/capabilities/rewards/fulfilment/schema.ts';
import { pageOf } from '../../shared/platform/schema/paging.ts';
import type { WebContext } from '../web-context.ts';
import { WaitlistParams } from './params.ts';
import { csvResponse, sendDownload } from './send-download.ts';

const tags = ['Rewards'];

/** HTTP routes of rewards that people earned. */
export const rewardRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/rewards',
    {
      config: { scope: scopeFor.listRewards },
      schema: {
        ...{ operationId: 'listRewards', summary: 'List earned rewards', tags },
        params: WaitlistParams,
        querystring: EarnedQuery,
        response: { 200: pageOf(EarnedReward) },
      },
    },
    async ({ caller, params, query, over }) => listRewards(ctx.until(over), caller, params.id, query),
  );

  app.get(
    '/waitlists/:id/rewards/export',
    {
      config: { scope: scopeFor.exportRewards },
      schema: {
        ...{ operationId: 'exportRewards', summary: 'Export earned rewards', tags },
        params: WaitlistParams,
        querystring: EarnedFilter,
        response: csvResponse,
      },
    },
    async ({ caller, params, query, over }, reply) => {
      const text = await exportRewards(ctx.until(over), caller, params.id, query);
      return sendDownload(reply, `attachment; filename="rewards-${params.id}.csv"`, text);
    },
  );

  app.post(
    '/waitlists/:id/rewards/fulfil',
    {
      config: { scope: scopeFor.fulfilRewards, idempotent: true },
      schema: {
        ...{ operationId: 'fulfilRewards', summary: 'Mark rewards as handed over', tags },
        params: WaitlistParams,
        body: FulfilInput,
        response: { 200: FulfilResult },
      },
    },
    async (request) =>
      fulfilRewards(ctx, request.caller, request.params.id, request.body, {
        isAnswered: () => request.isTimedOut,
      }),
  );
};
