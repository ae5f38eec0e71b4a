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

type FilterQuery = NonNullable<paths['/v1/waitlists/{id}/signups/export']['get']['parameters']['query']>;
type ListQuery = NonNullable<paths['/v1/waitlists/{id}/signups']['get']['parameters']['query']>;

/** Filters of signups. All that is given must hold. */
export interface SignupFilters
  extends Readonly<Omit<FilterQuery, 'fields' | 'not_fields' | 'not_email_domains'>> {
  /** Exact values of custom fields, by their keys. */
  readonly fields?: FieldValues;
  /** Values of custom fields that leave a signup out. */
  readonly not_fields?: FieldValues;
  /** Leaves out addresses at these domains, and below. */
  readonly not_email_domains?: readonly string[];
}
type FieldValues = Readonly<Record<string, string | number | boolean>>;

/** A fact about a signup that an answer has only if it is asked for. */
export type SignupDetail = 'confirmation' | 'assessment' | 'invitation' | 'rewards' | 'locale' | 'note';

export interface SignupListOptions extends CallOptions, SignupFilters {
  readonly order?: NonNullable<ListQuery['order']>;
  /** Facts that each signup has in addition. */
  readonly include?: readonly SignupDetail[];
}

export interface SignupOptions extends CallOptions {
  /**
   * Whether to wait and retry after 429, as other calls do; false by default. Somebody waits for the answer,
   * so the call rejects at once with `retryAfterSeconds`.
   */
  readonly waitForLimit?: boolean;
}

/** Signups of a waitlist. */
export function signupCalls({ api, fetch }: Connection) {
  const listSignups = (
    waitlistId: string,
    { signal, include, ...query }: PageOptions & SignupListOptions = {},
  ): Promise<Page<Schemas['Signup']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/signups', {
        params: {
          path: { id: waitlistId },
          query: { ...toQuery(query), ...defined({ include: include?.join(',') }) },
        },
        ...defined({ signal }),
      }),
    );

  return {
    createSignup: (
      waitlistId: string,
      body: Schemas['NewSignup'],
      { waitForLimit = false, ...call }: SignupOptions = {},
    ): Promise<Schemas['SignupAnswer']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/signups', {
          params: { path: { id: waitlistId } },
          body,
          ...(!waitForLimit && { fetch }),
          ...call,
        }),
      ),
    /** Adds 1 to 500 signups. Without `notify` nobody gets an email and no event is published. */
    addSignups: (
      waitlistId: string,
      signups: readonly Schemas['NewSignup'][],
      { notify = false, idempotencyKey, ...call }: KeyedCallOptions & { readonly notify?: boolean } = {},
    ): Promise<Schemas['BulkResult']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/signups/bulk', {
          params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) },
          body: { signups: [...signups], notify },
          ...call,
        }),
      ),
    listSignups,
    readSignup: (
      waitlistId: string,
      signupId: string,
      { include, ...call }: CallOptions & Pick<SignupListOptions, 'include'> = {},
    ): Promise<Schemas['Signup']> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/signups/{signupId}', {
          params: { path: { id: waitlistId, signupId }, query: defined({ include: include?.join(',') }) },
          ...call,
        }),
      ),
    /**
     * Corrects the address, changes custom fields and the team's note. What is left out stays, and null
     * removes it.
     */
    updateSignup: (
      waitlistId: string,
      signupId: string,
      body: Schemas['SignupChange'],
      { include, ...call }: CallOptions & Pick<SignupListOptions, 'include'> = {},
    ): Promise<Schemas['Signup']> =>
      dataOf(
        api.PATCH('/v1/waitlists/{id}/signups/{signupId}', {
          params: { path: { id: waitlistId, signupId }, query: defined({ include: include?.join(',') }) },
          body,
          ...call,
        }),
      ),
    /** All signups of a waitlist, or all that match, newest first unless the options have another order. */
    signups: (
      waitlistId: string,
      options?: SignupListOptions,
    ): AsyncGenerator<Schemas['Signup'], void, undefined> =>
      eachItem(
        (page) => listSignups(waitlistId, { ...page, ...options }),
        ({ id }) => id,
      ),
    /** Who has referred the most. */
    readLeaderboard: (
      waitlistId: string,
      { limit, ...call }: CallOptions & { readonly limit?: number } = {},
    ): Promise<Page<Schemas['LeaderboardEntry']>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/leaderboard', {
          params: { path: { id: waitlistId }, query: defined({ limit }) },
          ...call,
        }),
      ),
    /** Streams the CSV. */
    exportSignups: (
      waitlistId: string,
      { signal, ...filters }: CallOptions & SignupFilters = {},
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/signups/export', {
          params: { path: { id: waitlistId }, query: toQuery(filters) },
          parseAs: 'stream',
          ...defined({ signal }),
        }),
      ) as Promise<ReadableStream<Uint8Array>>,
    /** Confirms the address of a signup with the token of its link, once. A repeat has `first: false`. */
    confirmSignup: (
      token: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Confirmation']> =>
      dataOf(
        api.POST('/v1/confirmations', {
          params: { header: keyHeader(idempotencyKey) },
          body: { token },
          ...call,
        }),
      ),
  };
}

/** The parameters of a query. Fields have one each, `field.KEY` or `not_field.KEY`. */
function toQuery<Query extends SignupFilters>({
  fields,
  not_fields: notFields,
  not_email_domains: domains,
  ...others
}: Query) {
  return defined({
    ...others,
    fields: fields && named('field', fields),
    not_fields: notFields && named('not_field', notFields),
    not_email_domains: domains?.join(','),
  });
}

const named = (prefix: string, values: FieldValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, String(value)]));
