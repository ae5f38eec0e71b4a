import type { paths } from '../api-types.ts';
import { type CallOptions, type Connection, dataOf, type PageOptions, type Schemas } from '../connection.ts';
import { defined } from '../defined.ts';
import { eachItem, type Page } from '../each-item.ts';

type RewardQuery = NonNullable<paths['/v1/waitlists/{id}/rewards']['get']['parameters']['query']>;

/** Filters of earned rewards. All that is given must hold. */
export interface RewardListOptions extends CallOptions, Readonly<Omit<RewardQuery, 'limit' | 'offset'>> {}

/** Rewards that people earned. */
export function rewardCalls({ api }: Connection) {
  const listRewards = (
    waitlistId: string,
    { signal, ...query }: PageOptions & RewardListOptions = {},
  ): Promise<Page<Schemas['EarnedReward']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/rewards', {
        params: { path: { id: waitlistId }, query: defined(query) },
        ...defined({ signal }),
      }),
    );

  return {
    listRewards,
    /** All earned rewards of a waitlist, or all that match, newest first. */
    rewards: (
      waitlistId: string,
      options?: RewardListOptions,
    ): AsyncGenerator<Schemas['EarnedReward'], void, undefined> =>
      eachItem(
        (page) => listRewards(waitlistId, { ...page, ...options }),
        ({ signup_id, at }) => `${signup_id} ${at}`,
      ),
    /** Streams them as CSV, with the custom fields of the people. */
    exportRewards: (
      waitlistId: string,
      { signal, ...query }: RewardListOptions = {},
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/rewards/export', {
          params: { path: { id: waitlistId }, query: defined(query) },
          parseAs: 'stream',
          ...defined({ signal }),
        }),
      ) as Promise<ReadableStream<Uint8Array>>,
  };
}
