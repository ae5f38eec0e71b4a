import { z } from 'zod';
import {
  EarnedQuery,
  EarnedReward,
  FulfilInput,
  FulfilResult,
} from '../../../shared/capabilities/rewards/fulfilment/schema.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { pageOf } from '../../../shared/platform/schema/paging.ts';
import { withCount } from '../next-step.ts';
import { reads, type Tool, tool, waitlistId, writes } from '../tool.ts';

const { reward, q } = EarnedQuery.shape;
const { filter } = FulfilInput.shape;
const { at, signup_ids: signupIds } = filter.shape;

/** Tools for what people earned with their referrals. */
export const rewardTools: readonly Tool[] = [
  tool({
    name: 'list_rewards',
    title: 'List earned rewards',
    description:
      'Returns who earned which reward, newest first, and whether it was handed over. Use it to see what has to be shipped.',
    hints: reads,
    input: z.strictObject({
      waitlistId,
      reward,
      q,
      fulfilled: z
        .boolean()
        .optional()
        .describe('Only those that were handed over, or only those that were not.'),
      limit: z.int().min(1).max(200).default(50).describe('How many to return, 1 to 200.'),
      offset: z.int().min(0).default(0).describe('How many to skip.'),
    }),
    output: pageOf(EarnedReward),
    run: (operations, { waitlistId: id, fulfilled, ...query }) =>
      operations.listRewards(id, {
        ...query,
        fulfilled: fulfilled === undefined ? undefined : fulfilled ? 'true' : 'false',
      }),
  }),
  tool({
    name: 'fulfil_rewards',
    title: 'Mark rewards as handed over',
    description:
      'Notes that all earned rewards which match were handed over, or takes that back with `fulfilled` false. Give at least one of reward, at, signupIds and q. First call it without `count`: it then only counts, and changes nothing. Tell the user the number, and call it again with that `count`.',
    hints: { ...writes, openWorldHint: true },
    input: z.strictObject({
      waitlistId,
      reward,
      at,
      signupIds,
      q,
      fulfilled: z.boolean().default(true).describe('False takes it back.'),
      count: z.int().min(0).optional().describe('How many match, from a call without it.'),
    }),
    output: FulfilResult,
    next: ({ matched }, { count }) => withCount(matched, count),
    async run(operations, { waitlistId: id, fulfilled, count, signupIds: signup_ids, ...more }) {
      const { data, error } = filter.safeParse({ ...more, signup_ids });
      if (error) throw new AppError('invalid_request', 'Give at least one of reward, at, signupIds and q');
      const input = { fulfilled, filter: data };
      const counted = await operations.fulfilRewards(id, { ...input, dry_run: true });
      if (count === undefined) return counted;
      if (count !== counted.matched)
        throw new AppError('invalid_request', `count: is ${count}, but ${counted.matched} rewards match`);
      return operations.fulfilRewards(id, { ...input, dry_run: false });
    },
  }),
];
