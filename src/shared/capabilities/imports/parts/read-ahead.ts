import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { mapInSlices } from '../../../platform/process/slices.ts';
import type { ImportRecord } from '../queries.ts';
import { type Reading, type ReadRow, type RowPerson, readRow } from '../rows/read-row.ts';
import { type FileRow, listFileRows } from '../rows/row-queries.ts';
import { readingOf } from './reading.ts';

const rowsPerPart = 1_000;

/** A row of a part, as it was read. */
export interface PartRow {
  readonly line: number;
  /** Undefined for one that cannot become a signup. */
  readonly row: ReadRow | undefined;
  readonly error: string;
  /** Keys of values that are not declared. */
  readonly undeclared: readonly string[];
  readonly person: RowPerson | undefined;
  /** Of its cells. */
  readonly bytes: number;
}

/** The next rows of a file, and how they were read. */
export interface Part {
  readonly rows: readonly FileRow[];
  readonly read: readonly PartRow[];
  readonly reading: Reading;
}

/** Reads the rows of a part while Postgres stores those before it. For one turn of one import. */
export class ReadAhead {
  readonly #sql: Sql;
  /** When the turn ends: what is read then would be read in vain. */
  readonly #endsAt: number;
  #tookAt = performance.now();
  #next: { readonly of: string; readonly part: Promise<Part | undefined> } | undefined;

  constructor({ sql, turnMs }: { readonly sql: Sql; readonly turnMs: number }) {
    this.#sql = sql;
    this.#endsAt = this.#tookAt + turnMs;
  }

  /**
   * The part behind the checkpoint, in the transaction that holds the import. What was read ahead counts only
   * if neither the cells nor how they are read have changed since.
   */
  async take(tx: Tx, key: RowKey, record: ImportRecord): Promise<Part> {
    const reading = await readingOf(tx, key.accountId, record);
    const next = this.#next;
    this.#next = undefined;
    const ahead = next?.of === nameOf(record, record.after_line, reading) ? await next.part : undefined;
    const part = ahead ?? (await readPart(tx, key, record.after_line, reading));
    const last = part.rows.at(-1);
    const now = performance.now();
    const isLastOfTurn = now + (now - this.#tookAt) > this.#endsAt;
    this.#tookAt = now;
    if (last && !isLastOfTurn)
      this.#next = {
        of: nameOf(record, last.line, reading),
        // then it is read in its turn
        part: readPart(this.#sql, key, last.line, reading).catch(() => undefined),
      };
    return part;
  }
}

const nameOf = (record: ImportRecord, after: number, { declared }: Reading) =>
  JSON.stringify([record.reading, after, declared]);

async function readPart(sql: Sql | Tx, key: RowKey, after: number, reading: Reading): Promise<Part> {
  const rows = await listFileRows(sql, key, after, rowsPerPart);
  return { rows, reading, read: await mapInSlices(rows, (row) => toPartRow(row, reading)) };
}

function toPartRow({ line, raw, flaw, bytes }: FileRow, reading: Reading): PartRow {
  const refused = { line, bytes, row: undefined, undeclared: [] };
  if (flaw) return { ...refused, error: `The row cannot be read: ${flaw}.`, person: undefined };
  const result = readRow(raw, reading);
  return 'error' in result
    ? { ...refused, error: result.error, person: result.person }
    : { line, bytes, row: result.row, error: '', undeclared: result.undeclared, person: result.person };
}
