import type { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';

/** A request to an address that an account may have chosen. */
export interface SafeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For the whole exchange; 10,000 by default. */
  readonly timeoutMs?: number;
  /** Refuses http, except to hosts that the operator allows. */
  readonly httpsOnly?: boolean;
}

/**
 * An answer, with at most 64 KiB of its body as text. Header names are in lower case. A redirect is an answer
 * like any other.
 */
export interface SafeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The status arrived, but not the whole body. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
  readonly status: number;
  /** The error code of Node. */
  readonly code: string | undefined;

  constructor(status: number, cause: unknown) {
    super(`The answer ${status} broke off`, { cause });
    this.status = status;
    this.code = (cause as NodeJS.ErrnoException).code;
  }
}

/**
 * Makes one request. Follows no redirect and never reaches a private address.
 * @throws AddressRefused before anything is sent; BrokenAnswer; Error without an answer (of the network, or a
 * time-out), with `syscall` 'connect' if nothing was sent
 */
export type SafeFetch = (url: string, request: SafeRequest) => Promise<SafeResponse>;

const connectMs = 3_000;
const longestHeaders = 16_384;
const longestBody = 65_536;

/**
 * Each request has a connection of its own: a kept one could break under a later request. Ignores proxy
 * settings of the environment.
 */
export function openSafeFetch(guard: AddressGuard): SafeFetch {
  let dial: buildConnector.connector | undefined;

  return async (url, { method, headers, body: sent, timeoutMs = 10_000, httpsOnly = false }) => {
    // Checks a literal address; the connector's lookup checks names.
    const target = guard.parseUrl(url, { httpsOnly });
    const undici = await import('undici'); // late: it takes 10 MB, which most web processes never need
    dial ??= undici.buildConnector({ lookup: guard.lookup, timeout: connectMs });
    const connect = dial;
    let connected = false;
    const client = new undici.Client(target.origin, {
      connect: (to, done) =>
        connect(to, (...[error, socket]) => {
          if (error) return done(error, null);
          connected = true;
          done(null, socket);
        }),
      pipelining: 0,
      maxHeaderSize: longestHeaders,
      headersTimeout: 0, // the deadline below covers all
      bodyTimeout: 0,
    });
    const deadline = setTimeout(() => client.destroy(timedOut(timeoutMs)).catch(() => {}), timeoutMs);
    try {
      const answer = await client.request({
        method,
        path: target.pathname + target.search,
        headers: { 'user-agent': 'waitlist-service', ...inLowerCase(headers ?? {}) },
        body: sent ?? null,
      });
      const { statusCode: status } = answer;
      const body = await readStart(answer.body).catch((error: unknown) => {
        throw new BrokenAnswer(status, error);
      });
      return { status, headers: answer.headers, body };
    } catch (error) {
      throw connected ? error : notConnected(error);
    } finally {
      clearTimeout(deadline);
      client.destroy().catch(() => {}); // the answer is read
    }
  };
}

/** The same fetch with one deadline: all its requests end within `ms` from now. */
export function fetchWithTimeout(fetch: SafeFetch, ms: number): SafeFetch {
  const end = performance.now() + ms;
  return async (url, request) => {
    const left = end - performance.now();
    if (left < 1) throw timedOut(ms); // timers may fire within the last millisecond
    return fetch(url, { ...request, timeoutMs: Math.min(left, request.timeoutMs ?? ms) });
  };
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= longestBody) break; // and with it the connection
  }
  return Buffer.concat(chunks).subarray(0, longestBody).toString();
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function timedOut(ms: number): Error {
  return Object.assign(new Error(`No whole answer within ${ms} ms`), { code: 'ETIMEDOUT' });
}

/** Makes errors of DNS and TLS look like those of Node's own `connect`: nothing was sent. */
function notConnected(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'AddressRefused') return error;
  const { code = 'ECONNECT' } = error as NodeJS.ErrnoException;
  return Object.assign(new Error(`No connection (${code})`, { cause: error }), { code, syscall: 'connect' });
}
