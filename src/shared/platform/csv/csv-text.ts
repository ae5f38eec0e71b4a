import { stringify } from 'csv-stringify/sync';
import { pauseIfDue } from '../process/slices.ts';

/** What is written at once: so many rows, or so many characters of them, and at least one row. */
const slice = { rows: 100, characters: 32_768 };

/**
 * Rows as the lines of a CSV file, some at a time, with formulas escaped for spreadsheets where that is asked
 * for (C3.12). Pauses where it is due: a page with large cells takes longer than others should wait.
 */
export async function* csvText<Row>(
  rows: readonly Row[],
  toRecord: (row: Row) => unknown[],
  { escapesFormulas }: { readonly escapesFormulas: boolean },
): AsyncGenerator<string> {
  let records: unknown[][] = [];
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    const record = toRecord(row);
    records.push(record);
    for (const cell of record) if (typeof cell === 'string') characters += cell.length;
    const isLast = index === rows.length - 1;
    if (records.length < slice.rows && characters < slice.characters && !isLast) continue;
    await pauseIfDue();
    yield stringify(records, { escape_formulas: escapesFormulas });
    records = [];
    characters = 0;
  }
}
