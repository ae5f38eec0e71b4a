import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EarnedOverview } from '../../../../../shared/capabilities/rewards/fulfilment/list-earned.ts';
import type { EarnedFilter } from '../../../../../shared/capabilities/rewards/fulfilment/schema.ts';
import { rewardKey } from '../../../../../shared/capabilities/rewards/schema.ts';
import { isStorable } from '../../../../../shared/platform/schema/text.ts';
import type { FormValues } from '../../../pages.ts';

const longestText = 320;

/** What the address of a page asks for. What makes no sense is left out, as if it were not there. */
const Asked = z.object({
  reward: z.string().regex(rewardKey).optional().catch(undefined),
  fulfilled: z.enum(['true', 'false']).optional().catch(undefined),
  q: z
    .string()
    .trim()
    .min(1)
    .refine(isStorable)
    .transform((text) => text.slice(0, longestText))
    .optional()
    .catch(undefined),
});

/** Which earned rewards the address of a page asks for. */
export const filterIn = ({ query }: FastifyRequest): EarnedFilter => Asked.parse(query);

/** The same for addresses and forms, without what is not asked for. */
export function addressOf(filter: EarnedFilter): FormValues {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** How many of each state there are, of one reward or all, from the counts of a search. */
export function countsOf(rewards: EarnedOverview['rewards'], { reward }: EarnedFilter) {
  const counted = rewards.filter(({ key }) => reward === undefined || key === reward);
  const earned = counted.reduce((sum, each) => sum + each.earned, 0);
  const open = counted.reduce((sum, each) => sum + each.open, 0);
  return { earned, open, fulfilled: earned - open };
}
