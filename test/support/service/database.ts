import postgres from 'postgres';
import { inject } from 'vitest';
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
  return { databaseUrl: databaseUrlOf(inject('databaseUrl'), name), redisUrl: makeRedisUrl() };
}

/** Each worker of the test runner has its own Redis database and runs its files one after the other. */
function makeRedisUrl(): string {
  const url = new URL(inject('redisUrl'));
  url.pathname = `/${process.env.VITEST_POOL_ID ?? 0}`;
  return url.href;
}
