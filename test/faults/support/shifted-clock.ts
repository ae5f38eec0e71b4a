import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

/** The clock of one database. */
export interface ShiftedClock {
  /** Moves the clock forward, for all later statements. */
  advance(seconds: number): Promise<void>;
  /** Sets the clock to this many seconds before the next month (UTC). */
  setBeforeMonthEnd(seconds: number): Promise<void>;
  /** The current month of the service, YYYY-MM. */
  month(): Promise<string>;
}

/**
 * Gives a database its own clock. Call it before the migrations: functions with the names of Postgres' own
 * come first in the search path of all later connections.
 */
export async function installClock(sql: Sql): Promise<void> {
  await sql.unsafe(`
    CREATE TABLE clock (shift interval NOT NULL);
    INSERT INTO clock VALUES ('0');
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      RETURN pg_catalog.clock_timestamp() + (SELECT shift FROM public.clock);
    CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
      RETURN pg_catalog.statement_timestamp() + (SELECT shift FROM public.clock);
    CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
      RETURN pg_catalog.now() + (SELECT shift FROM public.clock);`);
  const [{ name }] = await sql<[{ name: string }]>`SELECT current_database() AS name`;
  await sql.unsafe(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
}

/** Controls the clock that `installClock` made. */
export function shiftedClock(sql: Sql): ShiftedClock {
  return {
    advance: async (seconds) =>
      void (await sql`UPDATE clock SET shift = shift + make_interval(secs => ${seconds})`),
    setBeforeMonthEnd: async (seconds) =>
      void (await sql`
        UPDATE clock SET shift = shift + (
          date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') + interval '1 month' - make_interval(secs => ${seconds}))
          - clock_timestamp() AT TIME ZONE 'UTC'`),
    async month() {
      const [{ month }] = await sql<[{ month: string }]>`SELECT to_char(current_month(), 'YYYY-MM') AS month`;
      return month;
    },
  };
}
