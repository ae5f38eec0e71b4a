import type { paths } from '../api-types.ts';
import { type CallOptions, type Connection, dataOf, type PageOptions, type Schemas } from '../connection.ts';
import { defined } from '../defined.ts';
import { eachItem, type Page } from '../each-item.ts';

type ReviewQuery = NonNullable<paths['/v1/waitlists/{id}/reviews']['get']['parameters']['query']>;

/** Filters of reviews. All that is given must hold. */
export interface ReviewListOptions extends CallOptions, Readonly<Omit<ReviewQuery, 'limit' | 'offset'>> {}

/** Withheld referrals. */
export function reviewCalls({ api }: Connection) {
  const listReviews = (
    waitlistId: string,
    { signal, ...query }: PageOptions & ReviewListOptions = {},
  ): Promise<Page<Schemas['Review']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/reviews', {
        params: { path: { id: waitlistId }, query: defined(query) },
        ...defined({ signal }),
      }),
    );

  return {
    listReviews,
    /** All reviews of a waitlist, or all that match, newest first. */
    reviews: (
      waitlistId: string,
      options?: ReviewListOptions,
    ): AsyncGenerator<Schemas['Review'], void, undefined> =>
      eachItem(
        (page) => listReviews(waitlistId, { ...page, ...options }),
        ({ signup_id }) => signup_id,
      ),
  };
}
