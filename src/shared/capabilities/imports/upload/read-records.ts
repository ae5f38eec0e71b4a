import { pauseIfDue } from '../../../platform/process/slices.ts';
import { maxColumns } from '../columns/column-names.ts';
import { type CsvRecord, openCsvReader } from './csv-reader.ts';
import { refuseLine } from './refuse-line.ts';

/** Empty lines count, too: they take time. */
const maxRows = 2_000_000;
const delimiters = [',', ';', '\t', '|'] as const;
/** What is looked at to find the delimiter. */
const headCharacters = 64 * 1024;
const headRecords = 20;
/** With empty ones. */
const mostHeadRecords = 200;

/** A record of a file. */
export interface FileRecord extends CsvRecord {
  /** How many cells it has; those behind the last column that is read are not among `cells`. */
  readonly length: number;
}

/**
 * The records of a CSV file, the header first. Empty records are skipped, and a first line such as `sep=;`.
 * No record is longer than a bound, so the memory is, too.
 * @throws AppError invalid_request with the line
 */
export async function* readRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  const parts = text[Symbol.asyncIterator]();
  try {
    yield* readParts(parts);
  } finally {
    await parts.return?.();
  }
}

async function* readParts(parts: AsyncIterator<string>): AsyncGenerator<FileRecord> {
  let head = '';
  let isWhole = false;
  while (!isWhole && head.length < headCharacters) {
    const part = await parts.next();
    if (part.done) isWhole = true;
    else head += part.value;
  }
  const [hint, named] = /^sep=(.)(?:\r\n|\r|\n|$)/i.exec(head) ?? [];
  if (hint !== undefined) head = head.slice(hint.length);
  const reader = openCsvReader(named ?? findDelimiter(head, isWhole), hint === undefined ? 1 : 2);
  reader.add(head);
  let count = 0;
  for (;;) {
    if (isWhole) reader.end();
    for (let record = reader.next(); record; record = reader.next()) {
      await pauseIfDue();
      count += 1;
      if (count > maxRows + 1) refuseLine(record.line, `more than ${maxRows} rows. Split the file.`);
      if (record.cells.every((cell) => cell.trim() === '')) continue;
      yield { ...record, cells: record.cells.slice(0, maxColumns), length: record.cells.length };
    }
    if (isWhole) return;
    const part = await parts.next();
    if (part.done) isWhole = true;
    else reader.add(part.value);
  }
}

/**
 * The delimiter that gives most of the first records as many cells as the header, quotes respected; of
 * several the one that gives most cells.
 */
function findDelimiter(head: string, isWhole: boolean): string {
  const rated = delimiters.map((delimiter) => ({ delimiter, ...rate(head, isWhole, delimiter) }));
  const best = rated.reduce((one, other) =>
    other.share > one.share || (other.share === one.share && other.cells > one.cells) ? other : one,
  );
  return best.cells > 1 ? best.delimiter : ',';
}

function rate(head: string, isWhole: boolean, delimiter: string): { share: number; cells: number } {
  const reader = openCsvReader(delimiter);
  reader.add(head);
  if (isWhole) reader.end();
  const found: CsvRecord[] = [];
  try {
    for (let count = 0; count < mostHeadRecords && found.length < headRecords; count++) {
      const record = reader.next();
      if (!record) break;
      if (record.cells.some((cell) => cell.trim() !== '')) found.push(record);
    }
  } catch {
    // A line that is too long is refused when it is read.
  }
  const cells = found[0]?.cells.length ?? 0;
  if (cells < 2) return { share: 0, cells };
  const same = found.filter((record) => record.flaw === undefined && record.cells.length === cells);
  return { share: same.length / found.length, cells };
}
