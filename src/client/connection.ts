import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { defined } from './defined.ts';
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

export interface KeyedCallOptions extends CallOptions {
  /**
   * Makes the call safe to repeat for 24 hours: 1 to 255 printable ASCII characters, a new one for each call.
   * The client then also retries after 503, after a broken connection and while an earlier attempt is
   * running.
   */
  readonly idempotencyKey?: string;
}

export interface PageOptions extends CallOptions {
  /** 1 to 200 items; 50 by default. */
  readonly limit?: number;
  readonly offset?: number;
}

/** What calls need. */
export interface Connection {
  /** Waits for limits and retries. It throws a `WaitlistError` for every error response. */
  readonly api: Client<paths>;
  /** Sends once. */
  readonly fetch: Send;
}

/** @throws Error for a wrong address, and in a browser: who opens the page can read the key */
export function connect({
  baseUrl,
  apiKey,
  maxRetries = 2,
  maxRetryWaitSeconds = 60,
  fetch = globalThis.fetch,
}: ClientOptions): Connection {
  if (isBrowser())
    throw new Error(
      'This client would show its API key to everybody who opens the page. Call it on your server: in a browser use readStatus or readPublicLeaderboard.',
    );
  const api = createFetchClient<paths>({
    baseUrl: toBaseUrl(baseUrl),
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: retrying(fetch, { maxRetries, maxWaitSeconds: maxRetryWaitSeconds }),
    querySerializer: { object: { style: 'form', explode: true } }, // the filters by custom fields
  });
  api.use({
    async onResponse({ response }) {
      if (!response.ok) throw await toWaitlistError(response);
    },
  });
  return { api, fetch };
}

function toBaseUrl(given: string): string {
  const url = /^https?:\/\//i.test(given) ? given.replace(/\/+$/, '') : undefined;
  if (url === undefined || url.endsWith('/v1'))
    throw new Error(
      `baseUrl must be the address of the service, such as https://waitlist.example.com, not ${given}`,
    );
  return url;
}

/** Tests have a page in Node, too. */
function isBrowser(): boolean {
  const { document, process }: { document?: unknown; process?: { versions?: { node?: string } } } =
    globalThis;
  return document !== undefined && process?.versions?.node === undefined;
}

export const keyHeader = (key: string | undefined) => defined({ 'Idempotency-Key': key });

/** The data of a response. Error responses have been thrown already. */
export async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<NonNullable<Data>> {
  return (await call).data as NonNullable<Data>;
}

/** For a response without data. */
export async function done(call: Promise<unknown>): Promise<void> {
  await call;
}
