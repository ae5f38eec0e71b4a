import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresUser, giveTo } from '../../../src/dev/server/server-user.ts';
import { until } from '../until.ts';
import { type Cluster, openCluster } from './cluster.ts';

const run = promisify(execFile);
const confFolder = 'ops/pgbackrest';
const socketName = 'socket';

/** A cluster whose log pgBackRest archives, with the configuration of `ops/pgbackrest`. */
export interface ArchivedCluster {
  readonly cluster: Cluster;
  /** Makes a full backup beside whatever runs. */
  backUp(): Promise<void>;
  /** Resolves when everything that is committed by now is in the archive, as `archive_timeout` has it. */
  archiveAll(): Promise<void>;
  /**
   * Restores the backup to another folder, to a time of the server, from what pgBackRest has alone, and
   * starts it.
   */
  restoreTo(time: string, folder: string): Promise<Cluster>;
}

/** @returns undefined where pgBackRest is not installed */
export function findPgBackRest(): Promise<string | undefined> {
  return run('pgbackrest', ['version']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** Creates a cluster in `folder`, starts it, and has its log archived. */
export async function startArchived(folder: string): Promise<ArchivedCluster> {
  const user = await findPostgresUser();
  const [home, socket, repository] = [
    join(folder, '0'),
    join(folder, socketName),
    join(folder, 'repository'),
  ];
  for (const each of [home, socket, repository]) await mkdir(each, { recursive: true });
  const conf = join(folder, 'pgbackrest.conf');
  const command = `pgbackrest --config=${conf}`;
  const archiving = (await settingsOf(join(confFolder, 'archiving.conf'))).map((setting) =>
    setting.replace('pgbackrest', command),
  );
  const settings = [...archiving, `unix_socket_directories=${socket}`];
  const cluster = await openCluster(home, settings);
  const dataOf = (of: string) => join(of, 'postgres', 'data');
  await writeConf(conf, {
    'pg1-path': dataOf(home),
    'pg1-port': String(cluster.port),
    'pg1-socket-path': socket,
    'pg1-user': 'app',
    'repo1-path': repository,
    'repo1-cipher-pass': 'a password of this run',
    'lock-path': join(folder, 'lock'),
    'spool-path': join(folder, 'spool'),
    'log-path': join(folder, 'log'),
    'log-level-file': 'off',
  });
  for (const each of ['lock', 'spool', 'log']) await mkdir(join(folder, each));
  await giveTo(user, folder);
  await cluster.start();
  const env = { PATH: process.env.PATH, PGPASSWORD: new URL(cluster.url).password };
  async function pgBackRest(...args: string[]): Promise<void> {
    const all = [...user.prefix, 'pgbackrest', `--config=${conf}`, '--stanza=waitlist', ...args];
    const [program = '', ...rest] = all;
    await run(program, rest, { env, maxBuffer: 1 << 24, ...user.spawnAs }).catch(
      (error: { stdout?: string; message: string }) => {
        throw new Error(`${error.message}\n${error.stdout ?? ''}`);
      },
    );
  }
  await pgBackRest('stanza-create');
  return {
    cluster,
    backUp: () => pgBackRest('--type=full', 'backup'),
    async archiveAll() {
      const [{ file }] = await cluster.sql<
        [{ file: string }]
      >`SELECT pg_walfile_name(pg_switch_wal()) AS file`;
      const isArchived = async () =>
        (await cluster.sql`SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= ${file}`).length > 0;
      await until(isArchived, 60);
    },
    async restoreTo(time, other) {
      await mkdir(dataOf(other), { recursive: true, mode: 0o700 });
      await copyFile(join(home, 'postgres', 'password'), join(other, 'postgres', 'password'));
      await giveTo(user, other);
      const target = ['--type=time', `--target=${time}`, '--target-action=promote'];
      await pgBackRest(`--pg1-path=${dataOf(other)}`, ...target, 'restore');
      const restored = await openCluster(other, settings);
      await restored.start();
      const isOver = async () => {
        const [row] = await restored.sql<[{ recovers: boolean }]>`SELECT pg_is_in_recovery() AS recovers`;
        return !row.recovers;
      };
      await until(isOver, 120);
      return restored;
    },
  };
}

/** The settings of a file of Postgres, as for `postgres -c`. */
async function settingsOf(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => /^\w/.test(line));
  return lines.map((line) => line.replace(/^(\w+) = '?(.*?)'?$/, '$1=$2'));
}

/** Writes the configuration of `ops` with other values, and those that it leaves out. */
async function writeConf(path: string, values: Readonly<Record<string, string>>): Promise<void> {
  const left = new Map(Object.entries(values));
  const lines = (await readFile(join(confFolder, 'pgbackrest.conf'), 'utf8')).split('\n').map((line) => {
    const [, name = ''] = /^([\w-]+)=/.exec(line) ?? [];
    const value = left.get(name);
    left.delete(name);
    return value === undefined ? line : `${name}=${value}`;
  });
  const isOfCluster = (name: string) => name.startsWith('pg1-');
  const more = [...left].map(([name, value]) => ({ name, line: `${name}=${value}` }));
  const global = more.filter(({ name }) => !isOfCluster(name)).map(({ line }) => line);
  const stanza = more.filter(({ name }) => isOfCluster(name)).map(({ line }) => line);
  const text = lines.join('\n').replace('[global]', ['[global]', ...global].join('\n'));
  await writeFile(path, `${text}${stanza.join('\n')}\n`, { mode: 0o600 });
}
