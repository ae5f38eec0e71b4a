import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server before the service that passes everything on, but fails where a path holds NUL: what a careless service would do. */
export async function startFaultyFront(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const server = createServer((incoming, answer) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    if (path.includes('%00')) {
      answer.writeHead(500).end();
      return;
    }
    const passed = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
