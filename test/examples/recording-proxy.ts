import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between an example and the service, and keeps the bodies of signups. */
export interface RecordingProxy {
  readonly url: string;
  readonly signups: readonly Record<string, unknown>[];
  close(): void;
}

export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const signups: Record<string, unknown>[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      if (url.endsWith('/signups') && method === 'POST')
        signups.push(JSON.parse(String(Buffer.concat(chunks))));
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    signups,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
