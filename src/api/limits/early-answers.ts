import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { maxFileBytes } from '../../shared/capabilities/imports/upload/check-text.ts';
import { arrivalsOf } from './arrivals.ts';

const checkEveryMs = 1_000;
/** Whoever sends a file of the largest size gets to read why it is refused. */
const maxDroppedBytes = maxFileBytes + 100_000;

/**
 * Takes care of requests that are answered before they have arrived, as most refusals are. The rest is
 * dropped as it arrives: so a client that sends all of it before it reads gets to read the answer, a proxy
 * has none to make up, and the connection can be used again. The connection is closed if the rest is larger
 * than any file, or takes longer than requests may. Needs `limitArrivals`.
 */
export function dropRests(server: Server): void {
  const dropping = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request, response) => {
    response.prependOnceListener('finish', () => {
      if (request.complete) return;
      dropping.set(request.socket, request);
      dropRest(server, request);
    });
  });
  // Node calls this behind a last answer. The kernel would then reset the connection as more arrives, and the
  // answer could be lost.
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const request = dropping.get(socket);
      if (!request || request.complete) return destroySoon();
      socket.end();
      request.once('end', destroySoon);
    };
  });
}

function dropRest(server: Server, request: IncomingMessage): void {
  const { socket } = request;
  const arrivals = arrivalsOf(server);
  const end = arrivals.allow(request); // it has its answer, and gets no 408
  const since = performance.now();
  const lastByte = socket.bytesRead + maxDroppedBytes;
  const checking = setInterval(() => {
    const isLate = performance.now() - since > arrivals.limitMs;
    if (isLate || socket.bytesRead > lastByte) socket.destroy();
  }, checkEveryMs).unref();
  request.once('close', () => {
    clearInterval(checking);
    end();
  });
  // Whoever has read of it, such as an iterator, would keep it from flowing. The stream looks at its
  // listeners in the next tick, and stops if there are none.
  request.unpipe();
  request.removeAllListeners('readable').removeAllListeners('data');
  process.nextTick(() => request.resume());
}
