import { Redis } from 'ioredis';
import postgres from 'postgres';
import { inject } from 'vitest';
import { readConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { migrateDirectly } from '../../../src/shared/platform/postgres/pooler.ts';
import { databaseUrlOf } from '../global-setup.ts';

let made = 0;

/**
 * Creates a database, or with CITUS_URL a schema there, migrated by default. @returns its URL, and that of
 * the test worker's Redis database
 */
export async function makeDatabase({
  migrated = true,
} = {}): Promise<{ databaseUrl: string; redisUrl: string }> {
  made += 1;
  const name = `test_${process.pid}_${made}`;
  const citus = process.env.CITUS_URL;
  if (citus) return { databaseUrl: await makeSchema(citus, name, migrated), redisUrl: await makeRedisUrl() };
  const admin = postgres(inject('databaseUrl'), { max: 1 });
  await admin.unsafe(
    `CREATE DATABASE ${name} TEMPLATE ${migrated ? inject('template') : 'template1'} STRATEGY FILE_COPY`,
  );
  await admin.end();
  return { databaseUrl: databaseUrlOf(inject('databaseUrl'), name), redisUrl: await makeRedisUrl() };
}

/** Functions that would force a plan for all parameters, from which Citus cannot tell the node. */
const forcing = ['add_signups', 'enqueue_rewards', 'import_signups'];

/**
 * Creates a schema in a database that has Citus, which keeps it on one node. It is distributed after the
 * migrations: Citus refuses some of their statements. @returns its URL
 */
async function makeSchema(url: string, name: string, migrated: boolean): Promise<string> {
  const citus = postgres(url, { max: 1, onnotice: () => {} });
  await citus.unsafe(`CREATE SCHEMA ${name}`);
  const ofSchema = new URL(url);
  ofSchema.searchParams.set('search_path', name);
  if (migrated) {
    await migrateWith({ DATABASE_URL: ofSchema.href });
    for (const each of forcing) await citus.unsafe(`ALTER FUNCTION ${name}.${each} RESET plan_cache_mode`);
  }
  await citus.unsafe(`SELECT citus_schema_distribute('${name}')`);
  await citus.end();
  return ofSchema.href;
}

/**
 * The environment with which the service reaches such a database: through the pooler where the run has one.
 */
export async function reach(databaseUrl: string): Promise<NodeJS.ProcessEnv> {
  const pooled = inject('pooledUrl');
  if (pooled === null) return { DATABASE_URL: databaseUrl };
  const env = {
    DATABASE_URL: databaseUrlOf(pooled, new URL(databaseUrl).pathname.slice(1)),
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_PREPARE: '0',
  };
  await migrateWith(env); // settings of a role in a database are not copied with it
  return env;
}

/** Migrates as the command line does, from this environment. */
export async function migrateWith(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig({ REDIS_URL: 'redis://unused', ENCRYPTION_KEY: '0'.repeat(64), ...env });
  const ctx = openContext({ ...config, log: { level: 'silent' } }, 'cli');
  await migrateDirectly(ctx);
  await ctx.sql.end({ timeout: 1 });
}

/** Redis has 16 databases; the first one counts. */
const redisDatabases = 15;
let redisDatabase: number | undefined;

/**
 * Each process of the test runner has its own Redis database and runs its files one after the other. They are
 * counted in Redis: the runner numbers the processes of each project for itself.
 */
async function makeRedisUrl(): Promise<string> {
  const url = new URL(inject('redisUrl'));
  if (redisDatabase === undefined) {
    const redis = new Redis(url.href);
    redisDatabase = 1 + ((await redis.incr('test-processes')) % redisDatabases);
    redis.disconnect();
  }
  url.pathname = `/${redisDatabase}`;
  return url.href;
}
