import { keysIn, keysOf, rowsByKey } from '../../platform/postgres/by-key.ts';
import type { Sql } from '../../platform/postgres/connection.ts';

/**
 * When signups of an account confirmed the address, or unsubscribed, by their ids; none of those who did not.
 */
export async function readConsents(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  consent: 'confirmed_at' | 'unsubscribed_at',
): Promise<ReadonlyMap<string, string>> {
  const keys = keysOf(sql, keysIn(accountId, ids));
  const rows = await sql<{ id: string; at: string }[]>`
    SELECT s.id, s.${sql(consent)} AS at FROM ${rowsByKey(sql, 'signups', keys)} s WHERE s.${sql(consent)} IS NOT NULL`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}
