import type { Sql, Tx } from '../../../platform/postgres/connection.ts';

/** Whose wrong codes: of a browser that the user has signed in with, or of any other. */
export interface CodeSource {
  readonly userId: string;
  readonly isKnownBrowser: boolean;
}

/** So many wrong codes in an hour end the sign-ins that have begun. */
const mostFailures = 10;

/**
 * Counts a wrong code. Every tenth of an hour ends the tickets from before `now`. The caller holds the user.
 * @returns whether the user is to be told: once for an hour
 */
export async function noteFailure(
  tx: Tx,
  { userId, isKnownBrowser }: CodeSource,
  now: Date,
): Promise<boolean> {
  const isRecent = tx`f.since > clock_timestamp() - interval '1 hour'`;
  const [row] = await tx<[{ failures: number }]>`
    INSERT INTO code_failures AS f (user_id, by_known_browser, failures, since)
    VALUES (${userId}, ${isKnownBrowser}, 1, clock_timestamp())
    ON CONFLICT (user_id, by_known_browser) DO UPDATE
    SET failures = CASE WHEN ${isRecent} THEN f.failures + 1 ELSE 1 END,
        since = CASE WHEN ${isRecent} THEN f.since ELSE clock_timestamp() END
    RETURNING failures`;
  if (row.failures % mostFailures !== 0) return false;
  await tx`
    UPDATE code_failures SET tickets_end = ${now.toISOString()} WHERE user_id = ${userId} AND by_known_browser = ${isKnownBrowser}`;
  return row.failures === mostFailures;
}

/** Whether wrong codes have ended the tickets that were made at a time. */
export async function hasEndedTickets(
  sql: Sql | Tx,
  { userId, isKnownBrowser }: CodeSource,
  madeAt: Date,
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM code_failures
    WHERE user_id = ${userId} AND by_known_browser = ${isKnownBrowser} AND tickets_end >= ${madeAt.toISOString()}`;
  return rows.length > 0;
}
