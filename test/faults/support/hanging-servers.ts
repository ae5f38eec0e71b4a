import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const dripMs = 500;

/** A server that accepts connections and never finishes an answer. */
export interface HangingServer {
  readonly port: number;
  readonly connections: () => number;
  /** The lifetime of the longest connection, open ones included. */
  longestSeconds(): number;
  close(): Promise<void>;
}

/** What the server does with a connection. */
type Behaviour = (socket: Socket) => void;

/** Sends a byte every half second, so that no idle timeout fires. */
function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), dripMs);
  socket.on('close', () => clearInterval(timer));
}

/** Greets, and then sends an endless answer to the first command, byte by byte. */
export const drippingMail: Behaviour = (socket) => {
  socket.write('220 hello\r\n');
  socket.once('data', () => {
    socket.write('250-');
    drip(socket, 'x');
  });
};

/** Accepts a whole mail and never confirms it. */
export const silentMail: Behaviour = (socket) => {
  socket.write('220 hello\r\n');
  let inBody = false;
  socket.on('data', (bytes) => {
    if (inBody) return;
    inBody = /^DATA\r\n/im.test(String(bytes));
    socket.write(inBody ? '354 go on\r\n' : '250 ok\r\n');
  });
};

/** Answers with an endless body, byte by byte. */
export const drippingWeb: Behaviour = (socket) => {
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 1000000\r\n\r\n');
    drip(socket, 'x');
  });
};

/** Reads the request and never answers. */
export const silentWeb: Behaviour = (socket) => void socket.resume();

export async function startHangingServer(behave: Behaviour): Promise<HangingServer> {
  const open = new Map<Socket, number>();
  let connections = 0;
  let longestMs = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.set(socket, performance.now());
    socket.on('error', () => {});
    socket.on('close', () => {
      longestMs = Math.max(longestMs, performance.now() - (open.get(socket) ?? 0));
      open.delete(socket);
    });
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    longestSeconds: () =>
      Math.max(longestMs, ...[...open.values()].map((since) => performance.now() - since)) / 1_000,
    async close() {
      server.close();
      for (const socket of open.keys()) socket.destroy();
      await once(server, 'close');
    },
  };
}
