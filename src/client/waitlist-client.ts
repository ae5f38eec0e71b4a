import createFetchClient from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { defined } from './defined.ts';
import { eachEvent } from './each-event.ts';
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
  /** How often a request is retried after 429, or if it is safe to repeat also after 503; 2 by default. */
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

export interface SignupOptions extends CallOptions {
  /**
   * Whether to wait and retry after 429, as other calls do; false by default. Somebody waits for the answer,
   * so the call rejects at once with `retryAfterSeconds`.
   */
  readonly waitForLimit?: boolean;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Makes the call safe to repeat for 24 hours: 1 to 255 printable ASCII characters, a new one for each call.
   * The client then also retries after 503, after a broken connection and while an earlier attempt is running.
   */
  readonly idempotencyKey?: string;
}

export interface PageOptions extends CallOptions {
  /** 1 to 200 items; 50 by default. */
  readonly limit?: number;
  readonly offset?: number;
}

type FilterQuery = NonNullable<paths['/v1/waitlists/{id}/signups/export']['get']['parameters']['query']>;
type ListQuery = NonNullable<paths['/v1/waitlists/{id}/signups']['get']['parameters']['query']>;

/** Filters of signups. All that is given must hold. */
export interface SignupFilters extends Readonly<Omit<FilterQuery, 'fields'>> {
  /** Exact values of custom fields, by their keys. */
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

/** A fact about a signup that an answer has only if it is asked for. */
export type SignupDetail = 'confirmation' | 'assessment' | 'invitation' | 'rewards';

export interface SignupListOptions extends CallOptions, SignupFilters {
  readonly order?: NonNullable<ListQuery['order']>;
  /** Facts that each signup has in addition. */
  readonly include?: readonly SignupDetail[];
}

type ReviewQuery = NonNullable<paths['/v1/waitlists/{id}/reviews']['get']['parameters']['query']>;

/** Filters of reviews. All that is given must hold. */
export interface ReviewListOptions extends CallOptions, Readonly<Omit<ReviewQuery, 'limit' | 'offset'>> {}

type ImportQuery = NonNullable<paths['/v1/waitlists/{id}/imports']['post']['parameters']['query']>;

/** A file of signups: its text, or what it is read from. A stream is sent as it is read. */
export type ImportFile = string | Blob | ReadableStream<Uint8Array>;

/** How a file becomes signups. */
export interface ImportOptions extends CallOptions, Readonly<ImportQuery> {}

type ImportOutcome = NonNullable<Schemas['ImportRow']['outcome']>;

type InvitationQuery = NonNullable<paths['/v1/waitlists/{id}/invitations']['get']['parameters']['query']>;

/** Filters of invitations. All that is given must hold. */
export interface InvitationListOptions
  extends CallOptions,
    Readonly<Omit<InvitationQuery, 'limit' | 'offset'>> {}

type EventQuery = NonNullable<paths['/v1/events']['get']['parameters']['query']>;

/** Which entries of the audit log. */
export interface AuditLogOptions extends CallOptions {
  readonly limit?: number;
  /** The `next_cursor` of the last page. */
  readonly after?: string;
}

export interface EventListOptions extends CallOptions, Readonly<Omit<EventQuery, 'types'>> {
  readonly types?: readonly Schemas['FeedEvent']['type'][];
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
    querySerializer: { object: { style: 'form', explode: true } }, // the filters by custom fields
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

  const listWaves = (
    waitlistId: string,
    { limit, offset, ...call }: PageOptions = {},
  ): Promise<Page<Schemas['WaveSummary']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/waves', {
        params: { path: { id: waitlistId }, query: defined({ limit, offset }) },
        ...call,
      }),
    );
  const listInvitations = (
    waitlistId: string,
    { signal, ...query }: PageOptions & InvitationListOptions = {},
  ): Promise<Page<Schemas['Invitation']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/invitations', {
        params: { path: { id: waitlistId }, query: defined(query) },
        ...defined({ signal }),
      }),
    );

  const listEvents = ({ signal, types, ...query }: EventListOptions = {}): Promise<Schemas['EventPage']> =>
    dataOf(
      api.GET('/v1/events', {
        params: { query: defined({ ...query, types: types?.join(',') }) },
        ...defined({ signal }),
      }),
    );

  return {
    readAccount: (call?: CallOptions): Promise<Schemas['Account']> =>
      dataOf(api.GET('/v1/account', { ...call })),
    /** A page of the audit log, newest first. */
    listAuditLog: ({ signal, ...query }: AuditLogOptions = {}): Promise<Schemas['AuditPage']> =>
      dataOf(api.GET('/v1/audit-log', { params: { query: defined(query) }, ...defined({ signal }) })),

    createWaitlist: (
      body: Schemas['NewWaitlist'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['CreatedWaitlist']> =>
      dataOf(api.POST('/v1/waitlists', { params: { header: keyHeader(idempotencyKey) }, body, ...call })),
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
    readSignupLinks: (
      waitlistId: string,
      signupId: string,
      call?: CallOptions,
    ): Promise<Schemas['SignupLinks']> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/signups/{signupId}/links', {
          params: { path: { id: waitlistId, signupId } },
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
    removeSignup: (waitlistId: string, signupId: string, call?: CallOptions) =>
      done(
        api.DELETE('/v1/waitlists/{id}/signups/{signupId}', {
          params: { path: { id: waitlistId, signupId } },
          ...call,
        }),
      ),

    /** Uploads a file of signups. It is sent once: a stream cannot be sent again. */
    createImport: (
      waitlistId: string,
      file: ImportFile,
      { signal, ...query }: ImportOptions = {},
    ): Promise<Schemas['Import']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/imports', {
          params: { path: { id: waitlistId }, query: defined(query) },
          body: file as never,
          bodySerializer: (body: unknown) => body as BodyInit,
          headers: { 'content-type': 'text/csv' },
          duplex: 'half',
          fetch,
          ...defined({ signal }),
        } as never),
      ) as Promise<Schemas['Import']>,
    listImports: (
      waitlistId: string,
      { limit, offset, ...call }: PageOptions = {},
    ): Promise<Page<Schemas['Import']>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/imports', {
          params: { path: { id: waitlistId }, query: defined({ limit, offset }) },
          ...call,
        }),
      ),
    readImport: (waitlistId: string, importId: string, call?: CallOptions): Promise<Schemas['Import']> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/imports/{importId}', {
          params: { path: { id: waitlistId, importId } },
          ...call,
        }),
      ),
    /** Changes what columns become, by their names. Null leaves a column out. */
    updateImport: (
      waitlistId: string,
      importId: string,
      body: Schemas['ImportPatch'],
      call?: CallOptions,
    ): Promise<Schemas['Import']> =>
      dataOf(
        api.PATCH('/v1/waitlists/{id}/imports/{importId}', {
          params: { path: { id: waitlistId, importId } },
          body,
          ...call,
        }),
      ),
    /** Starts it, if it would still create `expected_count` signups. */
    startImport: (
      waitlistId: string,
      importId: string,
      body: Schemas['ImportStart'] = {},
      call?: CallOptions,
    ): Promise<Schemas['Import']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/imports/{importId}/start', {
          params: { path: { id: waitlistId, importId } },
          body,
          ...call,
        }),
      ),
    cancelImport: (waitlistId: string, importId: string, call?: CallOptions): Promise<Schemas['Import']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/imports/{importId}/cancel', {
          params: { path: { id: waitlistId, importId } },
          ...call,
        }),
      ),
    listImportRows: (
      waitlistId: string,
      importId: string,
      { outcome, limit, offset, ...call }: PageOptions & { readonly outcome?: ImportOutcome } = {},
    ): Promise<Page<Schemas['ImportRow']>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/imports/{importId}/rows', {
          params: { path: { id: waitlistId, importId }, query: defined({ outcome, limit, offset }) },
          ...call,
        }),
      ),
    /** Streams the rows as CSV, each with what becomes of it and why. */
    exportImportRows: (
      waitlistId: string,
      importId: string,
      { outcome, ...call }: CallOptions & { readonly outcome?: ImportOutcome } = {},
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/imports/{importId}/rows.csv', {
          params: { path: { id: waitlistId, importId }, query: defined({ outcome }) },
          parseAs: 'stream',
          ...call,
        }),
      ) as Promise<ReadableStream<Uint8Array>>,

    /** Everything that is kept about an address, on all waitlists. */
    exportPerson: (email: string, call?: CallOptions): Promise<Schemas['PersonExport']> =>
      dataOf(api.POST('/v1/people/export', { body: { email }, ...call })),
    /** Erases it. The address gets no mails any more, unless `suppress` is false. */
    erasePerson: (
      email: string,
      { suppress = true, ...call }: CallOptions & { readonly suppress?: boolean } = {},
    ): Promise<Schemas['Erasure']> =>
      dataOf(api.POST('/v1/people/erase', { body: { email, suppress }, ...call })),

    readSettings: (waitlistId: string, call?: CallOptions): Promise<Schemas['WaitlistSettings']> =>
      dataOf(api.GET('/v1/waitlists/{id}/settings', { params: { path: { id: waitlistId } }, ...call })),
    /** What the patch leaves out stays; null resets a setting. */
    updateSettings: (
      waitlistId: string,
      body: Schemas['WaitlistSettingsChange'],
      call?: CallOptions,
    ): Promise<Schemas['WaitlistSettings']> =>
      dataOf(
        api.PATCH('/v1/waitlists/{id}/settings', { params: { path: { id: waitlistId } }, body, ...call }),
      ),
    revokeLinks: (
      waitlistId: string,
      kind: Schemas['LinkRevocation']['kind'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ) =>
      done(
        api.POST('/v1/waitlists/{id}/links/revoke', {
          params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) },
          body: { kind },
          ...call,
        }),
      ),

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

    /** Chooses the people of a wave. Nobody is invited before it is launched. */
    draftWave: (waitlistId: string, body: Schemas['NewWave'], call?: CallOptions): Promise<Schemas['Wave']> =>
      dataOf(api.POST('/v1/waitlists/{id}/waves', { params: { path: { id: waitlistId } }, body, ...call })),
    listWaves,
    /** All waves of a waitlist, newest first. */
    waves: (
      waitlistId: string,
      call?: CallOptions,
    ): AsyncGenerator<Schemas['WaveSummary'], void, undefined> =>
      eachItem(
        (page) => listWaves(waitlistId, { ...page, ...call }),
        ({ id }) => id,
      ),
    /** A wave with what came of it. */
    readWave: (waveId: string, call?: CallOptions): Promise<Schemas['WaveReport']> =>
      dataOf(api.GET('/v1/waves/{waveId}', { params: { path: { waveId } }, ...call })),
    /** Invites the people of a draft, once. A repeat gets the same answer. */
    launchWave: (waveId: string, call?: CallOptions): Promise<Schemas['WaveLaunch']> =>
      dataOf(api.POST('/v1/waves/{waveId}/launch', { params: { path: { waveId } }, ...call })),
    cancelWave: (waveId: string, call?: CallOptions): Promise<Schemas['Wave']> =>
      dataOf(api.POST('/v1/waves/{waveId}/cancel', { params: { path: { waveId } }, ...call })),
    /** Streams the CSV with the links of a wave that you send yourself, once. */
    exportWaveLinks: (waveId: string, call?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waves/{waveId}/links', { params: { path: { waveId } }, parseAs: 'stream', ...call }),
      ) as Promise<ReadableStream<Uint8Array>>,

    listInvitations,
    /** All invitations of a waitlist, or all that match, newest first. */
    invitations: (
      waitlistId: string,
      options?: InvitationListOptions,
    ): AsyncGenerator<Schemas['Invitation'], void, undefined> =>
      eachItem(
        (page) => listInvitations(waitlistId, { ...page, ...options }),
        ({ id }) => id,
      ),
    /** Invites one person. With `deliver: 'link'` the answer has the link, once. */
    inviteSignup: (
      waitlistId: string,
      signupId: string,
      body: Partial<Schemas['InvitationRequest']> = {},
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['NewInvitation']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/signups/{signupId}/invite', {
          params: { path: { id: waitlistId, signupId }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
    /**
     * Sends an invitation again, with another link: at most 3 times, an hour apart. Throws at once if it is too early.
     */
    resendInvitation: (
      invitationId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['NewInvitation']> =>
      dataOf(
        api.POST('/v1/invitations/{invitationId}/resend', {
          params: { path: { invitationId }, header: keyHeader(idempotencyKey) },
          ...call,
        }),
      ),
    revokeInvitation: (invitationId: string, call?: CallOptions): Promise<Schemas['Invitation']> =>
      dataOf(
        api.POST('/v1/invitations/{invitationId}/revoke', { params: { path: { invitationId } }, ...call }),
      ),
    /** Whether the token of an invitation can be used, also by `email`. Changes nothing. */
    verifyInvitation: (
      body: Schemas['InvitationToVerify'],
      call?: CallOptions,
    ): Promise<Schemas['InvitationVerification']> =>
      dataOf(api.POST('/v1/invitations/verify', { body, ...call })),
    declineInvitation: (token: string, call?: CallOptions): Promise<Schemas['Invitation']> =>
      dataOf(api.POST('/v1/invitations/decline', { body: { token }, ...call })),
    /** Records that a person became a user, once. Call it after their account exists; call it again after a failure. */
    recordConversion: (body: Schemas['NewConversion'], call?: CallOptions): Promise<Schemas['Conversion']> =>
      dataOf(api.POST('/v1/conversions', { body, ...call })),

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
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['FieldDefinition']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/fields', {
          params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
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
    readDelivery: (
      type: IntegrationType,
      deliveryId: string,
      call?: CallOptions,
    ): Promise<Schemas['DeliveryDetails']> =>
      dataOf(
        api.GET('/v1/integrations/{type}/deliveries/{deliveryId}', {
          params: { path: { type, deliveryId } },
          ...call,
        }),
      ),
    readHealth: (type: IntegrationType, call?: CallOptions): Promise<Schemas['IntegrationHealth']> =>
      dataOf(api.GET('/v1/integrations/{type}/health', { params: { path: { type } }, ...call })),
    /** The new secret is only in the answer to the first call with an idempotency key. */
    rotateSecret: (
      overlapHours: number,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['RotatedSecret']> =>
      dataOf(
        api.POST('/v1/integrations/webhook/rotate-secret', {
          params: { header: keyHeader(idempotencyKey) },
          body: { overlap_hours: overlapHours },
          ...call,
        }),
      ),

    listEvents,
    /**
     * Every event behind the cursor `after`, oldest first, up to the last one there is, each with the cursor to
     * keep once it is handled.
     */
    eachEvent: (options: Omit<EventListOptions, 'limit'> = {}) => eachEvent(listEvents, options),
    /** Delivers an event once more. */
    redeliver: (
      type: IntegrationType,
      eventId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Redelivery']> =>
      dataOf(
        api.POST('/v1/integrations/{type}/events/{eventId}/redeliver', {
          params: { path: { type, eventId }, header: keyHeader(idempotencyKey) },
          ...call,
        }),
      ),
    /** Delivers the events of a time once more; with `dry_run` it only counts them. */
    replay: (
      type: IntegrationType,
      body: Schemas['ReplayRequest'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Replay']> =>
      dataOf(
        api.POST('/v1/integrations/{type}/replay', {
          params: { path: { type }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
  };
}

/** The parameters of a query. Fields have one each, `field.KEY`. */
function toQuery<Query extends SignupFilters>({ fields, ...others }: Query) {
  if (!fields) return defined(others);
  const values = Object.entries(fields).map(([key, value]) => [`field.${key}`, String(value)]);
  return { ...defined(others), fields: Object.fromEntries(values) as Record<string, string> };
}

type IntegrationType = Schemas['Integration']['type'];

const keyHeader = (key: string | undefined) => defined({ 'Idempotency-Key': key });

/** The data of a response. Error responses have been thrown by the middleware already. */
async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<NonNullable<Data>> {
  return (await call).data as NonNullable<Data>;
}

async function done(call: Promise<unknown>): Promise<void> {
  await call;
}
