import { keysOf, rowsByKey } from '../../platform/postgres/by-key.ts';
import type { Sql } from '../../platform/postgres/connection.ts';

/** When somebody confirmed the address, and when they unsubscribed; null where they did not. */
export interface Consent {
  readonly id: string;
  readonly confirmed_at: string | null;
  readonly unsubscribed_at: string | null;
}

/** The consents of signups of an account, by their ids, in no order. */
export function listConsents(sql: Sql, accountId: string, ids: readonly string[]): Promise<Consent[]> {
  const keys = keysOf(
    sql,
    ids.map((id) => ({ accountId, id })),
  );
  return sql<Consent[]>`
    SELECT s.id, s.confirmed_at, s.unsubscribed_at FROM ${rowsByKey(sql, 'signups', keys)} s`;
}
