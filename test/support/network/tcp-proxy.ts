import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback in front of a server on loopback. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections. New ones go to this port. */
  switchTo(port: number): void;
  /** New connections go to this port. Open ones stay. */
  redirectTo(port: number): void;
  close(): Promise<void>;
}

/** Forwards bytes between a client and the server. */
export type Relay = (client: Socket, server: Socket) => void;

const forward: Relay = (client, server) => {
  client.pipe(server);
  server.pipe(client);
};

export async function startTcpProxy(port: number, relay: Relay = forward): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let target = port;
  const listener = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    relay(client, server);
  });
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    redirectTo(next) {
      target = next;
    },
    switchTo(next) {
      target = next;
      breakAll();
    },
    async close() {
      breakAll();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** The same URL with another port on loopback. */
export function throughPort(url: string, port: number): string {
  const other = new URL(url);
  other.host = `127.0.0.1:${port}`;
  return other.href;
}
