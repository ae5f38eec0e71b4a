import type { Sql } from '../../../shared/platform/postgres/connection.ts';

/** The moment that a database was restored to. */
export interface RestoredTo {
  readonly at: Date;
  /** Whether Postgres knows it, or it is the time of the newest mail, which is earlier. */
  readonly isExact: boolean;
}

/** A provider with idempotency keys forgets them after a day; an hour is kept back. */
const rememberedMs = 23 * 3_600_000;

/** Whether such providers still know all that left after that moment. */
export const isRemembered = (restored: RestoredTo | undefined, now = Date.now()): boolean =>
  restored !== undefined && now - restored.at.getTime() < rememberedMs;

/**
 * Postgres knows it until it is restarted; afterwards the newest mail has a time, which its id holds.
 * @returns undefined for a database without a mail
 */
export async function findRestoredTo(sql: Sql): Promise<RestoredTo | undefined> {
  const [{ replayed, newest }] = await sql<[{ replayed: number | null; newest: string | null }]>`
    SELECT (extract(epoch FROM pg_last_xact_replay_timestamp()) * 1000)::float8 AS replayed,
           (SELECT id FROM mails ORDER BY id DESC LIMIT 1) AS newest`;
  if (replayed !== null) return { at: new Date(replayed), isExact: true };
  return newest === null ? undefined : { at: timeOf(newest), isExact: false };
}

/** When an id was made: the first 48 bits of a UUIDv7. */
const timeOf = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
