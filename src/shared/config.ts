import { isIP } from 'node:net';
import { z } from 'zod';
import { couldSignEvents, readManagedAddress } from './email/allowance/managed-address.ts';
import { isHost } from './outbound/address-guard.ts';
import { readCertificate, readDatabaseAddress, sslModes } from './outbound/tls.ts';
import { checkEnvironment, exitOnError, urlOf } from './process/environment.ts';
import { isEncryptionKey } from './secrets/sealed.ts';

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

/** Proxies whose `X-Forwarded-For` is believed: how many hops, or which networks (C9.5). */
export type TrustProxy = number | readonly string[];

const TrustProxy = z.string().transform((text, issues): TrustProxy => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every((network) => networkNames.includes(network) || isNetwork(network))) return networks;
  issues.addIssue({
    code: 'custom',
    message: `expected a number of hops, or addresses, networks or ${networkNames.join(', ')} with commas between`,
  });
  return z.NEVER;
});

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
/** Texts with commas between. */
const list = (item: z.ZodString) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item));

const EncryptionKeys = list(
  z.string().refine(isEncryptionKey, 'expected 32 bytes in base64 or 64 hex digits'),
);

const Host = z
  .string()
  .refine(isHost, 'expected names or addresses of hosts, without ports and with commas between');

const ManagedEmailUrl = urlOf('smtp', 'smtps', 'resend', 'postmark', 'sendgrid', 'mailgun', 'ses').transform(
  (text, issues) => {
    const address = readManagedAddress(text);
    if (address) return address;
    issues.addIssue({ code: 'custom', message: 'lacks what its provider needs, or has it wrong' });
    return z.NEVER;
  },
);

const DatabaseUrl = z.string().superRefine((text, issues) => {
  try {
    readDatabaseAddress(text, {});
  } catch (error) {
    issues.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
  }
});

/** PEM, or the name of a file with it. */
const Certificate = z.string().transform((text, issues): string => {
  try {
    return readCertificate(text);
  } catch {
    issues.addIssue({ code: 'custom', message: 'expected a certificate in PEM, or a file that holds one' });
    return z.NEVER;
  }
});

const OperatorEnv = z
  .object({
    DATABASE_URL: urlOf('postgres', 'postgresql').pipe(DatabaseUrl),
    HOST: z.string().default('0.0.0.0'),
    PORT: integer(0, 65_535).default(3000),
    TRUST_PROXY: TrustProxy.default(0),
    WEB_CONCURRENCY: integer(1, 256).default(1),
    DRAIN_SECONDS: integer(0, 15).default(2),
    DATABASE_POOL: integer(2, 1_000).default(8),
    DATABASE_CA_CERT: Certificate.optional(),
    PGSSLMODE: z.enum(sslModes).optional(),
    EMAIL_CONCURRENCY: integer(1, 1_000).default(100),
    DELIVERY_CONCURRENCY: integer(1, 1_000).default(200),
    BASE_URL: urlOf('http', 'https').optional(),
    ENCRYPTION_KEY: EncryptionKeys.default([]),
    OUTBOUND_ALLOW_HOSTS: list(Host).default([]),
    RESEND_API_URL: urlOf('http', 'https').optional(),
    POSTMARK_API_URL: urlOf('http', 'https').optional(),
    SENDGRID_API_URL: urlOf('http', 'https').optional(),
    MAILGUN_API_URL: urlOf('http', 'https').optional(),
    LOOPS_API_URL: urlOf('http', 'https').optional(),
    KIT_API_URL: urlOf('http', 'https').optional(),
    MANAGED_EMAIL_URL: ManagedEmailUrl.optional(),
    MANAGED_EMAIL_WEBHOOK_SECRET: z.string().optional(),
    MANAGED_EMAIL_FROM: z
      .string()
      .regex(
        /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
        'expected an address such as "Acme <hello@acme.com>"',
      )
      .optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'expected ASCII characters without spaces')
      .optional(),
    ADMIN_USER: z
      .string()
      .regex(/^[^:]+$/, 'must not hold a colon')
      .optional(),
    ADMIN_PASSWORD: z.string().optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .refine((env) => (env.MANAGED_EMAIL_URL === undefined) === (env.MANAGED_EMAIL_FROM === undefined), {
    path: ['MANAGED_EMAIL_FROM'],
    error: 'is needed exactly where MANAGED_EMAIL_URL is set',
  })
  .refine(
    ({ MANAGED_EMAIL_URL: address, MANAGED_EMAIL_WEBHOOK_SECRET: secret }) =>
      !address || secret === undefined || couldSignEvents(address.type, secret),
    {
      path: ['MANAGED_EMAIL_WEBHOOK_SECRET'],
      error: 'is nothing that the provider of MANAGED_EMAIL_URL signs its events with',
    },
  )
  .refine((env) => (env.ADMIN_USER === undefined) === (env.ADMIN_PASSWORD === undefined), {
    path: ['ADMIN_USER'],
    error: 'and ADMIN_PASSWORD are set together or not at all',
  });

const Env = OperatorEnv.safeExtend({
  REDIS_URL: urlOf('redis', 'rediss'),
  REDIS_CA_CERT: Certificate.optional(),
  REDIS_TLS_REJECT_UNAUTHORIZED: z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] }).default(true),
  ENCRYPTION_KEY: EncryptionKeys,
}).refine((env) => env.REDIS_CA_CERT === undefined || env.REDIS_URL.startsWith('rediss:'), {
  path: ['REDIS_CA_CERT'],
  error: 'needs a REDIS_URL that starts with rediss://',
});

/**
 * The service's only reader of the environment (C9.3). A variable that is set to nothing counts as unset.
 * @throws Error that names every bad variable on one line and shows no value
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const data = checkEnvironment(Env, env);
  const tls = data.REDIS_URL.startsWith('rediss:') && {
    ...(data.REDIS_CA_CERT !== undefined && { ca: data.REDIS_CA_CERT }),
    rejectUnauthorized: data.REDIS_TLS_REJECT_UNAUTHORIZED,
  };
  return { ...toOperatorConfig(data), redis: { url: data.REDIS_URL, tls } };
}
export type Config = ReturnType<typeof readConfig>;

/** For a process that starts: a bad environment ends it with one line on standard error, and exit code 1. */
export function readConfigOrExit(env: NodeJS.ProcessEnv): Config {
  return exitOnError(() => readConfig(env));
}

/** The same for the command line (C10), which gets by without Redis, and without keys where it touches no secret. */
export function readOperatorConfig(env: NodeJS.ProcessEnv): OperatorConfig {
  return toOperatorConfig(checkEnvironment(OperatorEnv, env));
}
/** All that the rules may need: what they cause beyond Postgres goes through the outbox. */
export type OperatorConfig = ReturnType<typeof toOperatorConfig>;

/** What a checkout's own commands start from, before there is a configuration: given servers, and the folder of `npm start` (C9.1, C10). */
export function readLocalConfig(env: NodeJS.ProcessEnv) {
  return {
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    dataDir: env.DATA_DIR || '.data',
    encryptionKey: env.ENCRYPTION_KEY || undefined,
    hasOwnMail: Boolean(env.MANAGED_EMAIL_URL),
  };
}

function toOperatorConfig(data: z.infer<typeof OperatorEnv>) {
  return {
    http: {
      host: data.HOST,
      port: data.PORT,
      trustProxy: data.TRUST_PROXY,
      processes: data.WEB_CONCURRENCY,
      drainSeconds: data.DRAIN_SECONDS,
    },
    database: {
      ...readDatabaseAddress(data.DATABASE_URL, { mode: data.PGSSLMODE, ca: data.DATABASE_CA_CERT }),
      connections: data.DATABASE_POOL,
    },
    /** Where the service is reached from outside, without a slash at its end. */
    baseUrl: (data.BASE_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, ''),
    /** What secrets are sealed with; the first one seals, all of them open (C7.8). */
    encryptionKeys: data.ENCRYPTION_KEY,
    outbound: {
      /** Hosts that requests of accounts may reach whatever their address (C7.6). */
      allowHosts: data.OUTBOUND_ALLOW_HOSTS,
      /** Other addresses of the providers' APIs, for tests and proxies (C7.7). */
      apiUrls: {
        resend: data.RESEND_API_URL,
        postmark: data.POSTMARK_API_URL,
        sendgrid: data.SENDGRID_API_URL,
        mailgun: data.MAILGUN_API_URL,
        loops: data.LOOPS_API_URL,
        kit: data.KIT_API_URL,
      },
    },
    integrations: { concurrency: data.DELIVERY_CONCURRENCY },
    email: {
      concurrency: data.EMAIL_CONCURRENCY,
      /** The service's own credentials (C9.4), where the operator has set them. */
      managed:
        data.MANAGED_EMAIL_URL && data.MANAGED_EMAIL_FROM
          ? {
              ...data.MANAGED_EMAIL_URL,
              from: data.MANAGED_EMAIL_FROM,
              webhookSecret: data.MANAGED_EMAIL_WEBHOOK_SECRET,
            }
          : null,
    },
    operations: {
      /** What a scrape of /metrics must bring, where it is set (C11.5). */
      metricsToken: data.METRICS_TOKEN,
      /** Who may look at the queues; without it nobody (C11.5). */
      admin:
        data.ADMIN_USER && data.ADMIN_PASSWORD
          ? { user: data.ADMIN_USER, password: data.ADMIN_PASSWORD }
          : null,
    },
    log: { level: data.LOG_LEVEL },
  };
}
