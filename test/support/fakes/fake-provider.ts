import { EventEmitter, once, setMaxListeners } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Resolves at the end of the answer, or of the connection: true if the client closed it first. */
  readonly abandoned: Promise<boolean>;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | object;
}

/** What happens to the next request. With a `status` this is the answer, without one the handler answers. */
interface Script extends Partial<Answer> {
  /** The delay of the answer. `Infinity` never answers. */
  readonly delayMs?: number;
  /** The answer waits until this is done. */
  readonly after?: Promise<unknown>;
  /** Breaks the connection instead of answering. */
  readonly drop?: boolean;
}

/**
 * A fake of a provider's HTTP API on loopback. It records all requests and answers from scripts or its
 * handler.
 */
export interface FakeProvider {
  /** Scheme, host and port. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Adds scripts, one for each of the next requests. */
  next(...scripts: Script[]): void;
  /** Resolves when the next request comes that is never answered. */
  hangs(): Promise<void>;
  /** Drops recorded requests and scripts. */
  reset(): void;
  close(): Promise<void>;
}

/** `delayMs` delays every answer without a script. */
export async function startFakeProvider(
  handle: (request: RecordedRequest) => Answer,
  { delayMs = 0 }: { readonly delayMs?: number } = {},
): Promise<FakeProvider> {
  const requests: RecordedRequest[] = [];
  const scripts: Script[] = [];
  const hanging = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // every delayed answer adds a listener

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const abandoned = once(response, 'close').then(() => !response.writableFinished);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const recorded = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      abandoned,
    };
    requests.push(recorded);
    const script = scripts.shift() ?? (delayMs > 0 ? { delayMs } : {});
    const {
      status,
      headers,
      body = '',
    } = script.status === undefined ? handle(recorded) : { ...script, status: script.status };
    if (script.delayMs === Number.POSITIVE_INFINITY) {
      hanging.emit('request');
      await abandoned;
    } else if (script.delayMs !== undefined)
      await wait(script.delayMs, undefined, { signal: closing.signal });
    await script.after;
    if (script.drop) {
      request.socket.destroy();
      return;
    }
    const type = typeof body === 'string' ? {} : { 'content-type': 'application/json; charset=utf-8' };
    response.writeHead(status, { ...type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    // The client closed the connection, or the fake closes.
    serve(request, response).catch(() => request.socket.destroy());
  });
  // A busy machine might otherwise send into a connection that is being closed.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next: (...more) => void scripts.push(...more),
    hangs: () => new Promise((resolve) => hanging.once('request', resolve)),
    reset() {
      requests.length = 0;
      scripts.length = 0;
    },
    async close() {
      closing.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The request's body if it is a JSON object, otherwise an empty object. */
export function readObject(request: RecordedRequest): Record<string, unknown> {
  if (!request.headers['content-type']?.startsWith('application/json')) return {};
  try {
    return Object(JSON.parse(request.body));
  } catch {
    return {};
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The address in `a@b` or `Name <a@b>`, otherwise undefined. */
export function addressIn(value: unknown): string | undefined {
  return isText(value) ? /^(?:[^<>]*<)?([^<>@\s]+@[^<>@\s]+)>?$/.exec(value)?.[1] : undefined;
}
