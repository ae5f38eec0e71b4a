import type { paths } from '../api-types.ts';
import {
  type CallOptions,
  type Connection,
  dataOf,
  type KeyedCallOptions,
  keyHeader,
  type PageOptions,
  type Schemas,
} from '../connection.ts';
import { defined } from '../defined.ts';
import { eachItem, type Page } from '../each-item.ts';

type ReviewQuery = NonNullable<paths['/v1/waitlists/{id}/reviews']['get']['parameters']['query']>;

/** Filters of reviews. All that is given must hold. */
export interface ReviewListOptions extends CallOptions, Readonly<Omit<ReviewQuery, 'limit' | 'offset'>> {}

/** Withheld referrals, and the decisions about them. */
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
    listReferrers: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['ReviewedReferrer']>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/reviews/referrers', {
          params: { path: { id: waitlistId }, query: defined({ limit, offset }) },
          ...call,
        }),
      ),
    approveReview: (waitlistId: string, signupId: string, call?: CallOptions): Promise<Schemas['Review']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/reviews/{signupId}/approve', {
          params: { path: { id: waitlistId, signupId } },
          ...call,
        }),
      ),
    rejectReview: (waitlistId: string, signupId: string, call?: CallOptions): Promise<Schemas['Review']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/reviews/{signupId}/reject', {
          params: { path: { id: waitlistId, signupId } },
          ...call,
        }),
      ),
    /** Decides the open reviews that match the filter, at most 10,000. With `dry_run` it only counts. */
    decideReviews: (
      waitlistId: string,
      body: Schemas['ReviewBulk'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['ReviewBulkResult']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/reviews/bulk', {
          params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
  };
}
