import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { readEncryptionKey } from '../dev/encryption-key.ts';
import { findAddress, ownReceivers } from '../dev/service-address.ts';
import { findDatabase, findRedis } from '../dev/supervisor/services.ts';
import { readLocalConfig, readOperatorConfig } from '../shared/config.ts';
import { type Context, openContext } from '../shared/context.ts';
import { withoutEmpty } from '../shared/platform/environment/environment.ts';
import { pendingMigrations } from '../shared/platform/postgres/migrate.ts';
import { type MaybeTerminal, openProgress } from '../shared/platform/process/progress.ts';
import { type BriefColumns, describeResult } from './output.ts';

const connectTimeoutMs = 5_000;

/** What a command uses of its process. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: NodeJS.WritableStream;
  /** Shows the progress of a command if it is a terminal. */
  readonly stderr: MaybeTerminal;
}

/**
 * Runs a command on the service's database and prints the result, as JSON with `--json` and as CSV with
 * `--csv`, else as a table of the `brief` columns unless with `--wide`. A terminal shows the progress
 * meanwhile.
 * @throws Error if the database does not answer within 5 s, or migrations are pending and the command is not
 * the one that applies them; and all errors of `work`
 */
export type Run = (
  command: Command,
  work: (ctx: Context, onProgress: (text: string) => void) => Promise<object>,
  brief?: BriefColumns,
) => Promise<void>;

/** Gives commands their way to run in these surroundings. */
export function openRun({ env, stdout, stderr }: Surroundings): Run {
  return async (command, work, brief) => {
    const progress = openProgress(stderr);
    const ctx = await openOperatorContext(env);
    try {
      await assertReachable(ctx);
      if (command.name() !== 'migrate') await assertMigrated(ctx);
      const result = await work(ctx, progress.show);
      progress.end();
      stdout.write(`${describeResult(result, command.optsWithGlobals(), brief)}\n`);
    } finally {
      progress.end();
      await ctx.sql.end({ timeout: 1 });
    }
  };
}

/**
 * Uses the configuration of the service. Without DATABASE_URL, uses the servers that `npm start` runs (C10).
 */
async function openOperatorContext(env: NodeJS.ProcessEnv): Promise<Context> {
  const { databaseUrl, dataDir } = readLocalConfig(env);
  const config = readOperatorConfig(databaseUrl ? env : await withLocalServers(env, dataDir));
  return openContext({ ...config, log: { level: 'silent' } }, 'cli'); // standard output holds only the result
}

/** The environment, with what `npm start` runs if DATABASE_URL is not set and it runs. */
export async function localEnvironment(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { databaseUrl, dataDir } = readLocalConfig(env);
  if (databaseUrl || !(await findDatabase(dataDir))) return env;
  const REDIS_URL = await findRedis(dataDir);
  return { ...(REDIS_URL && { REDIS_URL }), ...(await withLocalServers(env, dataDir)) };
}

/** The environment, with defaults from what `npm start` created in this data folder. */
async function withLocalServers(env: NodeJS.ProcessEnv, dataDir: string): Promise<NodeJS.ProcessEnv> {
  const databaseUrl = await findDatabase(dataDir);
  if (!databaseUrl)
    throw new Error(
      `DATABASE_URL is not set, and npm start is not running for the data folder ${dataDir}. Set DATABASE_URL, or run npm start first.`,
    );
  const ENCRYPTION_KEY = await readEncryptionKey(dataDir);
  const BASE_URL = await findAddress(await realpath(dataDir));
  return {
    ...ownReceivers,
    ENCRYPTION_KEY,
    ...(BASE_URL && { BASE_URL }),
    ...withoutEmpty(env),
    DATABASE_URL: databaseUrl,
  };
}

/**
 * The driver retries forever if a proxy accepts connections and drops them. A command has to fail instead.
 */
async function assertReachable(ctx: Context): Promise<void> {
  const answer = ctx.sql`SELECT 1`.then(() => true);
  const timeout = sleep(connectTimeoutMs, false, { ref: false });
  if (!(await Promise.race([answer, timeout]))) {
    throw new Error(`The database is not available: no answer within ${connectTimeoutMs / 1_000} s`);
  }
}

async function assertMigrated({ sql }: Context): Promise<void> {
  if ((await pendingMigrations(sql)).length > 0)
    throw new Error('The database schema is out of date. Run the migrate command first.');
}
