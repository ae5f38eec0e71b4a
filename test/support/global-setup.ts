import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startServices } from '../../src/dev/supervisor/services.ts';
import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import { migrate } from '../../src/shared/platform/postgres/migrate.ts';
import { startPgBouncer } from './service/pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
    template: string;
    /** The same server through a pooler; null unless TEST_PGBOUNCER is set. */
    pooledUrl: string | null;
  }
}

/**
 * Starts Postgres and Redis for the whole run, and a migrated template database that test files copy. With
 * TEST_PGBOUNCER=1 the service reaches Postgres through a PgBouncer.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waitlist-test-'));
  const onProgress = (step: string) => console.log(step);
  const services = await startServices({ dataDir, mode: 'fast', onProgress }).catch(({ message }: Error) => {
    console.error(message); // without a stack, which would hide what this machine lacks
    process.exit(1);
  });
  const template = `template_${process.pid}`;
  const admin = postgres(services.databaseUrl, { max: 1 });
  await admin.unsafe(`CREATE DATABASE ${template}`);

  const databaseUrl = databaseUrlOf(services.databaseUrl, template);
  const { sql } = openContext(
    readConfig({
      DATABASE_URL: databaseUrl,
      REDIS_URL: services.redisUrl,
      LOG_LEVEL: 'silent',
      ENCRYPTION_KEY: '0'.repeat(64),
    }),
    'cli',
  );
  await migrate(sql);
  await sql.end();
  await admin.unsafe(`ALTER DATABASE ${template} WITH is_template true allow_connections false`);
  await admin.end();

  project.provide('databaseUrl', services.databaseUrl);
  project.provide('redisUrl', services.redisUrl);
  project.provide('template', template);
  const pooler = process.env.TEST_PGBOUNCER ? await startPgBouncer(services.databaseUrl) : undefined;
  project.provide('pooledUrl', pooler?.through(services.databaseUrl) ?? null);
  return async () => {
    await pooler?.close();
    await services.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The URL of another database on the same server. */
export function databaseUrlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
