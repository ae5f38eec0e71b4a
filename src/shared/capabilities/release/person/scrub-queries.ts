import type { PeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { hasAddress, isBefore } from '../../people/index.ts';

/** What people wrote of a wave. */
export interface WaveTexts {
  readonly name: string | null;
  /** Without ids. */
  readonly filter: Pick<PeopleFilter, 'fields' | 'not_fields' | 'utm_source'>;
}

/**
 * Waves from before the erasure whose texts may have an address, behind an id and in the order of their ids.
 */
export function listWavesToScrub(
  sql: Sql,
  erasure: RowKey,
  after: string,
  limit: number,
): Promise<(WaveTexts & { readonly id: string })[]> {
  return sql<(WaveTexts & { readonly id: string })[]>`
    SELECT id, name, filter - 'ids' AS filter FROM waves
    WHERE account_id = ${erasure.accountId} AND id > ${after} AND ${isBefore(sql, erasure, sql`created_at`)}
      AND ${hasAddress(sql, sql`concat(name, filter - 'ids')`)}
    ORDER BY id LIMIT ${limit}`;
}

/** Replaces the texts of a wave that the caller holds. Its ids stay. */
export async function saveWaveTexts(
  tx: Tx,
  { accountId, id }: RowKey,
  { name, filter }: WaveTexts,
): Promise<void> {
  await tx`
    UPDATE waves SET name = ${name}, filter = filter || ${JSON.stringify(filter)}::text::jsonb WHERE account_id = ${accountId} AND id = ${id}`;
}
