import { z } from 'zod';
import type { Signup } from '../../../shared/list/signups/schema.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import type { ToolOperations } from '../operations/operations.ts';

const pageSize = 200;
/** So many signups are read at most, page by page. */
const mostRead = 4_000;

/** Who referred the most of the people that joined in a time. */
export const TopReferrers = z.object({
  data: z
    .array(
      z.object({
        signup_id: z.uuid().describe('The signup of who referred them.'),
        email: z.string().nullable().describe('Its address; null if it was deleted meanwhile.'),
        referred: z.int().min(1).describe('How many of the people who joined in that time.'),
      }),
    )
    .describe('Those who referred the most, first.'),
  joined: z.int().min(0).describe('How many people joined in that time, referred or not.'),
  referred: z.int().min(0).describe('How many of them were referred.'),
});

/**
 * Counts the credited referrals of the signups of a time. @throws AppError invalid_request for a time with
 * more signups than are read
 */
export async function readTopReferrers(
  operations: ToolOperations,
  waitlistId: string,
  { from, to, limit }: { from: string; to?: string | undefined; limit: number },
): Promise<z.infer<typeof TopReferrers>> {
  const counts = new Map<string, number>();
  let read = 0;
  for (let offset = 0; ; offset += pageSize) {
    const query = { created_from: from, created_to: to, order: 'oldest', limit: pageSize, offset } as const;
    const { data, total } = await operations.listSignups(waitlistId, query);
    if (total > mostRead)
      throw new AppError(
        'invalid_request',
        `from: ${total} people joined in that time, and ${mostRead} can be read. Ask for a shorter one, or use get_leaderboard for all times.`,
      );
    for (const { referred_by: referrer } of data)
      if (referrer !== null) counts.set(referrer, (counts.get(referrer) ?? 0) + 1);
    read += data.length;
    if (data.length < pageSize) break;
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, limit);
  const data = await Promise.all(
    most.map(async ([signup_id, referred]) => {
      const found = await operations.readSignup(waitlistId, signup_id).catch(orGone);
      return { signup_id, email: found?.email ?? null, referred };
    }),
  );
  return { data, joined: read, referred: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

function orGone(error: unknown): Signup | undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}
