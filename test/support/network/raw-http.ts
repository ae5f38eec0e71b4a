import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

/** The first answer on a socket. `body` is everything until the socket was closed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends raw bytes to the listening app and reads until the server closes the connection. */
export async function sendRaw(app: FastifyInstance, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // the server may close while the test still writes
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString('utf8');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...headers] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(
      headers.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: rest.join('\r\n\r\n'),
  };
}

/** Starts a TCP server on loopback for one test. @returns its port */
export async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A port on loopback without a listener. One that the system picked before may have another server soon. */
export const closedPort = async (): Promise<number> => 2;

/** A connection over which a test sends raw bytes. */
export interface RawConnection {
  readonly socket: Socket;
  /** All bytes received so far. */
  received(): string;
  /** The statuses of the answers received so far, in order. */
  statuses(): number[];
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
}

/** Connects to the listening app. */
export async function connectRaw(app: FastifyInstance): Promise<RawConnection> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // the server may close while the test still writes
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  const received = () => Buffer.concat(chunks).toString('latin1');
  return {
    socket,
    received,
    statuses: () => [...received().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    closed,
  };
}

interface WireAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request without a body, and its target as it is. */
type SendTarget = (method: string, target: string, headers?: OutgoingHttpHeaders) => Promise<WireAnswer>;

/**
 * Opens a port of an app, which listens on none, for request targets that clients would change before they
 * send them. The connections end with the test.
 */
export async function openWire({ server }: FastifyInstance): Promise<SendTarget> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return (method, path, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, port, method, path, headers }, async (answer) =>
        resolve({
          statusCode: answer.statusCode ?? 0,
          headers: answer.headers,
          body: (await readText(answer).catch(reject)) ?? '',
        }),
      );
      sent.on('error', reject);
      sent.end();
    });
}
