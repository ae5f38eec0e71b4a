import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

const checkEveryMs = 2_000;

/**
 * How long the requests of a server may take to arrive. Node has one limit for all; this one lets a file take
 * longer.
 */
export interface Arrivals {
  /** Milliseconds behind the head of a request. */
  limitMs: number;
  /** Lets one request take longer. @returns a function that ends it: the rest has the usual time again */
  allow(request: IncomingMessage): () => void;
}

const ofServers = new WeakMap<Server, Arrivals>();

/** @throws Error for a server without `limitArrivals` */
export function arrivalsOf(server: Server): Arrivals {
  const arrivals = ofServers.get(server);
  if (!arrivals) throw new Error('The server does not limit arrivals');
  return arrivals;
}

interface Arriving {
  request: IncomingMessage;
  since: number;
}

/**
 * Answers requests that do not arrive in time with 408, as Node's `requestTimeout` does, and closes their
 * connections.
 */
export function limitArrivals(server: Server, limitMs: number): void {
  /** Only the newest request of a connection can still be arriving. */
  const newest = new Map<Socket, Arriving>();
  const allowed = new WeakSet<IncomingMessage>();
  const arrivals: Arrivals = {
    limitMs,
    allow(request) {
      allowed.add(request);
      return () => {
        const arriving = newest.get(request.socket);
        if (arriving?.request === request) arriving.since = performance.now();
        allowed.delete(request);
      };
    },
  };
  ofServers.set(server, arrivals);

  server.on('connection', (socket: Socket) => socket.once('close', () => newest.delete(socket)));
  server.on('request', (request) => {
    const arriving = newest.get(request.socket);
    if (!arriving) newest.set(request.socket, { request, since: performance.now() });
    else Object.assign(arriving, { request, since: performance.now() });
  });
  const checking = setInterval(() => {
    const earliest = performance.now() - arrivals.limitMs;
    for (const [socket, { request, since }] of newest)
      if (!request.complete && since < earliest && !allowed.has(request) && !socket.destroyed)
        server.emit('clientError', timeout(), socket);
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(checking));
}

const timeout = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
