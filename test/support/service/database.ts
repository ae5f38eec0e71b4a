import { Redis } from 'ioredis';
import postgres from 'postgres';
import { inject } from 'vitest';
import { readConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { migrateDirectly } from '../../../src/shared/platform/postgres/pooler.ts';
import { databaseUrlOf } from '../global-setup.ts';

let made = 0;

/** Creates a database, migrated by default. @returns its URL, and that of the test worker's Redis database */
export async function makeDatabase({
  migrated = true,
} = {}): Promise<{ databaseUrl: string; redisUrl: string }> {
  made += 1;
  const name = `test_${process.pid}_${made}`;
  const admin = postgres(inject('databaseUrl'), { max: 1 });
  await admin.unsafe(
    `CREATE DATABASE ${name} TEMPLATE ${migrated ? inject('template') : 'template1'} STRATEGY FILE_COPY`,
  );
  await admin.end();
  return { databaseUrl: databaseUrlOf(inject('databaseUrl'), name), redisUrl: await makeRedisUrl() };
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
