import { z } from 'zod';
import { readDatabaseAddress } from './environment/database-address.ts';
import { splitHosts } from './environment/database-hosts.ts';
import { urlOf } from './environment/environment.ts';
import { readRedisGroup, readRedisServer } from './environment/redis-address.ts';
import { TrustProxy } from './environment/trust-proxy.ts';
import { flag, integer, list } from './environment/values.ts';
import { codeCharacter } from './ids.ts';
import { isHost } from './outbound/address-guard.ts';
import type { HttpClient } from './outbound/http-client.ts';
import { readCertificate, sslModes, type TlsOptions } from './outbound/tls.ts';
import { isEncryptionKey } from './secrets/sealed.ts';

const EncryptionKeys = list(
  z.string().refine(isEncryptionKey, 'must be 32 bytes in base64 or 64 hex digits'),
);

const Host = z
  .string()
  .refine(isHost, 'must be a comma-separated list of host names or addresses without ports');

/** One server, or several hosts, of which the primary or a standby is found. */
const DatabaseUrl = z.string().superRefine((text, issues) => {
  try {
    const { error } = urlOf('postgres', 'postgresql').safeParse(splitHosts(text).first);
    if (error) return void issues.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' });
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

const Cell = z
  .string()
  .regex(new RegExp(`^${codeCharacter}$`), 'must be one digit or lower-case letter, but not i, l, o or u');

/** The variables of what any service needs. */
export const PlatformEnv = z
  .object({
    DATABASE_URL: DatabaseUrl,
    HOST: z.string().default('0.0.0.0'),
    PORT: integer(0, 65_535).default(3000),
    TRUST_PROXY: TrustProxy.default(0),
    WEB_CONCURRENCY: integer(1, 256).default(1),
    DRAIN_SECONDS: integer(0, 15).default(2),
    DATABASE_POOL: integer(2, 1_000).optional(),
    DATABASE_PREPARE: flag.optional(),
    DATABASE_REPLICA_URL: DatabaseUrl.optional(),
    REPLICA_MAX_LAG: integer(1, 60).default(2),
    DATABASE_DIRECT_URL: DatabaseUrl.optional(),
    DATABASE_CA_CERT: Certificate.optional(),
    PGSSLMODE: z.enum(sslModes).optional(),
    BASE_URL: urlOf('http', 'https').optional(),
    CELL: Cell.optional(),
    ENCRYPTION_KEY: EncryptionKeys.default([]),
    OUTBOUND_ALLOW_HOSTS: list(Host).default([]),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')
      .optional(),
    ADMIN_USER: z
      .string()
      .regex(/^[^:]+$/, 'must not contain a colon')
      .optional(),
    ADMIN_PASSWORD: z.string().optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .refine((env) => env.DATABASE_DIRECT_URL !== undefined || !/[?&]pgbouncer=true\b/.test(env.DATABASE_URL), {
    path: ['DATABASE_DIRECT_URL'],
    error:
      'is not set, though DATABASE_URL has pgbouncer=true: beside a pooler of transactions the service needs the address of Postgres itself',
  })
  .refine((env) => (env.ADMIN_USER === undefined) === (env.ADMIN_PASSWORD === undefined), {
    path: ['ADMIN_USER'],
    error: 'and ADMIN_PASSWORD must be set together',
  });

/** The variables of a process that serves or works, besides. */
export const ServingEnv = z
  .object({
    REDIS_URL: RedisUrl,
    REDIS_CA_CERT: Certificate.optional(),
    REDIS_TLS_REJECT_UNAUTHORIZED: flag.default(true),
    ENCRYPTION_KEY: EncryptionKeys,
  })
  .refine((env) => env.REDIS_CA_CERT === undefined || env.REDIS_URL.isEncrypted, {
    path: ['REDIS_CA_CERT'],
    error: 'requires a REDIS_URL that starts with rediss://',
  });

/** The configuration of what any service needs. */
export type PlatformConfig = ReturnType<typeof toPlatformConfig>;

/** `apiUrls` are those of all who call APIs. */
export function toPlatformConfig(data: z.infer<typeof PlatformEnv>, apiUrls: HttpClient['apiUrls']) {
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
      apiUrls,
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
    log: { level: data.LOG_LEVEL },
    /** What the operator should know of the variables, in one sentence or more each. */
    warnings: warnings.map((warning) => `DATABASE_URL ${warning}`),
  };
}

/** Where Redis is, and what the operator should know of its variables. */
export function toServingConfig(data: z.infer<typeof ServingEnv>) {
  const { url, group, isEncrypted, isUnchecked, warnings } = data.REDIS_URL;
  const tls: TlsOptions | false = isEncrypted && {
    ...(data.REDIS_CA_CERT !== undefined && { ca: data.REDIS_CA_CERT }),
    rejectUnauthorized: data.REDIS_TLS_REJECT_UNAUTHORIZED && !isUnchecked,
  };
  return { redis: { url, group, tls }, warnings: warnings.map((warning) => `REDIS_URL ${warning}`) };
}
export type ServingConfig = PlatformConfig & Pick<ReturnType<typeof toServingConfig>, 'redis'>;
