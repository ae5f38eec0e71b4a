import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

/**
 * Adds a column to every table, as a migration might: one that is never null, so that nobody may store a row
 * with a null in it. It stands for what no build knows of.
 */
export async function addColumns(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;
  for (const { name } of tables)
    await sql`ALTER TABLE ${sql(name)} ADD COLUMN added_later integer NOT NULL DEFAULT 7`;
}
