import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { findPostgres } from '../../../src/dev/postgres/postgres-binaries.ts';
import { clusterFolder, createCluster } from '../../../src/dev/postgres/postgres-cluster.ts';
import { openPassword } from '../../../src/dev/server/password-file.ts';
import { type RunningServer, startServer } from '../../../src/dev/server/server-process.ts';
import { findPostgresUser } from '../../../src/dev/server/server-user.ts';
import { waitUntil } from '../../../src/dev/server/wait-until.ts';
import { quietPort } from '../network/quiet-port.ts';

const run = promisify(execFile);
const debianServers = '/usr/lib/postgresql';

/** A Postgres server that a test may kill, clone and demote. It has production settings. */
export interface Cluster {
  readonly url: string;
  readonly port: number;
  /** One connection for the test itself. It reconnects. */
  readonly sql: postgres.Sql;
  /** Resolves when the server answers. @throws Error with the last lines of its log */
  start(): Promise<void>;
  isRunning(): boolean;
  /** Kills all of its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Suspends all of its processes: connections stay open without answers. */
  suspend(): Promise<void>;
  resume(): void;
  /** Makes a standby in another folder that follows this server. It is not started. */
  clone(folder: string): Promise<Cluster>;
  /** Stops, promotes the standby, and starts again as a standby of that one. */
  demote(successor: Cluster): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the cluster in a folder, and creates it if there is none. It is not started. `settings` are
 * `name=value`, as for `postgres -c`.
 */
export async function openCluster(folder: string, settings: readonly string[] = []): Promise<Cluster> {
  await mkdir(folder, { recursive: true });
  const user = await findPostgresUser();
  const binaries = await findPostgres(join(folder, 'lib'));
  const home = join(folder, 'postgres');
  const data = clusterFolder(home);
  if (!existsSync(home)) await createCluster(home, binaries, user, 'durable');
  const password = await openPassword(home);
  const port = await quietPort();
  const url = `postgres://app:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  const sql = postgres(url, { max: 1, connect_timeout: 3, backoff: () => 0.1, onnotice: () => {} });
  let server: Omit<RunningServer, 'url'> | undefined;

  const answers = () =>
    sql`SELECT 1`.then(
      () => true,
      () => false,
    );
  /** While Postgres runs, the first line of this file is the id of its main process. */
  const postmaster = async () => Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);

  let suspended: readonly number[] = [];
  const processes = async () => withChildren(await postmaster());

  const cluster: Cluster = {
    url,
    port,
    sql,
    async start() {
      const given = [
        'listen_addresses=127.0.0.1',
        `port=${port}`,
        'unix_socket_directories=',
        'timezone=UTC',
        'wal_keep_size=256MB',
        ...settings,
      ];
      server = await startServer({
        user,
        command: [binaries.postgres, '-D', data, ...given.flatMap((setting) => ['-c', setting])],
        cwd: data,
        libraryPath: binaries.libraryPath,
        logPath: join(folder, 'postgres.log'),
        stopSignal: 'INT',
        isReady: answers,
      });
      const started = server;
      void server.exited.then(() => {
        if (server === started) server = undefined;
      });
    },
    isRunning: () => server !== undefined,
    async suspend() {
      suspended = await processes();
      signalAll(suspended, 'SIGSTOP');
    },
    resume() {
      signalAll(suspended, 'SIGCONT');
    },
    async kill() {
      const all = await processes();
      signalAll(all, 'SIGKILL');
      await server?.exited;
      await waitUntil(() => all.every((pid) => !existsSync(`/proc/${pid}`)), 10_000);
    },
    async clone(other) {
      await sql`SELECT pg_backup_start('clone', true)`;
      const copy = clusterFolder(join(other, 'postgres'));
      await rm(other, { recursive: true, force: true });
      await mkdir(copy, { recursive: true, mode: 0o700 });
      await writeFile(join(other, 'postgres', 'password'), `${password}\n`, { mode: 0o600 });
      const leftOut = ['pg_wal/*', 'postmaster.*', 'backup_label*', 'standby.signal', 'pgsql_tmp*'];
      const tar = [...leftOut.map((name) => `--exclude=./${name}`), '--warning=no-file-changed', '-C', data];
      // tar exits with 1 for a file that changes while it is read. Replaying the WAL repairs such a file.
      await run('sh', ['-c', 'tar -c "$@" . | tar -x -C "$0"', copy, ...tar]);
      const [backup] = await sql<[{ labelfile: string }]>`SELECT labelfile FROM pg_backup_stop(false)`;
      await writeFile(join(copy, 'backup_label'), backup.labelfile);
      await writeFile(join(copy, 'standby.signal'), '');
      // The last line of a setting counts. A promoted standby must not wait for a standby of its own.
      await appendFile(
        join(copy, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=app password=${password}'\nsynchronous_standby_names = ''\n`,
      );
      return openCluster(other, settings);
    },
    async demote(successor) {
      await server?.stop(); // cleanly, so that the standby receives all WAL
      await successor.sql`SELECT pg_promote()`;
      await writeFile(join(data, 'standby.signal'), '');
      await appendFile(
        join(data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${successor.port} user=app password=${password}'\nsynchronous_standby_names = ''\n`,
      );
      await cluster.start();
    },
    async close() {
      await sql.end({ timeout: 1 });
      await server?.stop();
    },
  };
  return cluster;
}

/** The programs of the newest Postgres that Debian has installed here; undefined if there is none. */
export async function findDistributionPostgres(): Promise<string | undefined> {
  const versions = (await readdir(debianServers).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((name) => join(debianServers, name, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** A process and its children. Empty if it has ended. */
export async function withChildren(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => undefined);
  return children === undefined ? [] : [pid, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

/** Sends a signal to all processes that still exist. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it has already exited
    }
  }
}
