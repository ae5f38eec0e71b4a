import { Readable } from 'node:stream';
import { CsvError, type Options, type Parser, parse } from 'csv-parse';
import { AppError } from '../../errors.ts';
import { refuseLine } from './check-text.ts';

const maxColumns = 200;
/** A row with the largest metadata and custom fields, and more. In characters. */
const longestRecord = 256 * 1024;
const longestName = 200;
/** Empty lines count, too: they take time. */
const maxRows = 2_000_000;
const delimiters = [',', ';', '\t'] as const;

/** A record of a file and the line that it begins in, from 1. */
export interface FileRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a CSV file (RFC 4180), the header first. Separated by commas, or by semicolons or tabs where
 * the header has no comma. Empty lines are skipped. No record is longer than a bound, so the memory is, too.
 * @throws AppError invalid_request with the line
 */
export async function* readRecords(text: AsyncGenerator<string>): AsyncGenerator<FileRecord> {
  const head = await text.next();
  const first = head.done ? '' : head.value;
  let line = 1;
  let count = 0;
  /** Of the records that are parsed and not read yet. */
  const lines: number[] = [];
  const parser: Parser = parse({
    ...optionsFor(first),
    // Called while it parses, so that an error is known to come behind this record.
    on_record(cells: string[]): string[] | null {
      const begin = line;
      line += 1 + countBreaks(cells);
      count += 1;
      if (count > maxRows + 1) throw refusal(begin, `more than ${maxRows} rows. Split the file.`);
      expectAnyLength(parser);
      if (cells.length === 1 && cells[0]?.trim() === '') return null;
      lines.push(begin);
      return cells;
    },
  });
  const source = Readable.from(joined(first, text));
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const record = { line: lines.shift() ?? line, cells };
      if (cells.length > maxColumns)
        refuseLine(record.line, `${cells.length} columns, and at most ${maxColumns} are read.`);
      yield record;
    }
  } catch (error) {
    throw toRefusal(error, line);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/**
 * Has the parser take the next record for the first one, which may have any number of cells. Else it makes an
 * error of each with another number, with a copy of the record and a stack, and drops it: that takes 20 times
 * as long as to parse a short one.
 */
function expectAnyLength({ info }: Parser): void {
  (info as { records: number }).records = 0;
}

/** The line breaks inside the cells of a record. */
function countBreaks(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells)
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
  return breaks;
}

function optionsFor(head: string): Options {
  const firstLine = head.split(/\r?\n|\r/, 1)[0] ?? '';
  return {
    delimiter: delimiters.find((each) => firstLine.includes(each)) ?? ',',
    max_record_size: longestRecord,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
  };
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function toRefusal(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return refusal(line, `longer than ${longestRecord} characters. Is a quote not closed?`);
    case 'CSV_QUOTE_NOT_CLOSED':
      return refusal(line, 'a quote is not closed.');
    case 'CSV_INVALID_CLOSING_QUOTE':
      return refusal(line, 'a quote ends before the cell does. Write a quote inside a cell twice.');
    case 'INVALID_OPENING_QUOTE':
      return refusal(line, 'a quote begins inside a cell. Put the whole cell in quotes.');
    default:
      return refusal(line, 'not valid CSV.');
  }
}

const refusal = (line: number, message: string) =>
  new AppError('invalid_request', `Line ${line}: ${message}`);

/**
 * The names of the columns. An empty one is called by its place.
 * @throws AppError invalid_request for a header without columns, a name that is there twice, is too long or
 * holds an address
 */
export function toColumnNames({ line, cells }: FileRecord): string[] {
  const names = cells.map((cell, index) => cell.trim() || `Column ${index + 1}`);
  const seen = new Set<string>();
  for (const name of names) {
    if (name.length > longestName)
      refuseLine(line, `a column name is longer than ${longestName} characters.`);
    if (/\S(@|%40)\S/.test(name))
      refuseLine(line, 'it looks like data. Add a header line with the names of the columns.');
    const form = name.toLowerCase();
    if (seen.has(form)) refuseLine(line, `two columns are named “${name}”.`);
    seen.add(form);
  }
  return names;
}
