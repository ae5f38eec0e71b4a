/** A webhook receiver in its own process. It accepts and counts every request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The requests since the last count. */
export interface ReceiverCount {
  readonly requests: number;
  /** Time of the first one, in ms since 1970. */
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
