import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { readEncryptionKey } from '../dev/encryption-key.ts';
import { findAddress } from '../dev/service-address.ts';
import { findDatabase } from '../dev/supervisor/services.ts';
import { readLocalConfig, readOperatorConfig } from '../shared/config.ts';
import { type Context, openContext } from '../shared/context.ts';
import { withoutEmpty } from '../shared/process/environment.ts';
import { openProgress } from '../shared/process/progress.ts';
import { print } from './print.ts';

const connectMs = 5_000;

/** Does a command's work on the service's database and prints what it returns, as JSON where `--json` is given; meanwhile a terminal shows how far it is. */
export async function run(
  command: Command,
  work: (ctx: Context, onProgress: (text: string) => void) => Promise<object>,
): Promise<void> {
  const progress = openProgress();
  const ctx = await openOperatorContext(process.env);
  try {
    await assertReachable(ctx);
    const result = await work(ctx, progress.show);
    progress.end();
    print(result, command.optsWithGlobals().json === true);
  } finally {
    progress.end();
    await ctx.sql.end({ timeout: 1 });
  }
}

/** The service's own configuration; without a database in it, that of the servers which `npm start` runs (C10). */
async function openOperatorContext(env: NodeJS.ProcessEnv): Promise<Context> {
  const { databaseUrl, dataDir } = readLocalConfig(env);
  const config = readOperatorConfig(databaseUrl ? env : await withLocalServers(env, dataDir));
  return openContext({ ...config, log: { level: 'silent' } }, 'cli'); // standard output is for the result
}

/** The environment with what `npm start` made for this folder in the place of what is not set. */
async function withLocalServers(env: NodeJS.ProcessEnv, dataDir: string): Promise<NodeJS.ProcessEnv> {
  const databaseUrl = await findDatabase(dataDir);
  if (!databaseUrl)
    throw new Error(`DATABASE_URL is not set, and no service started with npm start runs under ${dataDir}.`);
  const ENCRYPTION_KEY = await readEncryptionKey(dataDir);
  const BASE_URL = await findAddress(await realpath(dataDir));
  return { ENCRYPTION_KEY, ...(BASE_URL && { BASE_URL }), ...withoutEmpty(env), DATABASE_URL: databaseUrl };
}

/** The driver tries for ever where a proxy takes connections and drops them: an operator is told instead. */
async function assertReachable(ctx: Context): Promise<void> {
  const answer = ctx.sql`SELECT 1`.then(() => true);
  const timeUp = sleep(connectMs, false, { ref: false });
  if (!(await Promise.race([answer, timeUp]))) {
    throw new Error(`The database is not available: no answer within ${connectMs / 1_000} s`);
  }
}
