import { expect, test } from 'vitest';
import { readConfig } from '../../../../src/shared/config.ts';
import { openContext } from '../../../../src/shared/context.ts';
import { makeDatabase } from '../../../support/service/database.ts';

test('the first link can be signed within a transaction that has the only connection (N1)', async () => {
  const { databaseUrl } = await makeDatabase();
  const read = readConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    ENCRYPTION_KEY: '0'.repeat(64),
    LOG_LEVEL: 'silent',
  });
  const config = { ...read, database: { ...read.database, connections: 1 } };
  const ctx = openContext(config, 'cli');
  try {
    const inside = await ctx.sql.begin(async () => (await ctx.linkSigner()).key);
    const other = openContext(config, 'cli');
    expect((await other.linkSigner()).key).toEqual(inside);
    await other.sql.end({ timeout: 1 });
  } finally {
    await ctx.sql.end({ timeout: 1 });
  }
});
