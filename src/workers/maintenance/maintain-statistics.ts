import type { WorkerContext } from '../worker-context.ts';

/**
 * Has Postgres analyse tables that hold 1,000 rows or more, and over four times as many as its planner knows
 * of. It does so by itself, but once a minute: a list that takes off has tens of thousands by then, all read
 * from end to end by plans for an all but empty table. From a million rows on there is nothing left to
 * mistake.
 */
export async function maintainStatistics({ sql, log }: WorkerContext): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = current_schema() AND c.reltuples < 1000000 AND s.n_live_tup > 4 * greatest(c.reltuples, 250)`;
  for (const { name: table } of tables) {
    await sql`ANALYZE (SKIP_LOCKED) ${sql(table)}`; // skipped where another worker is at it
    log.info({ table }, 'analysed a table that has grown');
  }
}
