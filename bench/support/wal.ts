import type { Sql } from '../../src/shared/platform/postgres/connection.ts';

/** How many bytes Postgres has written to its log so far. */
export async function readWal(sql: Sql): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`
    SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`;
  return row.bytes;
}
