import { pauseIfDue } from '../../process/slices.ts';

/** The part of the driver's queries (3.4.9) that is used here. */
export interface RowQuery {
  /** Has the driver leave the values of rows as they came. */
  raw(): this;
  active: boolean;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Column {
  readonly name: string;
  readonly parser?: (text: string) => unknown;
}

/** What the driver gives for a statement; it is an array of those for several that were sent as one text. */
interface Result extends Array<unknown> {
  /** Null for a statement that returns no rows. */
  readonly columns: readonly Column[] | null | undefined;
}

type RawRow = readonly (Buffer | null)[];

/** What is read without a look at the time, so a small result never waits for large ones. */
const bytesAtOnce = 65_536;
/** What the row itself costs beside its values, in bytes that would take as long. */
const bytesOfRow = 200;

/**
 * Has a query resolve with rows that are made with pauses where they are due. The driver would decode and
 * parse all that has arrived in a turn of the event loop, up to 2 MB of each connection.
 * A query whose `raw` is called afterwards keeps its values as they came.
 */
export function readInSlices(query: RowQuery): void {
  const { resolve } = query;
  let isRaw = false;
  query.raw();
  query.raw = () => {
    isRaw = true;
    return query;
  };
  query.resolve = (result) => {
    closeGaps(result);
    if (isRaw) return resolve(result);
    query.active = false; // there is nothing to cancel any more
    readRows(result).then(() => resolve(result), query.reject);
  };
}

/**
 * Moves rows to where they belong. When a statement fails among its rows, the driver (3.4.9) goes on
 * counting: those of the next one over that connection would begin behind them
 * (github.com/porsager/postgres/issues/1119).
 */
function closeGaps(result: Result): void {
  if (result.columns === undefined) for (const each of result) closeGaps(each as Result);
  let first = 0;
  while (first < result.length && !(first in result)) first += 1;
  if (first > 0) result.splice(0, first);
}

async function readRows(result: Result): Promise<void> {
  const { columns } = result;
  if (columns === undefined) for (const each of result) await readRows(each as Result);
  if (!columns) return;
  let bytes = 0;
  for (let index = 0; index < result.length; index++) {
    if (bytes > bytesAtOnce) {
      await pauseIfDue();
      bytes = 0;
    }
    const values = result[index] as RawRow;
    result[index] = toRow(columns, values);
    bytes += bytesOfRow;
    for (const value of values) bytes += value?.length ?? 0;
  }
}

function toRow(columns: readonly Column[], values: RawRow): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, parser } = columns[index] as Column;
    const text = values[index]?.toString();
    row[name] = text === undefined ? null : parser ? parser(text) : text;
  }
  return row;
}
