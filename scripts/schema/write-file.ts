import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServices } from '../../src/dev/supervisor/services.ts';
import { readOperatorConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import { migrate } from '../../src/shared/platform/postgres/migrate.ts';
import { describeSchema } from './describe-schema.ts';

// npm run schema: writes schema.sql from a new database. A test fails if it is outdated.
const dataDir = await mkdtemp(join(tmpdir(), 'waitlist-schema-'));
const services = await startServices({ dataDir, mode: 'fast', onProgress: console.log });
const ctx = openContext(
  readOperatorConfig({ DATABASE_URL: services.databaseUrl, LOG_LEVEL: 'silent' }),
  'cli',
);
try {
  await migrate(ctx.sql);
  await writeFile(new URL('../../schema.sql', import.meta.url), await describeSchema(ctx.sql));
  console.log('schema.sql');
} finally {
  await ctx.sql.end();
  await services.release();
  await rm(dataDir, { recursive: true, force: true });
}
