import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** A TLS proxy in front of a server without TLS. */
export interface TlsFront {
  /** The server's URL with the host and port of the proxy. */
  readonly url: string;
  /** The number of encrypted connections so far. */
  encrypted(): number;
  close(): Promise<void>;
}

/**
 * A Postgres client requests TLS in Postgres' own protocol first. A Redis client encrypts from the first
 * byte.
 */
export async function startTlsFront(serverUrl: string, certificate: Certificate): Promise<TlsFront> {
  const { hostname, port, protocol } = new URL(serverUrl);
  const isPostgres = protocol.startsWith('postgres');
  const sockets = new Set<Socket>();
  let encrypted = 0;

  const pipe = (client: Socket, first?: Buffer) => {
    const server = connect(Number(port), hostname);
    sockets.add(server);
    if (first) server.write(first);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) {
      socket.on('error', () => {});
      socket.on('close', () => [client, server].map((each) => each.destroy()));
    }
  };
  const encrypt = (raw: Socket) => {
    const client = new TLSSocket(raw, {
      isServer: true,
      key: certificate.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: certificate.pem,
    });
    client.on('error', () => raw.destroy());
    client.on('secure', () => {
      encrypted += 1;
      pipe(client);
    });
  };

  const front = createServer((raw) => {
    sockets.add(raw);
    raw.on('error', () => {});
    raw.on('close', () => sockets.delete(raw));
    if (!isPostgres) return encrypt(raw);
    raw.once('data', (hello) => {
      if (hello.length !== 8) return pipe(raw, hello); // no TLS request
      raw.write('S');
      encrypt(raw);
    });
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');

  const url = new URL(serverUrl);
  url.hostname = 'localhost';
  url.port = String((front.address() as AddressInfo).port);
  url.search = '';
  return {
    url: isPostgres ? url.href : url.href.replace('redis:', 'rediss:'),
    encrypted: () => encrypted,
    async close() {
      front.close();
      for (const socket of sockets) socket.destroy();
      await once(front, 'close');
    },
  };
}
