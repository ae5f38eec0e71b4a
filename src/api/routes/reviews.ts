import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { scopeFor } from '../../shared/account/scopes.ts';
import { decideReview, decideReviews } from '../../shared/capabilities/trust/reviews/decide-reviews.ts';
import { listReferrers, listReviews } from '../../shared/capabilities/trust/reviews/list-reviews.ts';
import {
  decisions,
  Review,
  ReviewBulkInput,
  ReviewBulkResult,
  ReviewedReferrer,
  ReviewsQuery,
} from '../../shared/capabilities/trust/reviews/schema.ts';
import { PageQuery, pageOf } from '../../shared/platform/schema/paging.ts';
import type { WebContext } from '../web-context.ts';
import { SignupParams, WaitlistParams } from './params.ts';

const texts = {
  approve: { operationId: 'approveReview', summary: 'Approve a referral' },
  reject: { operationId: 'rejectReview', summary: 'Reject a referral' },
} as const;

/** HTTP routes of referrals that are to be reviewed (N4). */
export const reviewRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  app.get(
    '/waitlists/:id/reviews',
    {
      config: { scope: scopeFor.listReviews },
      schema: {
        operationId: 'listReviews',
        summary: 'List reviews',
        tags: ['Reviews'],
        params: WaitlistParams,
        querystring: ReviewsQuery,
        response: { 200: pageOf(Review) },
      },
    },
    async ({ caller, params, query, over }) => listReviews(ctx.until(over), caller, params.id, query),
  );

  app.get(
    '/waitlists/:id/reviews/referrers',
    {
      config: { scope: scopeFor.listReferrers },
      schema: {
        operationId: 'listReferrers',
        summary: 'List referrers',
        tags: ['Reviews'],
        params: WaitlistParams,
        querystring: PageQuery,
        response: { 200: pageOf(ReviewedReferrer) },
      },
    },
    async ({ caller, params, query, over }) => listReferrers(ctx.until(over), caller, params.id, query),
  );

  for (const decision of decisions)
    app.post(
      `/waitlists/:id/reviews/:signupId/${decision}`,
      {
        config: { scope: scopeFor[texts[decision].operationId] },
        schema: {
          ...texts[decision],
          tags: ['Reviews'],
          params: SignupParams,
          response: { 200: Review },
        },
      },
      async ({ caller, params }) => decideReview(ctx, caller, params.id, params.signupId, decision),
    );

  app.post(
    '/waitlists/:id/reviews/bulk',
    {
      config: { scope: scopeFor.decideReviews, idempotent: true },
      schema: {
        operationId: 'decideReviews',
        summary: 'Decide many reviews',
        tags: ['Reviews'],
        params: WaitlistParams,
        body: ReviewBulkInput,
        response: { 200: ReviewBulkResult },
      },
    },
    async (request) =>
      decideReviews(ctx, request.caller, request.params.id, request.body, {
        isAnswered: () => request.isTimedOut,
      }),
  );
};
