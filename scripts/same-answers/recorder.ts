import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { RecordedRequest } from '../../test/support/fakes/fake-provider.ts';

/** Something that a build said: an answer, or a request that it made. */
export interface Entry {
  /** What was asked, or where the request went. */
  readonly title: string;
  /** Of an answer. */
  readonly status?: number;
  /** As `name: value`, by name. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface Call {
  readonly key?: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /**
   * Announces a body of this many bytes and sends none of it, for a refusal that does not wait for the body.
   */
  readonly announced?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Tells calls with the same path apart. */
  readonly note?: string;
  /** False for what only prepares the story. */
  readonly record?: boolean;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: the story reads ids out of answers of any shape
  json(): any;
}

/** Sends requests to a build, and records its answers and what it sends itself. */
export interface Recorder {
  readonly url: string;
  readonly entries: readonly Entry[];
  send(method: string, path: string, call?: Call): Promise<Reply>;
  /** Sends bytes and reads until the server closes the connection. */
  sendRaw(note: string, bytes: string): Promise<void>;
  /** Records requests that the build made. */
  addRequests(to: string, requests: readonly RecordedRequest[]): void;
  add(title: string, body: string): void;
  close(): void;
}

const longestNote = 160;
/** Of the connection rather than of the answer. */
const unrecorded = new Set(['date', 'host', 'connection', 'transfer-encoding']);

export function openRecorder(url: string): Recorder {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const entries: Entry[] = [];
  let addresses = 0;

  return {
    url,
    entries,
    async send(method, path, { key, body, announced, headers = {}, note, record = true } = {}) {
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
      addresses += 1;
      const call = request({
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          // Each call has an address of its own, so that the limit of signups per address is only met on
          // purpose.
          'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
          ...(announced !== undefined && {
            'content-type': 'application/json',
            'content-length': String(announced),
          }),
          ...headers,
        },
      });
      if (announced === undefined) call.end(text);
      else call.flushHeaders();
      const [response] = await once(call, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      if (announced !== undefined) call.destroy();
      const answer = Buffer.concat(chunks).toString('utf8');
      const shown = note ?? text?.slice(0, longestNote);
      if (record)
        entries.push({
          title: `${method} ${path}${shown === undefined ? '' : ` ${shown}`}`,
          status: response.statusCode,
          headers: headerLines(pairs(response.rawHeaders)),
          body: answer,
        });
      return { status: response.statusCode, body: answer, json: () => JSON.parse(answer) };
    },
    async sendRaw(note, bytes) {
      const socket = connect(Number(port), hostname);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('error', () => {}); // the server may close while bytes are on their way
      socket.write(bytes);
      await once(socket, 'close');
      const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
      const [status = '', ...lines] = head.split('\r\n');
      entries.push({
        title: note,
        status: Number(status.split(' ')[1]),
        headers: headerLines(lines.map((line) => line.split(/: (.*)/s) as [string, string])),
        body: rest.join('\r\n\r\n'),
      });
    },
    addRequests(to, requests) {
      for (const { method, path, headers, body } of requests)
        entries.push({
          title: `to ${to}: ${method} ${path}`,
          headers: headerLines(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          body,
        });
    },
    add: (title, body) => void entries.push({ title, headers: [], body }),
    close: () => agent.destroy(),
  };
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}

function headerLines(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .filter(([name]) => !unrecorded.has(name.toLowerCase()))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort();
}
