import { AccountEnv, toAccountConfig } from './account/config.ts';
import { FormsEnv, toFormsConfig } from './capabilities/forms/turnstile.ts';
import { EventsEnv, toEventsConfig } from './events/config.ts';
import { ListEnv, toListConfig } from './list/config.ts';
import { MailEnv, toMailConfig } from './mail/config.ts';
import { PlatformEnv, ServingEnv, toPlatformConfig, toServingConfig } from './platform/config.ts';
import { type Checked, checkEnvironment } from './platform/environment/environment.ts';
import { openLog } from './platform/process/log.ts';

/** The variables of each district. */
const OperatorEnv = {
  platform: PlatformEnv,
  account: AccountEnv,
  list: ListEnv,
  events: EventsEnv,
  mail: MailEnv,
  forms: FormsEnv,
};

/**
 * Reads the configuration of the service from the environment (C9.3). An empty variable counts as unset.
 * @throws Error that names every bad variable on one line and shows no values
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const { serving, ...data } = checkEnvironment({ ...OperatorEnv, serving: ServingEnv }, env);
  const operator = toOperatorConfig(data);
  const { redis, warnings } = toServingConfig(serving);
  return { ...operator, redis, warnings: [...operator.warnings, ...warnings] };
}
export type Config = ReturnType<typeof readConfig>;

/** Like `readConfig`, but a bad environment ends the process with a line in its log and exit code 1. */
export function readConfigOrExit(env: NodeJS.ProcessEnv, name: 'web' | 'worker'): Config {
  try {
    return readConfig(env);
  } catch (error) {
    openLog({ log: { level: 'fatal' } }, name).fatal(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

/**
 * The configuration of the command line (C10). Redis is not needed, and encryption keys only for secrets.
 * @throws Error like `readConfig`
 */
export function readOperatorConfig(env: NodeJS.ProcessEnv): OperatorConfig {
  return toOperatorConfig(checkEnvironment(OperatorEnv, env));
}
/** The configuration that operations may use. They need no Redis: jobs go through the outbox. */
export type OperatorConfig = ReturnType<typeof toOperatorConfig>;

function toOperatorConfig(data: Checked<typeof OperatorEnv>) {
  const { apiUrls: ofEvents, ...events } = toEventsConfig(data.events);
  const { apiUrls: ofMail, ...mail } = toMailConfig(data.mail);
  const { apiUrls: ofForms } = toFormsConfig(data.forms);
  return {
    ...toPlatformConfig(data.platform, { ...ofEvents, ...ofMail, ...ofForms }),
    ...toAccountConfig(data.account),
    ...toListConfig(data.list),
    ...events,
    ...mail,
  };
}

/** The settings of `npm start` and the command line: existing servers and the data folder (C9.1, C10). */
export function readLocalConfig(env: NodeJS.ProcessEnv) {
  return {
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    dataDir: env.DATA_DIR || '.data',
    encryptionKey: env.ENCRYPTION_KEY || undefined,
    hasOwnMail: Boolean(env.MANAGED_EMAIL_URL),
  };
}
