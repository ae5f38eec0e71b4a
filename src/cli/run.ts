import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { findServices } from '../local/services.ts';
import { readLocalConfig, readOperatorConfig } from '../shared/config.ts';
import { type Context, openContext } from '../shared/context.ts';
import { print } from './print.ts';

const connectMs = 5_000;

/** Does a command's work on the service's database and prints what it returns, as JSON where `--json` is given. */
export async function run(command: Command, work: (ctx: Context) => Promise<object>): Promise<void> {
  const ctx = await openOperatorContext(process.env);
  try {
    await assertReachable(ctx);
    print(await work(ctx), command.optsWithGlobals().json === true);
  } finally {
    await ctx.sql.end({ timeout: 1 });
  }
}

/** The service's own configuration; without a database in it, that of the servers which `npm start` runs (C10). */
async function openOperatorContext(env: NodeJS.ProcessEnv): Promise<Context> {
  const { databaseUrl, dataDir } = readLocalConfig(env);
  const url = databaseUrl ?? (await findServices(dataDir))?.databaseUrl;
  if (url === undefined) {
    throw new Error(`DATABASE_URL is not set, and no service started with npm start runs under ${dataDir}.`);
  }
  const config = readOperatorConfig({ ...env, DATABASE_URL: url });
  return openContext({ ...config, log: { level: 'silent' } }, 'cli'); // standard output is for the result
}

/** The driver tries for ever where a proxy takes connections and drops them: an operator is told instead. */
async function assertReachable(ctx: Context): Promise<void> {
  const answer = ctx.sql`SELECT 1`.then(() => true);
  const timeUp = sleep(connectMs, false, { ref: false });
  if (!(await Promise.race([answer, timeUp]))) {
    throw new Error(`The database is not available: no answer within ${connectMs / 1_000} s`);
  }
}
