import { listFields } from '../../../list/fields/queries.ts';
import { maxFieldsPerWaitlist } from '../../../list/fields/schema.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { toColumns } from '../columns/targets.ts';
import type { ImportRecord } from '../queries.ts';
import type { Reading } from '../rows/read-row.ts';

/** Clocks differ; a time of the future would be one that no filter by time finds. */
const aheadMs = 86_400_000;

/** How the rows of an import are read. */
export async function readingOf(tx: Tx, accountId: string, record: ImportRecord): Promise<Reading> {
  const all = { limit: maxFieldsPerWaitlist, offset: 0 };
  return {
    columns: toColumns(record.columns, record.mapping),
    declared: await listFields(tx, accountId, record.waitlist_id, all),
    keepsPositions: record.positions === 'keep',
    keepsCodes: record.codes === 'keep',
    dateOrder: record.date_order,
    importedAt: record.created_at,
    latest: Date.parse(record.created_at) + aheadMs,
  };
}
