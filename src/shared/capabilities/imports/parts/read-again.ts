import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { mapInSlices } from '../../../platform/process/slices.ts';
import type { ImportRecord } from '../queries.ts';
import {
  listUnread,
  type ReadAgain,
  type RowRange,
  saveReadAgain,
  type UnreadRow,
} from '../rows/outcome-queries.ts';
import { type Reading, readRow } from '../rows/read-row.ts';
import { toSignup } from '../rows/to-signup.ts';

/** Whether the fields of the waitlist are still those that the rows were read with. */
export function hasSameFields({ findings }: ImportRecord, { declared }: Reading): boolean {
  return JSON.stringify(findings.fields) === JSON.stringify(declared);
}

/**
 * Reads rows of a part again whose signup is not known, or all of them: their ids and codes are new then. The
 * caller holds the import.
 * @returns those that are refused now, with what they were
 */
export async function readAgain(
  tx: Tx,
  key: RowKey,
  range: RowRange,
  { reading, cell, all }: { readonly reading: Reading; readonly cell: string | null; readonly all: boolean },
): Promise<UnreadRow[]> {
  const rows = await listUnread(tx, key, range, { all });
  const read = await mapInSlices(rows, (row): ReadAgain => {
    const { line, outcome, signup_id } = row;
    const result = readRow(row.raw, reading);
    if ('error' in result)
      return { line, outcome: 'rejected', error: result.error, signup_id: null, signup: null };
    const signup = toSignup(result.row, cell);
    const error = row.error;
    return { line, outcome, error, signup_id: outcome === 'create' ? signup.id : signup_id, signup };
  });
  if (read.length > 0) await saveReadAgain(tx, key, read);
  return rows.filter((_, index) => read[index]?.outcome === 'rejected');
}
