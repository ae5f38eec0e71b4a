import { platformAccountId } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { EmailRoute } from '../../mails/mails.ts';

/** A mail server that is down. Its `source` is that of its throttle. */
export interface Outage {
  /** When the service found out. */
  since: string;
  /** What it last answered, or why it was not reached; without a credential or an address. */
  error: string;
}

/**
 * Notes that the server of a source is down, and when the next mail finds out if that is over. Only such a
 * mail moves that time. To be called last in its transaction (docs/architecture.md, Locks).
 * @returns whether that is news
 */
export async function beginOutage(
  tx: Tx,
  source: string,
  { error, pauseSeconds, isProbe }: { error: string; pauseSeconds: number; isProbe: boolean },
): Promise<boolean> {
  const pauseEnd = tx`clock_timestamp() + make_interval(secs => ${pauseSeconds})`;
  const moves = tx`${isProbe} OR t.down_since IS NULL`;
  const [row] = await tx<{ is_news: boolean }[]>`
    INSERT INTO email_throttles AS t (account_id, lowered_at, paused_until, next_at, down_since, down_error)
    VALUES (${source}, clock_timestamp(), ${pauseEnd}, ${pauseEnd}, statement_timestamp(), ${error})
    ON CONFLICT (account_id) DO UPDATE SET
      paused_until = CASE WHEN ${moves} THEN greatest(t.paused_until, ${pauseEnd}) ELSE t.paused_until END,
      next_at = CASE WHEN ${moves} THEN greatest(t.paused_until, ${pauseEnd}) ELSE t.next_at END,
      down_since = coalesce(t.down_since, statement_timestamp()), down_error = excluded.down_error
    RETURNING down_since = statement_timestamp()::timestamptz(3) AS is_news`;
  return row?.is_news ?? false;
}

/** Lets another mail find out whether an outage is over: the account that was to send one has none. */
export async function returnProbe(tx: Tx, source: string): Promise<void> {
  await tx`
    UPDATE email_throttles SET next_at = clock_timestamp() WHERE account_id = ${source} AND down_since IS NOT NULL`;
}

/**
 * Notes that the server of a source answers again: its throttle is forgotten, and all waiting mails may go.
 * @returns the seconds that it was down; undefined if somebody has noted that before
 */
export async function endOutage(tx: Tx, source: string): Promise<number | undefined> {
  const [row] = await tx<{ seconds: number }[]>`
    DELETE FROM email_throttles WHERE account_id = ${source} AND down_since IS NOT NULL
    RETURNING extract(epoch FROM clock_timestamp() - down_since)::integer AS seconds`;
  return row?.seconds;
}

/** The outage of a source; null if its server is not known to be down. */
export async function findOutage(sql: Sql, source: string): Promise<Outage | null> {
  const [row] = await sql<Outage[]>`
    SELECT down_since AS since, coalesce(down_error, '') AS error FROM email_throttles
    WHERE account_id = ${source} AND down_since IS NOT NULL`;
  return row ?? null;
}

/** How many mail servers are down now: the service's own, and those of accounts. */
export async function countOutages(sql: Sql): Promise<Record<EmailRoute, number>> {
  const [row] = await sql<[Record<EmailRoute, number>]>`
    SELECT count(*) FILTER (WHERE account_id = ${platformAccountId}) AS managed, count(*) FILTER (WHERE account_id <> ${platformAccountId}) AS own
    FROM email_throttles WHERE down_since IS NOT NULL`;
  return row;
}
