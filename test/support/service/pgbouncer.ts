import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onFreePort } from '../../../src/dev/server/ports.ts';
import { startServer } from '../../../src/dev/server/server-process.ts';
import { findPostgresUser, giveTo } from '../../../src/dev/server/server-user.ts';

const run = promisify(execFile);

/** A real PgBouncer in front of a Postgres, for transactions. */
export interface PgBouncer {
  /** The address of a database of that Postgres, through the pooler. */
  through(databaseUrl: string): string;
  /** The environment with which the service uses that database through the pooler. */
  envOf(databaseUrl: string): { DATABASE_URL: string; DATABASE_DIRECT_URL: string; DATABASE_PREPARE: string };
  kill(): Promise<void>;
  /** Starts it again on its port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Its version, such as `1.18.0`; undefined where it is not installed. */
export async function findPgBouncer(): Promise<string | undefined> {
  const shown = await run('pgbouncer', ['--version']).catch(() => undefined);
  return /^PgBouncer (\S+)/.exec(shown?.stdout ?? '')?.[1];
}

/**
 * Starts a PgBouncer for all databases of the server. It hands sessions out in turns, so that a client hardly
 * ever gets the same one twice, and what is left behind in a session meets others. @throws Error where it is
 * not installed
 */
export async function startPgBouncer(serverUrl: string, sessions = 6, clients = 2_000): Promise<PgBouncer> {
  if ((await findPgBouncer()) === undefined)
    throw new Error('pgbouncer is not on PATH: apt-get install --no-install-recommends pgbouncer');
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-pgbouncer-'));
  const user = await findPostgresUser();
  await writeFile(
    join(folder, 'users.txt'),
    `"${server.username}" "${decodeURIComponent(server.password)}"\n`,
  );
  const start = async (on: number) => {
    const settings = [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${on}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      `max_client_conn = ${clients}`,
      `default_pool_size = ${sessions}`,
      'server_round_robin = 1',
      'server_idle_timeout = 3',
      'server_login_retry = 1',
      `pidfile = ${join(folder, 'pid')}`,
    ];
    await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
    await giveTo(user, folder);
    return startServer({
      user,
      command: ['pgbouncer', '-q', join(folder, 'pgbouncer.ini')],
      cwd: folder,
      logPath: join(folder, 'pgbouncer.log'),
      stopSignal: 'INT',
      isReady: () => accepts(on),
    });
  };
  const [port, first] = await onFreePort(0, async (free) => [free, await start(free)] as const);
  let running = first;
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  return {
    through,
    envOf: (databaseUrl) => ({
      DATABASE_URL: through(databaseUrl),
      DATABASE_DIRECT_URL: databaseUrl,
      DATABASE_PREPARE: '0',
    }),
    async kill() {
      process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGKILL');
      await running.exited;
      await rm(join(folder, 'pid'), { force: true });
    },
    async restart() {
      running = await start(port);
    },
    async close() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
