/** Node's HTTP server and nothing else: the limit that sockets and JSON set on this machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

const server = createServer(async (request, response) => {
  const { email } = (await json(request)) as { email: string };
  const answer = JSON.stringify({ id: email, position: 1, total: 1, referral_code: '0123456789' });
  response.writeHead(201, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
  });
  response.end(answer);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.on('disconnect', () => server.close());
