import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServices } from '../../src/dev/supervisor/services.ts';
import { readConfig } from '../../src/shared/config.ts';
import { type Context, openContext } from '../../src/shared/context.ts';
import { setEmailProvider } from '../../src/shared/email/settings/set-email-provider.ts';
import { newId } from '../../src/shared/ids.ts';
import { setIntegration } from '../../src/shared/integrations/set-integration.ts';
import type { Sql } from '../../src/shared/postgres/connection.ts';
import { migrate } from '../../src/shared/postgres/migrate.ts';
import { openProgress, type Progress } from '../../src/shared/process/progress.ts';
import { insertWaitlist } from '../../src/shared/waitlists/queries.ts';
import { resendKey } from '../../test/support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../../test/support/mail-sink.ts';
import { makeAccount } from '../../test/support/service/make.ts';
import { type ServiceProcess, startProcess } from '../../test/support/service/processes.ts';
import { openCluster } from './cluster.ts';

/** A quarter of a server with 4 GB, as Postgres' documentation advises. */
const postgresBuffers = '1GB';

/** The built service with real servers that keep their data as in production, in a folder of its own. */
export interface Bench {
  readonly urls: readonly string[];
  readonly sql: Sql;
  /** The folder with all that the servers write. */
  readonly dataDir: string;
  readonly sink: MailSink;
  /** The environment to start more processes with. */
  readonly env: NodeJS.ProcessEnv;
  /** For whoever watches. What is printed for good comes after an `end`. */
  readonly progress: Progress;
  /** Starts one more process, which ends with the bench at the latest. */
  start(kind: 'web' | 'worker', change?: NodeJS.ProcessEnv): Promise<ServiceProcess>;
  makeWaitlist(): Promise<{ accountId: string; key: string; waitlist: string }>;
  /** Resolves when no mail is owed any more. */
  mailed(): Promise<void>;
  close(): Promise<void>;
}

export async function startBench(
  processes: { webs: number; workers: number },
  more: NodeJS.ProcessEnv = {},
  /** Done to the empty database, over connections that are closed behind it. */
  prepare?: (sql: Sql) => Promise<void>,
): Promise<Bench> {
  const progress = openProgress();
  progress.show('Starting servers and processes');
  const dataDir = await mkdtemp(join(tmpdir(), 'waitlist-bench-'));
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
    MANAGED_EMAIL_FROM: 'Bench <bench@example.com>',
    ...more,
  };
  const open = () => openContext({ ...readConfig(env), log: { level: 'silent' } }, 'cli').sql;
  if (prepare) {
    const empty = open();
    await prepare(empty);
    await empty.end();
  }
  const sql = open();
  await migrate(sql);
  const started: ServiceProcess[] = [];
  async function start(
    kind: 'web' | 'worker',
    change: NodeJS.ProcessEnv = {},
    options?: { keepLog: boolean },
  ): Promise<ServiceProcess> {
    const process = await startProcess(kind, { ...env, ...change }, options);
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
      await sql.begin((tx) => insertWaitlist(tx, { id: waitlist, account_id: accountId, name: 'Bench' }));
      return { accountId, key, waitlist };
    },
    async mailed() {
      const owed = () => sql`SELECT 1 FROM outbox WHERE job = 'send-signup-email' LIMIT 1`;
      while ((await owed()).length > 0) {
        progress.show('Waiting for the last mail');
        await sleep(20);
      }
      progress.end();
    },
    async close() {
      progress.end();
      for (const { child } of started) child.kill('SIGCONT'); // one that stands still ends for nobody
      await Promise.all(started.map((process) => process.stop()));
      await sink.close();
      await sql.end();
      await services.release();
      await cluster.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs an operator's operation beside the service. */
export async function asOperator<T>(
  { env }: Pick<Bench, 'env'>,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const ctx = openContext({ ...readConfig(env), log: { level: 'silent' } }, 'cli');
  try {
    return await run(ctx);
  } finally {
    await ctx.sql.end();
  }
}

/** Has an account's events told to a webhook. */
export async function setWebhook(bench: Pick<Bench, 'env'>, accountId: string, url: string): Promise<void> {
  const caller = { accountId, plan: 'scale' } as const;
  await asOperator(bench, (ctx) => setIntegration(ctx, caller, 'webhook', { config: { url } }));
}

/** Has an account send its mails over Resend. @returns where Resend may post its events */
export function setResend(
  bench: Pick<Bench, 'env'>,
  accountId: string,
  { apiKey = resendKey, webhookSecret }: { apiKey?: string; webhookSecret?: string } = {},
): Promise<{ webhook_url: string | null }> {
  return asOperator(bench, (ctx) =>
    setEmailProvider(ctx, accountId, {
      type: 'resend',
      from: 'Acme <hello@acme.test>',
      config: { api_key: apiKey },
      ...(webhookSecret !== undefined && { webhookSecret }),
      skipVerify: true,
    }),
  );
}
