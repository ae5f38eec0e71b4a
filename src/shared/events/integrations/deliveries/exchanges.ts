import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import type { SafeResponse } from '../../../platform/outbound/safe-fetch.ts';
import { secretEncodings } from '../../../platform/outbound/secret-encodings.ts';
import type { Attempt } from '../providers/provider.ts';
import type { ReceivedResponse, SentRequest } from './queries.ts';

interface Exchange {
  readonly request: SentRequest;
  response?: SafeResponse;
}

/** The requests of an attempt. */
export interface Exchanges {
  /** Sends requests, and notes them. */
  readonly httpClient: HttpClient;
  /**
   * The request that the record is about, and its answer, without secrets: the one that failed, else the
   * first.
   */
  detailsOf(
    attempt: Pick<Attempt, 'status' | 'response_status'>,
    secrets: readonly string[],
  ): { request: SentRequest | null; response: ReceivedResponse | null };
  /** How long the receiver asks to wait with 429 or 503, up to 24 hours; 0 if it does not. */
  retryAfterSeconds(): number;
}

/**
 * Headers that hold no credential. The signatures are left out: they would let others send the event again.
 */
const shownHeaders = ['content-type', 'service-timestamp', 'webhook-id', 'webhook-timestamp'];
/** Longer ones are cut. */
const longestResponse = 2_048;
const longestRequest = 65_536;

/** Notes what the attempt at a delivery sends and gets (N2). */
export function noteExchanges(httpClient: HttpClient): Exchanges {
  const exchanges: Exchange[] = [];

  async function fetch(...[url, request]: Parameters<HttpClient['fetch']>): Promise<SafeResponse> {
    const headers = Object.entries(request.headers ?? {}).filter(([name]) => shownHeaders.includes(name));
    const body = request.body?.toString() ?? null;
    const exchange: Exchange = {
      request: { method: request.method, headers: Object.fromEntries(headers), body },
    };
    exchanges.push(exchange);
    exchange.response = await httpClient.fetch(url, request);
    return exchange.response;
  }

  return {
    httpClient: { ...httpClient, fetch },
    detailsOf({ status, response_status }, secrets) {
      const failed = exchanges.findLast(({ response }) => (response?.status ?? null) === response_status);
      const shown = (status === 'failed' ? failed : undefined) ?? exchanges[0];
      if (!shown) return { request: null, response: null };
      const { request, response } = shown;
      return {
        request: {
          ...request,
          body: request.body === null ? null : cut(withoutSecrets(request.body, secrets), longestRequest),
        },
        response: response
          ? { status: response.status, body: cut(withoutSecrets(response.body, secrets), longestResponse) }
          : null,
      };
    },
    retryAfterSeconds() {
      const response = exchanges.at(-1)?.response;
      if (response?.status !== 429 && response?.status !== 503) return 0;
      return parseRetryAfter([response.headers['retry-after'] ?? ''].flat()[0] ?? '', httpClient.now());
    },
  };
}

const daySeconds = 86_400;

/** Seconds, or a date of HTTP. */
function parseRetryAfter(text: string, now: number): number {
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), daySeconds) : 0;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const encoded of secrets.flatMap(withParts).flatMap(secretEncodings))
    shown = shown.replaceAll(encoded, '(secret)');
  return shown;
}

/** A secret, and the parts of an address that is one, longest first. Shorter parts are words. */
function withParts(secret: string): string[] {
  if (!/^https?:/i.test(secret)) return [secret];
  return [secret, ...secret.split(/[/?&=]/).filter((part) => part.length >= 16)];
}

/** The beginning of a text, of at most so many bytes. Postgres cannot store U+0000. */
function cut(text: string, longest: number): string {
  const bytes = Buffer.from(text.replaceAll('\0', '\ufffd'));
  return bytes.length <= longest
    ? bytes.toString()
    : bytes
        .subarray(0, longest)
        .toString()
        .replace(/\ufffd+$/, '');
}
