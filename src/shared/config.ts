import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { couldSignEvents, readManagedAddress } from './email/allowance/managed-address.ts';
import { isHost } from './outbound/address-guard.ts';
import { readCertificate, sslModes, type TlsOptions } from './outbound/tls.ts';
import { readDatabaseAddress } from './postgres/server/database-address.ts';
import { checkEnvironment, urlOf } from './process/environment.ts';
import { openLog } from './process/log.ts';
import { readRedisGroup, readRedisServer } from './queue/redis-address.ts';
import { SiteUrl } from './schema/site-url.ts';
import { isEncryptionKey } from './secrets/sealed.ts';
import { codeCharacter } from './signups/referral-code.ts';

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

/** Trusted proxies, whose `X-Forwarded-For` is used: a number of hops, or networks (C9.5). */
export type TrustProxy = number | readonly string[];

const TrustProxy = z.string().transform((text, issues): TrustProxy => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every((network) => networkNames.includes(network) || isNetwork(network))) return networks;
  issues.addIssue({
    code: 'custom',
    message: `must be a number of hops, or a comma-separated list of addresses, networks or ${networkNames.join(', ')}`,
  });
  return z.NEVER;
});

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const flag = z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] });
/** A comma-separated list. */
const list = (item: z.ZodString) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item));

const EncryptionKeys = list(
  z.string().refine(isEncryptionKey, 'must be 32 bytes in base64 or 64 hex digits'),
);

const Host = z
  .string()
  .refine(isHost, 'must be a comma-separated list of host names or addresses without ports');

const ManagedEmailUrl = urlOf('smtp', 'smtps', 'resend', 'postmark', 'sendgrid', 'mailgun', 'ses').transform(
  (text, issues) => {
    const address = readManagedAddress(text);
    if (address) return address;
    issues.addIssue({ code: 'custom', message: 'has missing or invalid settings for its provider' });
    return z.NEVER;
  },
);

const DatabaseUrl = z.string().superRefine((text, issues) => {
  try {
    readDatabaseAddress(text);
  } catch (error) {
    issues.addIssue({
      code: 'custom',
      message: error instanceof Error ? error.message : String(error),
    });
  }
});

/** One server, the nodes of a cluster, or sentinels. */
const RedisUrl = z.string().transform((text, issues) => {
  try {
    const isEncrypted = text.startsWith('rediss');
    const group = readRedisGroup(text) ?? null;
    if (group) return { url: text, group, isEncrypted, isUnchecked: false, warnings: [] };
    if (urlOf('redis', 'rediss').safeParse(text).success)
      return { group, isEncrypted, ...readRedisServer(text) };
    issues.addIssue({
      code: 'custom',
      message:
        'must be a URL that starts with redis:// or rediss://, or with redis+cluster:// or redis+sentinel://',
    });
  } catch (error) {
    issues.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
  }
  return z.NEVER;
});

/** A certificate in PEM, or the path of a file that contains one. */
const Certificate = z.string().transform((text, issues): string => {
  try {
    return readCertificate(text);
  } catch {
    issues.addIssue({ code: 'custom', message: 'must be a PEM certificate, or the path of a PEM file' });
    return z.NEVER;
  }
});

/** An address, with a port behind a colon if it is not 53; an IPv6 address with one is in brackets. */
const DnsServer = z.string().refine((text) => {
  const [, inside = '', port = '53'] =
    /^\[?([^\]]*?)\]?(?::(\d{1,5}))?$/.exec(isIP(text) ? `[${text}]` : text) ?? [];
  return isIP(inside) !== 0 && Number(port) > 0 && Number(port) < 65_536;
}, 'must be a comma-separated list of addresses, such as 192.0.2.53 or 127.0.0.1:5353');

/** The path of a file that can be read. */
const DomainsFile = z.string().refine((path) => {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}, 'must be the path of a readable file');

const Cell = z
  .string()
  .regex(new RegExp(`^${codeCharacter}$`), 'must be one digit or lower-case letter, but not i, l, o or u');

const OperatorEnv = z
  .object({
    DATABASE_URL: urlOf('postgres', 'postgresql').pipe(DatabaseUrl),
    HOST: z.string().default('0.0.0.0'),
    PORT: integer(0, 65_535).default(3000),
    TRUST_PROXY: TrustProxy.default(0),
    WEB_CONCURRENCY: integer(1, 256).default(1),
    DRAIN_SECONDS: integer(0, 15).default(2),
    DATABASE_POOL: integer(2, 1_000).optional(),
    DATABASE_PREPARE: flag.optional(),
    DATABASE_REPLICA_URL: urlOf('postgres', 'postgresql').pipe(DatabaseUrl).optional(),
    REPLICA_MAX_LAG: integer(1, 60).default(2),
    DATABASE_DIRECT_URL: urlOf('postgres', 'postgresql').pipe(DatabaseUrl).optional(),
    DATABASE_CA_CERT: Certificate.optional(),
    PGSSLMODE: z.enum(sslModes).optional(),
    EMAIL_CONCURRENCY: integer(1, 1_000).default(100),
    DELIVERY_CONCURRENCY: integer(1, 1_000).default(200),
    BASE_URL: urlOf('http', 'https').optional(),
    CELL: Cell.optional(),
    ENCRYPTION_KEY: EncryptionKeys.default([]),
    OUTBOUND_ALLOW_HOSTS: list(Host).default([]),
    RESEND_API_URL: urlOf('http', 'https').optional(),
    POSTMARK_API_URL: urlOf('http', 'https').optional(),
    SENDGRID_API_URL: urlOf('http', 'https').optional(),
    MAILGUN_API_URL: urlOf('http', 'https').optional(),
    LOOPS_API_URL: urlOf('http', 'https').optional(),
    KIT_API_URL: urlOf('http', 'https').optional(),
    TURNSTILE_API_URL: urlOf('http', 'https').optional(),
    MANAGED_EMAIL_URL: ManagedEmailUrl.optional(),
    MANAGED_EMAIL_WEBHOOK_SECRET: z.string().optional(),
    MANAGED_EMAIL_FROM: z
      .string()
      .regex(
        /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
        'must be an address such as "Acme <hello@acme.com>"',
      )
      .optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')
      .optional(),
    ADMIN_USER: z
      .string()
      .regex(/^[^:]+$/, 'must not contain a colon')
      .optional(),
    ADMIN_PASSWORD: z.string().optional(),
    OIDC_ISSUER: SiteUrl.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_ONLY: flag.default(false),
    DISPOSABLE_DOMAINS_FILE: DomainsFile.optional(),
    DNS_SERVERS: list(DnsServer).default([]),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .refine((env) => env.DATABASE_DIRECT_URL !== undefined || !/[?&]pgbouncer=true\b/.test(env.DATABASE_URL), {
    path: ['DATABASE_DIRECT_URL'],
    error:
      'is not set, though DATABASE_URL has pgbouncer=true: beside a pooler of transactions the service needs the address of Postgres itself',
  })
  .refine((env) => (env.MANAGED_EMAIL_URL === undefined) === (env.MANAGED_EMAIL_FROM === undefined), {
    path: ['MANAGED_EMAIL_FROM'],
    error: 'and MANAGED_EMAIL_URL must be set together',
  })
  .refine(
    ({ MANAGED_EMAIL_URL: address, MANAGED_EMAIL_WEBHOOK_SECRET: secret }) =>
      !address || secret === undefined || couldSignEvents(address.type, secret),
    {
      path: ['MANAGED_EMAIL_WEBHOOK_SECRET'],
      error: 'is not a valid signing secret of the provider in MANAGED_EMAIL_URL',
    },
  )
  .refine((env) => (env.ADMIN_USER === undefined) === (env.ADMIN_PASSWORD === undefined), {
    path: ['ADMIN_USER'],
    error: 'and ADMIN_PASSWORD must be set together',
  })
  .refine(
    ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret }) =>
      new Set([issuer, id, secret].map((value) => value === undefined)).size === 1,
    { path: ['OIDC_ISSUER'], error: 'must be set together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET' },
  )
  .refine(({ OIDC_ONLY: isOnly, OIDC_ISSUER: issuer }) => !isOnly || issuer !== undefined, {
    path: ['OIDC_ONLY'],
    error: 'requires OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  });

const Env = OperatorEnv.safeExtend({
  REDIS_URL: RedisUrl,
  REDIS_CA_CERT: Certificate.optional(),
  REDIS_TLS_REJECT_UNAUTHORIZED: flag.default(true),
  ENCRYPTION_KEY: EncryptionKeys,
}).refine((env) => env.REDIS_CA_CERT === undefined || env.REDIS_URL.isEncrypted, {
  path: ['REDIS_CA_CERT'],
  error: 'requires a REDIS_URL that starts with rediss://',
});

/**
 * Reads the configuration of the service from the environment (C9.3). An empty variable counts as unset.
 * @throws Error that names every bad variable on one line and shows no values
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const data = checkEnvironment(Env, env);
  const { url, group, isEncrypted, isUnchecked, warnings } = data.REDIS_URL;
  const tls: TlsOptions | false = isEncrypted && {
    ...(data.REDIS_CA_CERT !== undefined && { ca: data.REDIS_CA_CERT }),
    rejectUnauthorized: data.REDIS_TLS_REJECT_UNAUTHORIZED && !isUnchecked,
  };
  const operator = toOperatorConfig(data);
  return {
    ...operator,
    redis: { url, group, tls },
    warnings: [...operator.warnings, ...warnings.map((warning) => `REDIS_URL ${warning}`)],
  };
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

function toOperatorConfig(data: z.infer<typeof OperatorEnv>) {
  const readAddress = (url: string) =>
    readDatabaseAddress(url, { mode: data.PGSSLMODE, ca: data.DATABASE_CA_CERT });
  const { address, connections, isPooled, warnings } = readAddress(data.DATABASE_URL);
  return {
    http: {
      host: data.HOST,
      port: data.PORT,
      trustProxy: data.TRUST_PROXY,
      processes: data.WEB_CONCURRENCY,
      drainSeconds: data.DRAIN_SECONDS,
    },
    database: {
      ...address,
      connections: data.DATABASE_POOL ?? connections ?? 8,
      /** Whether statements are prepared by name, so that Postgres parses them once for each connection. */
      isPreparing: data.DATABASE_PREPARE ?? !isPooled,
      /** A standby for reads, and how far it may be behind; null for none (N7). */
      replica:
        data.DATABASE_REPLICA_URL === undefined
          ? null
          : {
              address: readAddress(data.DATABASE_REPLICA_URL).address,
              maxLagMs: data.REPLICA_MAX_LAG * 1_000,
            },
      /**
       * Postgres itself, where `url` leads to a pooler of transactions; null where `url` leads to Postgres.
       */
      direct: data.DATABASE_DIRECT_URL === undefined ? null : readAddress(data.DATABASE_DIRECT_URL).address,
    },
    /** The public URL of the service, without a trailing slash. */
    baseUrl: (data.BASE_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, ''),
    /** The name of this cell among several (N7); null for the only one. */
    cell: data.CELL ?? null,
    /** The first key seals secrets; all keys can open them (C7.8). */
    encryptionKeys: data.ENCRYPTION_KEY,
    outbound: {
      /** Hosts that outbound requests may reach even at private addresses (C7.6). */
      allowHosts: data.OUTBOUND_ALLOW_HOSTS,
      /** Replacements for the providers' API URLs, for tests and proxies (C7.7). */
      apiUrls: {
        resend: data.RESEND_API_URL,
        postmark: data.POSTMARK_API_URL,
        sendgrid: data.SENDGRID_API_URL,
        mailgun: data.MAILGUN_API_URL,
        loops: data.LOOPS_API_URL,
        kit: data.KIT_API_URL,
        turnstile: data.TURNSTILE_API_URL,
      },
    },
    integrations: { concurrency: data.DELIVERY_CONCURRENCY },
    email: {
      concurrency: data.EMAIL_CONCURRENCY,
      /** The service's own credentials (C9.4); null if the operator has not set them. */
      managed:
        data.MANAGED_EMAIL_URL && data.MANAGED_EMAIL_FROM
          ? {
              ...data.MANAGED_EMAIL_URL,
              from: data.MANAGED_EMAIL_FROM,
              webhookSecret: data.MANAGED_EMAIL_WEBHOOK_SECRET,
            }
          : null,
    },
    trust: {
      /** Replaces the list of disposable domains that comes with the service (N4). */
      disposableFile: data.DISPOSABLE_DOMAINS_FILE ?? null,
      /** Asked whether domains take mail; none: those of the machine. */
      dnsServers: data.DNS_SERVERS,
    },
    operations: {
      /** The token that /metrics requires, if set (C11.5). */
      metricsToken: data.METRICS_TOKEN,
      /** The login for the queue pages, which are disabled if it is null (C11.5). */
      admin:
        data.ADMIN_USER && data.ADMIN_PASSWORD
          ? { user: data.ADMIN_USER, password: data.ADMIN_PASSWORD }
          : null,
    },
    /** The OpenID provider where users of the dashboard can sign in, too (N8); null for none. */
    singleSignOn:
      data.OIDC_ISSUER && data.OIDC_CLIENT_ID && data.OIDC_CLIENT_SECRET
        ? { issuer: data.OIDC_ISSUER, clientId: data.OIDC_CLIENT_ID, clientSecret: data.OIDC_CLIENT_SECRET }
        : null,
    /**
     * Whether users of the dashboard sign in with passwords, too; otherwise at the OpenID provider only (N8).
     */
    hasPasswords: !data.OIDC_ONLY,
    log: { level: data.LOG_LEVEL },
    /** What the operator should know of the variables, in one sentence or more each. */
    warnings: warnings.map((warning) => `DATABASE_URL ${warning}`),
  };
}
