import { z } from 'zod';
import {
  decisions,
  Review,
  ReviewBulkInput,
  ReviewBulkResult,
  ReviewsQuery,
} from '../../../shared/capabilities/trust/reviews/schema.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { pageOf } from '../../../shared/platform/schema/paging.ts';
import { withCount } from '../next-step.ts';
import { reads, type Tool, tool, writes } from '../tool.ts';

const waitlistId = z.guid().describe('Id of the waitlist.');
const { reason, referrer_id: referrerId, domain } = ReviewsQuery.shape;

/** Tools for referrals that are judged (N4). */
export const reviewTools: readonly Tool[] = [
  tool({
    name: 'list_reviews',
    title: 'List reviews',
    description:
      'Returns referrals that the service suspects to be farmed, newest first, each with the reasons. Signups are people: what is listed is not proven.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      state: ReviewsQuery.shape.state,
      reason,
      referrerId,
      domain,
      limit: z.int().min(1).max(200).default(50).describe('How many reviews to return, 1 to 200.'),
      offset: z.int().min(0).default(0).describe('How many reviews to skip.'),
    }),
    output: pageOf(Review),
    run: (operations, { waitlistId: id, referrerId: referrer_id, ...query }) =>
      operations.listReviews(id, { ...query, referrer_id }),
  }),
  tool({
    name: 'review_signups',
    title: 'Review signups',
    description:
      'Approves or rejects the open reviews that match: approving credits the referrers, rejecting does not. Give at least one of reason, referrerId and domain. First call it without `count`: it then only counts, and changes nothing. Tell the user the number, and call it again with that `count`.',
    hints: { ...writes, destructiveHint: true, idempotentHint: true },
    input: z.strictObject({
      waitlistId,
      action: z.enum(decisions).describe('What to do with each of them.'),
      reason,
      referrerId,
      domain,
      count: z.int().min(0).optional().describe('How many reviews match, from a call without it.'),
    }),
    output: ReviewBulkResult,
    next: ({ matched }, { count }) => withCount(matched, count),
    async run(operations, { waitlistId: id, referrerId: referrer_id, action, count, ...more }) {
      const { data, error } = ReviewBulkInput.shape.filter.safeParse({ ...more, referrer_id });
      if (error) throw new AppError('invalid_request', 'Give at least one of reason, referrerId and domain');
      const input = { action, filter: data };
      const counted = await operations.decideReviews(id, { ...input, dry_run: true });
      if (count === undefined) return counted;
      if (count !== counted.matched)
        throw new AppError('invalid_request', `count: is ${count}, but ${counted.matched} reviews match`);
      return operations.decideReviews(id, { ...input, dry_run: false });
    },
  }),
];
