import { keysIn, keysOf, rowsByKey } from '../../platform/postgres/by-key.ts';
import type { Sql } from '../../platform/postgres/connection.ts';

/** The languages of signups, by their ids. */
export async function listLocales(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const keys = keysOf(sql, keysIn(accountId, ids));
  const rows = await sql<{ id: string; locale: string | null }[]>`
    SELECT s.id, s.locale FROM ${rowsByKey(sql, 'signups', keys)} s`;
  return new Map(rows.map(({ id, locale }) => [id, locale]));
}
