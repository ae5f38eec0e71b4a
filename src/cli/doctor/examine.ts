import { type Config, readConfig, readOperatorConfig } from '../../shared/config.ts';
import { openContext } from '../../shared/context.ts';
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
    const canQuery = postgres.every(
      ({ check, state }) => state !== 'problem' || !['postgres', 'migrations'].includes(check),
    );
    const [secrets, jobs] = canQuery
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
