import { Socket } from 'node:net';
import type { DatabaseHost } from '../../environment/database-hosts.ts';

/**
 * A socket for the driver (3.4.9). It fails where it is closed before the server has said a word, as by a
 * proxy without a server behind it: the driver would connect again and again without a pause, and its
 * statement would wait for ever.
 */
export class ServerSocket extends Socket {
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const isUnanswered = error === null && this.bytesRead === 0 && this.listenerCount('error') > 0;
    super._destroy(isUnanswered ? unanswered() : error, callback);
  }
}

const unanswered = () =>
  Object.assign(new Error('the server closed the connection at once'), { code: 'CONNECTION_UNANSWERED' });

/** The driver names the server by `host` and `port`, in errors and to TLS. */
export function connectTo({ name, port }: DatabaseHost, socket: Socket = new ServerSocket()): Socket {
  return Object.assign(socket, { host: name, port }).connect(port, name);
}
