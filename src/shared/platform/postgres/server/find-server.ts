import { Socket } from 'node:net';
import postgres from 'postgres';
import type { DatabaseAddress } from '../../environment/database-address.ts';
import type { DatabaseHost } from '../../environment/database-hosts.ts';
import { withTimeout } from '../../process/with-timeout.ts';

type Role = 'primary' | 'standby';

const askTimeoutMs = 2_000;
const lookEveryMs = 2_000;

/** Several servers, of which one at a time is used: the primary, or one of its standbys. */
interface Servers {
  /**
   * A socket that connects to the server that is used. Where none has the role, to any: what goes wrong then
   * is told as with a single server.
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
  /** Whether `used` had the role when it was last heard of. */
  let isSure = false;
  let finding: Promise<void> | undefined;
  let turn = 0;
  let moves = 0;
  let isWatching = false;
  const sockets = new Map<Socket, DatabaseHost>();

  async function find(): Promise<void> {
    const found = await firstWith(address, role);
    if (found === undefined) return;
    isSure = true;
    if (found === used) return;
    if (used !== undefined) moves += 1;
    used = found;
    for (const [socket, host] of sockets)
      if (host !== found)
        socket.destroy(Object.assign(new Error('another server took over'), { code: 'ECONNRESET' }));
  }
  function findOnce(): Promise<void> {
    finding ??= find().finally(() => {
      finding = undefined;
    });
    return finding;
  }
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    setTimeout(async () => {
      if (!isSure || used === undefined || !(await hasRole(address, used, role))) await findOnce();
      isWatching = false;
      if (sockets.size > 0) watch();
    }, lookEveryMs).unref();
  }

  return {
    async connect() {
      if (!isSure) await findOnce();
      const host = (isSure ? used : address.hosts[turn++ % address.hosts.length]) ?? address.hosts[0];
      if (host === undefined) throw new Error('no hosts');
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
class WatchedSocket extends Socket {
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

/** The driver names the server by `host` and `port`, in errors and to TLS. */
function connectTo({ name, port }: DatabaseHost, socket: Socket): Socket {
  return Object.assign(socket, { host: name, port }).connect(port, name);
}

/** The first to answer that has the role; undefined once all have answered, or not within 2 s. */
function firstWith(address: DatabaseAddress, role: Role): Promise<DatabaseHost | undefined> {
  const each = address.hosts.map(async (host) => {
    if (await hasRole(address, host, role)) return host;
    throw new Error('has another role');
  });
  return Promise.any(each).catch(() => undefined);
}

async function hasRole(address: DatabaseAddress, host: DatabaseHost, role: Role): Promise<boolean> {
  const way = { socket: () => connectTo(host, new Socket()) }; // the driver's types (3.4.9) lack it
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
    return false;
  } finally {
    sql.end({ timeout: 0 }).catch(() => {});
  }
}
