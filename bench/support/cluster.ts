import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { findPostgres } from '../../src/dev/postgres/postgres-binaries.ts';
import { clusterFolder, createCluster } from '../../src/dev/postgres/postgres-cluster.ts';
import { openPassword } from '../../src/dev/server/password-file.ts';
import { freePort } from '../../src/dev/server/ports.ts';
import { type RunningServer, startServer } from '../../src/dev/server/server-process.ts';
import { findPostgresUser } from '../../src/dev/server/server-user.ts';
import { waitUntil } from '../../src/dev/server/wait-until.ts';

const run = promisify(execFile);

/** A Postgres whose life is in the hands of a run. It keeps its data as in production. */
export interface Cluster {
  readonly url: string;
  readonly port: number;
  /** For whoever runs it; one connection, made anew when it is lost. */
  readonly sql: postgres.Sql;
  /** Resolves when it answers. @throws Error with the last lines of its log */
  start(): Promise<void>;
  isRunning(): boolean;
  /** Ends the server and all of its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Makes a standby of it in another folder, not yet started, that follows this one. */
  clone(folder: string): Promise<Cluster>;
  /** Changes places with a standby that follows it: stops, has that one promoted, and comes back as its standby. */
  demote(successor: Cluster): Promise<void>;
  close(): Promise<void>;
}

/** Opens the cluster in a folder, or a new one; it is not started yet. `settings` are as after Postgres' `-c`. */
export async function openCluster(folder: string, settings: readonly string[] = []): Promise<Cluster> {
  await mkdir(folder, { recursive: true });
  const user = await findPostgresUser();
  const binaries = await findPostgres(join(folder, 'lib'));
  const home = join(folder, 'postgres');
  const data = clusterFolder(home);
  if (!existsSync(home)) await createCluster(home, binaries, user, 'durable');
  const password = await openPassword(home);
  const port = await freePort(0);
  const url = `postgres://app:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  const sql = postgres(url, { max: 1, connect_timeout: 3, backoff: () => 0.1, onnotice: () => {} });
  let server: Omit<RunningServer, 'url'> | undefined;

  const answers = () =>
    sql`SELECT 1`.then(
      () => true,
      () => false,
    );
  /** While Postgres runs, its first process' number is the first line. */
  const postmaster = async () => Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);

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
    async kill() {
      const first = await postmaster();
      const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8');
      const all = [first, ...children.trim().split(' ').filter(Boolean).map(Number)];
      for (const pid of all) killQuietly(pid);
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
      // A file that changes while it is read is put right by the WAL of the backup; tar calls that 1.
      await run('sh', ['-c', 'tar -c "$@" . | tar -x -C "$0"', copy, ...tar]);
      const [backup] = await sql<[{ labelfile: string }]>`SELECT labelfile FROM pg_backup_stop(false)`;
      await writeFile(join(copy, 'backup_label'), backup.labelfile);
      await writeFile(join(copy, 'standby.signal'), '');
      // The last line wins. A standby waits for no standby of its own when it is promoted.
      await appendFile(
        join(copy, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=app password=${password}'\nsynchronous_standby_names = ''\n`,
      );
      return openCluster(other, settings);
    },
    async demote(successor) {
      await server?.stop(); // in good order: the standby gets all that was written
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

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
