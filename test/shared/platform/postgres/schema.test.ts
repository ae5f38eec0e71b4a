import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { describeSchema } from '../../../../scripts/schema/describe-schema.ts';
import { readOperatorConfig } from '../../../../src/shared/config.ts';
import { openContext } from '../../../../src/shared/context.ts';
import type { Sql } from '../../../../src/shared/platform/postgres/connection.ts';
import { makeDatabase } from '../../../support/service/database.ts';

let sql: Sql;
afterAll(() => sql.end());

test('schema.sql shows what the migrations come to: else run `npm run schema`', async () => {
  const { databaseUrl } = await makeDatabase();
  sql = openContext(readOperatorConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }), 'cli').sql;
  expect(await readFile('schema.sql', 'utf8')).toBe(await describeSchema(sql));
});
