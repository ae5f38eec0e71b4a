import { Socket } from 'node:net';
import postgres from 'postgres';
import type { DatabaseAddress } from '../../environment/database-address.ts';
import type { DatabaseHost } from '../../environment/database-hosts.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import { connectTo, ServerSocket } from './server-socket.ts';

type Role = 'primary' | 'standby';

const askTimeoutMs = 2_000;
const lookEveryMs = 2_000;

/** Several servers, of which one at a time is used: the primary, or one of its standbys. */
interface Servers {
  /**
   * A socket that connects to the server that is used. Where none has the role, it connects to one that could
   * not be asked: what goes wrong then is told as with a single server. Where all have another role, it fails
   * with `CONNECTION_OTHER_ROLE`.
   */
  connect(): Promise<Socket>;
  /** How often another server took over. */
  moves(): number;
}

/** By the hosts of an address, which all pools of a process share. */
const known = new WeakMap<readonly DatabaseHost[], Servers>();

/** The servers of an address with several hosts. */
export function serversOf(address: DatabaseAddress, role: Role): Servers {
  const servers = known.get(address.hosts) ?? openServers(address, role);
  known.set(address.hosts, servers);
  return servers;
}

/**
 * The driver (3.4.9) tries hosts in turn by itself, but then never reports that none can be reached, and a
 * new pool begins with the first again, even if that one hangs. So all are asked at once here, and the first
 * with the role is used. While there are connections, it is asked again every 2 s: where it has lost its role
 * or does not answer, and another has the role, the connections to it are ended. Those to a machine that is
 * gone would hang for minutes otherwise.
 */
function openServers(address: DatabaseAddress, role: Role): Servers {
  let used: DatabaseHost | undefined;
  /** Those that could not be asked when none had the role. */
  let silent: readonly DatabaseHost[] = [];
  /** Whether `used` had the role when it was last heard of, and is still asked. */
  let isSure = false;
  let finding: Promise<DatabaseHost | undefined> | undefined;
  let turn = 0;
  let moves = 0;
  let isWatching = false;
  const sockets = new Map<Socket, DatabaseHost>();

  async function find(): Promise<DatabaseHost | undefined> {
    const found = await firstWith(address, role);
    if ('silent' in found) {
      silent = found.silent;
      return undefined;
    }
    isSure = true;
    if (found.host === used) return used;
    if (used !== undefined) moves += 1;
    used = found.host;
    for (const [socket, host] of sockets) if (host !== used) lose(socket);
    return used;
  }
  function findOnce(): Promise<DatabaseHost | undefined> {
    finding ??= find().finally(() => {
      finding = undefined;
    });
    return finding;
  }
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    setTimeout(async () => {
      if (!isSure || used === undefined || (await ask(address, used, role)) !== true) await findOnce();
      isWatching = false;
      if (sockets.size > 0) watch();
      else isSure = false;
    }, lookEveryMs).unref();
  }

  return {
    async connect() {
      const host = (isSure ? used : await findOnce()) ?? silent[turn++ % silent.length];
      if (host === undefined) return failing(`none of the hosts is the ${role}`);
      const socket = new WatchedSocket(() => {
        sockets.delete(socket);
        if (host === used) isSure = false;
      });
      sockets.set(socket, host);
      watch();
      return connectTo(host, socket);
    },
    moves: () => moves,
  };
}

/** The driver removes all listeners of a socket, so its end is not told by an event. */
class WatchedSocket extends ServerSocket {
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    super();
    this.#onEnd = onEnd;
  }
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#onEnd();
    super._destroy(error, callback);
  }
}

/**
 * Ends a connection as a server does that is gone. What speaks TLS over the socket has to hear of it before
 * the socket is destroyed: by an error, or before the end of its handshake only by a close. Otherwise its
 * next write fails when nobody listens any more, which ends the process.
 */
function lose(socket: Socket): void {
  const error = Object.assign(new Error('another server took over'), { code: 'ECONNRESET' });
  if (!socket.destroyed && socket.listenerCount('error') > 0) socket.emit('error', error);
  if (!socket.destroyed) socket.emit('close', true);
  socket.destroy();
}

/**
 * A socket that fails with `CONNECTION_OTHER_ROLE` once it is written to. If it were closed before, the
 * driver would keep what it was about to write, and could not use that connection again. Where it is given no
 * socket, it waits for ever.
 */
function failing(message: string): Socket {
  const socket = new Socket();
  const error = Object.assign(new Error(message), { code: 'CONNECTION_OTHER_ROLE' });
  socket._write = (_chunk, _encoding, done) => done(error);
  return socket;
}

/**
 * The first to answer that has the role; without one, those that did not answer within 2 s or refused to.
 */
async function firstWith(
  address: DatabaseAddress,
  role: Role,
): Promise<{ host: DatabaseHost } | { silent: readonly DatabaseHost[] }> {
  const silent: DatabaseHost[] = [];
  const each = address.hosts.map(async (host) => {
    const answer = await ask(address, host, role);
    if (answer === true) return { host };
    if (answer === undefined) silent.push(host);
    throw new Error('has another role');
  });
  return Promise.any(each).catch(() => ({ silent }));
}

/** Whether a server has the role; undefined where it does not say. */
async function ask(address: DatabaseAddress, host: DatabaseHost, role: Role): Promise<boolean | undefined> {
  const sockets: Socket[] = [];
  const connect = () => {
    const socket = connectTo(host);
    sockets.push(socket);
    return socket;
  };
  const way = { socket: connect }; // the driver's types (3.4.9) lack it
  const sql = postgres(address.url, {
    ...way,
    ssl: address.tls,
    max: 1,
    connect_timeout: askTimeoutMs / 1_000,
    fetch_types: false,
    prepare: false,
    connection: { application_name: 'waitlist-find' },
    onnotice: () => {},
  });
  try {
    const asked = sql<[{ follows: boolean }]>`SELECT pg_is_in_recovery() AS follows`;
    const [{ follows }] = await withTimeout(askTimeoutMs, 'Postgres', asked);
    return follows === (role === 'standby');
  } catch {
    // The driver would wait for ever for a server that hangs to close the connection.
    setTimeout(() => sockets.forEach(lose), askTimeoutMs).unref();
    return undefined;
  } finally {
    sql.end({ timeout: 0 }).catch(() => {});
  }
}
