import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServices } from '../../../src/dev/supervisor/services.ts';
import { readConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { insertWaitlist } from '../../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { migrateDirectly } from '../../../src/shared/platform/postgres/pooler.ts';
import { openProgress, type Progress } from '../../../src/shared/platform/process/progress.ts';
import { type MailSink, startMailSink } from '../mail-sink.ts';
import { makeAccount } from '../service/make.ts';
import { type ServiceProcess, startProcess } from '../service/processes.ts';
import { migrateBuild } from './build.ts';
import { openCluster } from './cluster.ts';

/** A quarter of a server with 4 GB, as Postgres' documentation advises. */
const postgresBuffers = '1GB';

/**
 * The built service, its Postgres and Redis with production settings, and a mail server. All files are in one
 * temporary folder.
 */
export interface Deployment {
  /** Of the web processes that were asked for. */
  readonly urls: readonly string[];
  readonly sql: Sql;
  /** The folder that Postgres and Redis write to. */
  readonly dataDir: string;
  /** The mail server that takes the service's own mails. */
  readonly sink: MailSink;
  /** The environment to start more processes with. */
  readonly env: NodeJS.ProcessEnv;
  /** A status line on the terminal. Call `end` before printing anything else. */
  readonly progress: Progress;
  /** Starts one more process, of the build in `cwd`. `close` stops it if it still runs. */
  start(
    kind: 'web' | 'worker',
    change?: NodeJS.ProcessEnv,
    options?: { cwd?: string },
  ): Promise<ServiceProcess>;
  /** A waitlist in a new account. */
  makeWaitlist(): Promise<{ accountId: string; key: string; waitlist: string }>;
  /** Resolves when no mail is pending. */
  waitForMails(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts everything. `prepare` runs on the empty database before the migrations, over connections of its own.
 * Migrations and processes are those of the build in `cwd`.
 */
export async function startDeployment(
  processes: { webs: number; workers: number; cwd?: string },
  more: NodeJS.ProcessEnv = {},
  prepare?: (sql: Sql) => Promise<void>,
): Promise<Deployment> {
  const progress = openProgress();
  progress.show('Starting servers and processes');
  const dataDir = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  const cluster = await openCluster(join(dataDir, 'cluster'), [`shared_buffers=${postgresBuffers}`]);
  await cluster.start();
  const given = { databaseUrl: cluster.url };
  const services = await startServices({ dataDir, mode: 'durable', given });
  const sink = await startMailSink();
  const env = {
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    TRUST_PROXY: 'loopback',
    ENCRYPTION_KEY: '0'.repeat(64),
    MANAGED_EMAIL_URL: sink.url,
    MANAGED_EMAIL_FROM: 'Acme <hello@example.com>',
    ...more,
  };
  const open = () => openContext({ ...readConfig(env), log: { level: 'silent' } }, 'cli');
  if (prepare) {
    const { sql: empty } = open();
    await prepare(empty);
    await empty.end();
  }
  const ctx = open();
  const { sql } = ctx;
  if (processes.cwd === undefined) await migrateDirectly(ctx);
  else await migrateBuild({ cwd: processes.cwd, env });
  const started: ServiceProcess[] = [];
  async function start(
    kind: 'web' | 'worker',
    change: NodeJS.ProcessEnv = {},
    options?: { keepLog?: boolean; cwd?: string },
  ): Promise<ServiceProcess> {
    const process = await startProcess(
      kind,
      { ...env, ...change },
      { ...(processes.cwd !== undefined && { cwd: processes.cwd }), ...options },
    );
    started.push(process);
    return process;
  }
  const startAll = (kind: 'web' | 'worker', count: number) =>
    Promise.all(Array.from({ length: count }, () => start(kind, {}, { keepLog: false })));
  const webs = await startAll('web', processes.webs);
  await startAll('worker', processes.workers);
  progress.end();
  return {
    progress,
    dataDir,
    urls: webs.map(({ url }) => url),
    sql,
    sink,
    env,
    start,
    async makeWaitlist() {
      const { accountId, key } = await makeAccount(sql);
      const waitlist = newId();
      await sql.begin((tx) => insertWaitlist(tx, { id: waitlist, account_id: accountId, name: 'Beta' }));
      return { accountId, key, waitlist };
    },
    async waitForMails() {
      const pending = () => sql`SELECT 1 FROM outbox WHERE job = 'send-signup-email' LIMIT 1`;
      while ((await pending()).length > 0) {
        progress.show('Waiting for the last mail');
        await sleep(20);
      }
      progress.end();
    },
    async close() {
      progress.end();
      for (const { child } of started) child.kill('SIGCONT'); // a suspended process cannot stop
      await Promise.all(started.map((process) => process.stop()));
      await sink.close();
      await sql.end();
      await services.release();
      await cluster.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
