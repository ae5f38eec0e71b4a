import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { type RunningServer, startServer } from '../../../../src/dev/server/server-process.ts';
import { findPostgresUser, giveTo } from '../../../../src/dev/server/server-user.ts';
import { waitUntil } from '../../../../src/dev/server/wait-until.ts';
import { quietPort } from '../../network/quiet-port.ts';
import { signalAll, withChildren } from '../cluster.ts';
import type { Etcd } from './etcd.ts';

const conf = 'ops/patroni';
/** Patroni answers a switchover when it is done. */
const askMs = 30_000;

/** Passwords of all nodes. */
export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly restapi: string;
}

/** Patroni with its Postgres, as one machine has them, with the configuration of `ops/patroni`. */
export interface PatroniNode {
  readonly name: string;
  /** Of Postgres. */
  readonly port: number;
  /** One connection for the run itself, as superuser. It reconnects. */
  readonly sql: postgres.Sql;
  /** Whether its Postgres answers, and takes writes. */
  isPrimary(): Promise<boolean>;
  /** Asks Patroni. With a body the request may change something. @throws Error for another answer than 200 */
  ask(path: string, method?: 'POST' | 'PATCH', body?: object): Promise<unknown>;
  /** Starts Patroni, and it Postgres. Resolves when Patroni answers. */
  start(): Promise<void>;
  /** Stops Patroni, which stops Postgres. */
  stop(): Promise<void>;
  /** Kills all processes of both with SIGKILL. */
  kill(): Promise<void>;
  /** Suspends all processes of both. */
  suspend(): Promise<void>;
  resume(): void;
  /** Cuts Patroni off from etcd. */
  cutOff(): void;
  reconnect(): void;
  close(): Promise<void>;
}

/** Opens a node in a folder of its own. It is not started. `bin` has the programs of Postgres. */
export async function openNode(
  folder: string,
  name: string,
  { bin, etcd, passwords }: { bin: string; etcd: Etcd; passwords: Passwords },
): Promise<PatroniNode> {
  await mkdir(folder, { recursive: true });
  const user = await findPostgresUser();
  const path = await etcd.openPath();
  const [port, restPort] = [await quietPort(), await quietPort()];
  const own = {
    PATRONI_NAME: name,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
    PATRONI_ETCD_HOSTS: `127.0.0.1:${path.port}`,
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
    PATRONI_RESTAPI_PASSWORD: passwords.restapi,
  };
  const shipped = await readFile(join(conf, 'node.env'), 'utf8');
  const names = [...shipped.matchAll(/^(\w+)=/gm)].map(([, each]) => each);
  if (names.join() !== Object.keys(own).join()) throw new Error(`node.env has ${names}`);
  const data = join(folder, 'data');
  const places = {
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
  };
  const [config, pidFile] = [join(folder, 'config.yml'), join(folder, 'patroni.pid')];
  await copyFile(join(conf, 'patroni.yml'), config);
  await giveTo(user, folder);
  const sql = postgres(`postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`, {
    max: 1,
    connect_timeout: 3,
    backoff: () => 0.1,
    onnotice: () => {},
  });
  const rest = `http://127.0.0.1:${restPort}`;
  const authorization = `Basic ${Buffer.from(`patroni:${passwords.restapi}`).toString('base64')}`;
  let server: Omit<RunningServer, 'url'> | undefined;
  let suspended: readonly number[] = [];
  /** Patroni and Postgres, which are not each other's children. */
  async function processes(): Promise<number[]> {
    const files = [pidFile, join(data, 'postmaster.pid')].filter((file) => existsSync(file));
    const pids = await Promise.all(
      files.map(async (file) => Number.parseInt(await readFile(file, 'utf8'), 10)),
    );
    return (await Promise.all(pids.map(withChildren))).flat();
  }
  const resume = () => {
    signalAll(suspended, 'SIGCONT');
    suspended = [];
  };
  return {
    name,
    port,
    sql,
    isPrimary: () =>
      sql<[{ is: boolean }]>`SELECT NOT pg_is_in_recovery() AS is`.then(
        ([{ is }]) => is,
        () => false,
      ),
    async ask(where, method, body) {
      const change = method && { method, headers: { authorization }, body: JSON.stringify(body) };
      const response = await fetch(`${rest}${where}`, { ...change, signal: AbortSignal.timeout(askMs) });
      const text = await response.text();
      if (response.status !== 200)
        throw new Error(`${name} answers ${where} with ${response.status} ${text}`);
      return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    },
    async start() {
      const variables = Object.entries({ ...own, ...places }).map(([key, value]) => `${key}=${value}`);
      server = await startServer({
        user,
        command: ['sh', '-c', 'echo $$ >"$0" && exec env "$@"', pidFile, ...variables, 'patroni', config],
        cwd: folder,
        logPath: join(folder, 'patroni.log'),
        stopSignal: 'TERM',
        isReady: () =>
          fetch(`${rest}/liveness`).then(
            () => true,
            () => false,
          ),
      });
    },
    async stop() {
      await server?.stop();
      server = undefined;
    },
    async kill() {
      const all = await processes();
      signalAll(all, 'SIGKILL');
      await server?.exited;
      server = undefined;
      await waitUntil(() => all.every((pid) => !existsSync(`/proc/${pid}`)), 10_000);
    },
    async suspend() {
      suspended = await processes();
      signalAll(suspended, 'SIGSTOP');
    },
    resume,
    cutOff: path.cut,
    reconnect: path.mend,
    async close() {
      resume();
      await server?.stop();
      await sql.end({ timeout: 1 });
      await path.close();
    },
  };
}
