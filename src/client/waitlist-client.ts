import createFetchClient from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { defined } from './defined.ts';
import { eachItem, type Page } from './each-item.ts';
import { retrying, type Send } from './retrying-fetch.ts';
import { toWaitlistError } from './waitlist-error.ts';

/** Types of requests and responses, by their names in the API description. */
export type Schemas = components['schemas'];

export interface ClientOptions {
  /** URL of the service without `/v1`, such as `https://waitlist.example`. */
  readonly baseUrl: string;
  /** A key with the scopes of the operations to call. */
  readonly apiKey: string;
  /** How often a request is retried after 429, or after 503 if it is a GET; 2 by default. */
  readonly maxRetries?: number;
  /** The longest wait before a retry; 60 by default, which covers every rate limit. */
  readonly maxRetryWaitSeconds?: number;
  /** The global `fetch` by default. */
  readonly fetch?: Send;
}

export interface CallOptions {
  /** Aborts the request, or the wait before a retry. */
  readonly signal?: AbortSignal;
}

export interface PageOptions extends CallOptions {
  /** 1 to 200 items; 50 by default. */
  readonly limit?: number;
  readonly offset?: number;
}

export type WaitlistClient = ReturnType<typeof createWaitlistClient>;

/**
 * A client with one method per operation of the API description.
 * Methods throw a `WaitlistError` for every error response.
 */
export function createWaitlistClient({
  baseUrl,
  apiKey,
  maxRetries = 2,
  maxRetryWaitSeconds = 60,
  fetch = globalThis.fetch,
}: ClientOptions) {
  const api = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: retrying(fetch, { maxRetries, maxWaitSeconds: maxRetryWaitSeconds }),
  });
  api.use({
    async onResponse({ response }) {
      if (!response.ok) throw await toWaitlistError(response);
    },
  });

  const listWaitlists = ({
    limit,
    offset,
    ...call
  }: PageOptions = {}): Promise<Page<Schemas['WaitlistWithCount']>> =>
    dataOf(api.GET('/v1/waitlists', { params: { query: defined({ limit, offset }) }, ...call }));
  const listSignups = (
    waitlistId: string,
    { limit, offset, email, ...call }: PageOptions & { readonly email?: string } = {},
  ): Promise<Page<Schemas['Signup']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/signups', {
        params: { path: { id: waitlistId }, query: defined({ limit, offset, email }) },
        ...call,
      }),
    );
  const listFields = (
    waitlistId: string,
    { limit, offset, ...call }: PageOptions = {},
  ): Promise<Page<Schemas['FieldDefinition']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/fields', {
        params: { path: { id: waitlistId }, query: defined({ limit, offset }) },
        ...call,
      }),
    );

  return {
    readAccount: (call?: CallOptions): Promise<Schemas['Account']> =>
      dataOf(api.GET('/v1/account', { ...call })),

    createWaitlist: (body: Schemas['NewWaitlist'], call?: CallOptions): Promise<Schemas['CreatedWaitlist']> =>
      dataOf(api.POST('/v1/waitlists', { body, ...call })),
    listWaitlists,
    /** All waitlists, newest first. */
    waitlists: (call?: CallOptions): AsyncGenerator<Schemas['WaitlistWithCount'], void, undefined> =>
      eachItem(
        (page) => listWaitlists({ ...page, ...call }),
        ({ id }) => id,
      ),
    readWaitlist: (id: string, call?: CallOptions): Promise<Schemas['Waitlist']> =>
      dataOf(api.GET('/v1/waitlists/{id}', { params: { path: { id } }, ...call })),
    updateWaitlist: (
      id: string,
      body: Schemas['WaitlistChange'],
      call?: CallOptions,
    ): Promise<Schemas['Waitlist']> =>
      dataOf(api.PATCH('/v1/waitlists/{id}', { params: { path: { id } }, body, ...call })),
    deleteWaitlist: (id: string, call?: CallOptions) =>
      done(api.DELETE('/v1/waitlists/{id}', { params: { path: { id } }, ...call })),

    createSignup: (
      waitlistId: string,
      body: Schemas['NewSignup'],
      call?: CallOptions,
    ): Promise<Schemas['SignupResult']> =>
      dataOf(api.POST('/v1/waitlists/{id}/signups', { params: { path: { id: waitlistId } }, body, ...call })),
    listSignups,
    /** All signups of a waitlist, newest first. */
    signups: (waitlistId: string, call?: CallOptions): AsyncGenerator<Schemas['Signup'], void, undefined> =>
      eachItem(
        (page) => listSignups(waitlistId, { ...page, ...call }),
        ({ id }) => id,
      ),
    /** Streams the CSV. */
    exportSignups: (waitlistId: string, call?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/signups/export', {
          params: { path: { id: waitlistId } },
          parseAs: 'stream',
          ...call,
        }),
      ) as Promise<ReadableStream<Uint8Array>>,
    removeSignup: (waitlistId: string, signupId: string, call?: CallOptions) =>
      done(
        api.DELETE('/v1/waitlists/{id}/signups/{signupId}', {
          params: { path: { id: waitlistId, signupId } },
          ...call,
        }),
      ),

    /** `from` and `to` are days, as `YYYY-MM-DD`. */
    readStats: (
      waitlistId: string,
      { from, to, ...call }: CallOptions & { readonly from?: string; readonly to?: string } = {},
    ): Promise<Schemas['Stats']> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/stats', {
          params: { path: { id: waitlistId }, query: defined({ from, to }) },
          ...call,
        }),
      ),

    createField: (
      waitlistId: string,
      body: Schemas['NewField'],
      call?: CallOptions,
    ): Promise<Schemas['FieldDefinition']> =>
      dataOf(api.POST('/v1/waitlists/{id}/fields', { params: { path: { id: waitlistId } }, body, ...call })),
    listFields,
    updateField: (
      waitlistId: string,
      key: string,
      body: Schemas['FieldChange'],
      call?: CallOptions,
    ): Promise<Schemas['FieldDefinition']> =>
      dataOf(
        api.PATCH('/v1/waitlists/{id}/fields/{key}', {
          params: { path: { id: waitlistId, key } },
          body,
          ...call,
        }),
      ),
    deleteField: (waitlistId: string, key: string, call?: CallOptions) =>
      done(
        api.DELETE('/v1/waitlists/{id}/fields/{key}', { params: { path: { id: waitlistId, key } }, ...call }),
      ),

    listIntegrations: (call?: CallOptions): Promise<Schemas['Integration'][]> =>
      dataOf(api.GET('/v1/integrations', { ...call })),
    setIntegration: (
      type: IntegrationType,
      config: Schemas['IntegrationSettings']['config'],
      call?: CallOptions,
    ): Promise<Schemas['SavedIntegration']> =>
      dataOf(api.PUT('/v1/integrations/{type}', { params: { path: { type } }, body: { config }, ...call })),
    updateIntegration: (
      type: IntegrationType,
      body: Schemas['IntegrationChange'],
      call?: CallOptions,
    ): Promise<Schemas['Integration']> =>
      dataOf(api.PATCH('/v1/integrations/{type}', { params: { path: { type } }, body, ...call })),
    deleteIntegration: (type: IntegrationType, call?: CallOptions) =>
      done(api.DELETE('/v1/integrations/{type}', { params: { path: { type } }, ...call })),
    listDeliveries: (type: IntegrationType, call?: CallOptions): Promise<Schemas['DeliveryRecord'][]> =>
      dataOf(api.GET('/v1/integrations/{type}/deliveries', { params: { path: { type } }, ...call })),
  };
}

type IntegrationType = Schemas['Integration']['type'];

/** The data of a response. Error responses have been thrown by the middleware already. */
async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<NonNullable<Data>> {
  return (await call).data as NonNullable<Data>;
}

async function done(call: Promise<unknown>): Promise<void> {
  await call;
}
