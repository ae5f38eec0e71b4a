/** A webhook's receiver in a process of its own: takes everything, and counts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it took since it was last asked. */
export interface ReceiverCount {
  readonly requests: number;
  /** Milliseconds since 1970, of the first one. */
  readonly firstAt: number;
}

let requests = 0;
let firstAt = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (requests === 0) firstAt = Date.now();
    requests += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

process.on('message', () => {
  const count: ReceiverCount = { requests, firstAt };
  process.send?.(count);
  requests = 0;
});
process.once('disconnect', () => process.exit());
