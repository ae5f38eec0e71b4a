import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An example that needs no server of its own, on one that hands out its files. */
export interface ServedExample {
  readonly url: string;
  close(): void;
}

const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

/** A file of `examples/NAME`, set up for a service as its README says. @throws Error if there is none */
export async function readExample(name: string, file: string, serviceUrl: string): Promise<string> {
  return (await readFile(`examples/${name}/${file}`, 'utf8')).replaceAll('http://localhost:3000', serviceUrl);
}

export async function serveExample(name: string, serviceUrl: string): Promise<ServedExample> {
  const server = createServer(async ({ url = '' }, response) => {
    const file = url.slice(1).replace(/\?.*/, '') || 'index.html';
    const type = types[file.split('.')[1] ?? ''];
    if (type === undefined) return void response.writeHead(204).end(); // the icon
    const text = await readExample(name, file, serviceUrl);
    response.writeHead(200, { 'content-type': type }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
