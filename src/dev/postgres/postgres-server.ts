import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { endLeftover } from '../server/leftover-server.ts';
import { postgresLog } from '../server/logs.ts';
import { openPassword } from '../server/password-file.ts';
import { onFreePort } from '../server/ports.ts';
import {
  type RunningServer,
  type ServerCommand,
  type ServerOptions,
  startServer,
} from '../server/server-process.ts';
import { findPostgresUser, giveTo } from '../server/server-user.ts';
import type { ServicesMode } from '../supervisor/control-socket.ts';
import { findPostgres } from './postgres-binaries.ts';
import { clusterFolder, createCluster } from './postgres-cluster.ts';

const DATABASE = 'waitlist';
const ORPHAN_TIMEOUT_MS = 10_000;

const settings: Record<ServicesMode, readonly string[]> = {
  durable: ['shared_buffers=64MB', 'timezone=UTC'], // initdb would use the time zone of the host
  fast: [
    'shared_buffers=128MB',
    'max_connections=400', // test files run in parallel, each with a service and its pools
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum_naptime=10min', // each test file has a database, and each is looked at so often
    'wal_level=minimal',
    'max_wal_senders=0',
    'timezone=Pacific/Kiritimati', // exposes code that relies on the server's time zone being UTC
  ],
};

/** Starts Postgres with the data of its last run here, or with an empty database. */
export async function startPostgres(options: ServerOptions): Promise<RunningServer> {
  const { storageDir, mode, onProgress } = options;
  const user = await findPostgresUser();
  const binaries = await findPostgres(join(options.dataDir, 'lib'));
  const folder = join(storageDir, `pg${binaries.major}`);
  if (!existsSync(folder)) {
    onProgress(`Creating a Postgres ${binaries.major} cluster in ${folder}`);
    await createCluster(folder, binaries, user, mode);
  }
  await giveTo(user, folder);
  const data = clusterFolder(folder);
  const password = await openPassword(folder);
  await clearLeftover(data);

  return onFreePort(options.preferredPort, async (port) => {
    const server = await startAfterOrphans({
      user,
      command: [binaries.postgres, '-D', data, ...serverSettings(port, mode)],
      cwd: data,
      libraryPath: binaries.libraryPath,
      logPath: postgresLog(options.dataDir),
      stopSignal: 'INT', // terminates sessions instead of waiting for them
      isReady: async () => (await readPidFile(data))[7]?.trim() === 'ready', // as pg_ctl does
    });
    // This server has no certificate; sslmode overrides PGSSLMODE.
    const urlOf = (database: string) =>
      `postgres://app:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
    try {
      await createMissingDatabase(urlOf('postgres'));
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { ...server, url: urlOf(DATABASE) };
  });
}

function serverSettings(port: number, mode: ServicesMode): string[] {
  const common = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'log_min_messages=warning',
    'log_checkpoints=off',
    'log_timezone=UTC',
  ];
  return [...common, ...settings[mode]].flatMap((setting) => ['-c', setting]);
}

/**
 * Ends a server that a killed supervisor left behind and makes its pid file safe to start from.
 * Postgres does not start if the pid in the file is alive, even if another program has it by now.
 * It ignores the pid of its parent, so that one is written.
 * The file must stay: Postgres finds the backends of a killed server by it.
 */
async function clearLeftover(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  await endLeftover(pidFile, data, 'INT');
  const [, ...rest] = await readPidFile(data);
  const withoutStatus = rest.slice(0, 6);
  if (rest.length > 0) await writeFile(pidFile, [process.pid, ...withoutStatus].join('\n'));
}

async function readPidFile(data: string): Promise<string[]> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n');
}

/**
 * Retries while backends of a killed server still finish their
 * queries: Postgres does not start until they end.
 */
async function startAfterOrphans(command: ServerCommand): Promise<Omit<RunningServer, 'url'>> {
  const deadline = Date.now() + ORPHAN_TIMEOUT_MS;
  for (;;) {
    try {
      return await startServer(command);
    } catch (error) {
      const hasOrphans = error instanceof Error && error.message.includes('shared memory block');
      if (!hasOrphans || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function createMissingDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    const [existing] = await sql`SELECT FROM pg_database WHERE datname = ${DATABASE}`;
    if (!existing) await sql`CREATE DATABASE ${sql(DATABASE)}`;
  } finally {
    await sql.end();
  }
}
