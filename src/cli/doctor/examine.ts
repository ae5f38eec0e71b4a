import { type Config, readConfig, readOperatorConfig } from '../../shared/config.ts';
import { type Context, openContext } from '../../shared/context.ts';
import { openLog } from '../../shared/platform/process/log.ts';
import { type Check, ok, problem, reasonOf, warning } from './check.ts';
import { checkAddress } from './check-address.ts';
import { checkEnvironment } from './check-environment.ts';
import { checkJobs } from './check-jobs.ts';
import { checkMail } from './check-mail.ts';
import { checkMailServer } from './check-mail-server.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkRedis } from './check-redis.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSingleSignOn } from './check-single-sign-on.ts';
import { checkNotifications } from './restore/check-notifications.ts';
import { checkRestore } from './restore/check-restore.ts';
import { type RestoreWishes, settleRestore } from './restore/settle-restore.ts';

/** Does all checks that the environment allows. Changes nothing. */
export async function examine(
  env: NodeJS.ProcessEnv,
  { dkimSelectors }: { readonly dkimSelectors: readonly string[] },
): Promise<Check[]> {
  const advice = 'See docs/configuration.md. The service does not start with it.';
  const whole = attempt(() => readConfig(env));
  const operator = attempt(() => readOperatorConfig(env));
  const checks: Check[] = [
    'error' in whole ? problem('environment', whole.error, advice) : describeWarnings(whole.value),
  ];
  if ('error' in operator) return checks;
  const ctx = openContext({ ...operator.value, log: { level: 'silent' } }, 'cli');
  try {
    const [postgres, redis, mail, mailServer, address, singleSignOn] = await Promise.all([
      guarded('postgres', () => checkPostgres(ctx)),
      'error' in whole
        ? []
        : guarded('redis', () => checkRedis(whole.value, openLog({ log: { level: 'silent' } }, 'cli'))),
      guarded('mail', () => checkMail(operator.value, dkimSelectors)),
      guarded('mail_server', () => checkMailServer(operator.value)),
      guarded('address', () => checkAddress(operator.value.baseUrl)),
      guarded('single_sign_on', () => checkSingleSignOn(operator.value)),
    ]);
    const [secrets, jobs] = canQuery(postgres)
      ? await Promise.all([
          guarded('secrets', () => checkSecrets(ctx)),
          guarded('jobs', () => checkJobs(ctx)),
        ])
      : [[], []];
    return [
      ...checks,
      ...checkEnvironment(env, operator.value),
      ...postgres,
      ...redis,
      ...jobs,
      ...mail,
      ...mailServer,
      ...address,
      ...singleSignOn,
      ...secrets,
    ];
  } finally {
    await ctx.sql.end({ timeout: 1 });
  }
}

/** Checks a database that was restored to an earlier time, and does what was asked for before. */
export async function examineRestore(env: NodeJS.ProcessEnv, wishes: RestoreWishes): Promise<Check[]> {
  const read = attempt(() => readConfig(env));
  if ('error' in read)
    return [problem('environment', read.error, 'Run this with the whole environment of the service.')];
  const config = read.value;
  const silent = { level: 'silent' } as const;
  const ctx = openContext({ ...config, log: silent }, 'cli');
  const old = openOld(env, wishes.oldDatabase);
  try {
    const postgres = await guarded('postgres', () => checkPostgres(ctx));
    if (!canQuery(postgres)) return postgres;
    const log = openLog({ log: silent }, 'cli');
    const redis = await guarded('redis', () => checkRedis(config, log));
    const isRunning = redis.some(({ check, state }) => check === 'workers' && state === 'ok');
    return [
      ...postgres,
      ...redis.filter(({ check }) => check !== 'workers'),
      isRunning ? stillRunning : ok('workers', 'No worker runs.'),
      ...(await guarded('secrets', () => checkSecrets(ctx))),
      ...(await guarded('restored_redis', () => checkNotifications(config, log, ctx.sql))),
      ...(await guarded('settle', () => settleRestore(ctx, wishes, old))),
      ...(await guarded('restored', () => checkRestore(ctx))),
    ];
  } finally {
    await Promise.all([ctx.sql.end({ timeout: 1 }), old?.end({ timeout: 1 })]);
  }
}

/** Another database, with the environment of this one. @throws Error if its URL is none */
function openOld(env: NodeJS.ProcessEnv, url: string | undefined): Context['sql'] | undefined {
  if (url === undefined) return undefined;
  const config = readConfig({ ...env, DATABASE_URL: url });
  return openContext({ ...config, log: { level: 'silent' } }, 'cli').sql;
}

const stillRunning = warning(
  'workers',
  'A worker ran in the last 15 s. What it found waiting, it may have sent already.',
  'Stop web and worker, and start them when nothing below is left to decide.',
);

const canQuery = (postgres: readonly Check[]) =>
  postgres.every(({ check, state }) => state !== 'problem' || !['postgres', 'migrations'].includes(check));

function describeWarnings({ warnings }: Config): Check {
  if (warnings.length === 0) return ok('environment', 'All variables are valid.');
  return warning('environment', warnings.join(' '), 'See docs/deployment.md.');
}

/** A check that fails itself is a problem too. */
async function guarded(name: string, check: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    return [problem(name, `The check failed: ${reasonOf(error)}`, 'Run it again.')];
  }
}

function attempt<T>(read: () => T): { value: T } | { error: string } {
  try {
    return { value: read() };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}
