import { Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { isUnavailable } from '../shared/platform/postgres/connection.ts';
import {
  describeDatabaseProblem,
  isMissingRight,
} from '../shared/platform/postgres/server/database-problem.ts';

/** Why a command failed, for the operator: one message without a stack trace. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const { advice } = describeDatabaseProblem(error);
  if (isUnavailable(error))
    return [`The database is not available: ${message}`, advice].filter(Boolean).join('. ');
  return isMissingRight(error) ? `${message}. ${advice}` : message;
}

export function toOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]\s*/g, ' ');
}

/** What a table of the terminal has by default, in this order; the last column gets the room that is left. */
export type BriefColumns = readonly string[];

/** For commands with brief tables. */
export const wideOption = () => new Option('--wide', 'show all columns, each cell whole');

/** How a result is printed. */
interface Format {
  readonly json?: true;
  readonly csv?: true;
  /** Whether a table has all columns, each cell whole. */
  readonly wide?: true;
}

/**
 * A result for standard output: as JSON, as CSV, or as text.
 * In the text a list becomes a table, an object one line per property. Where it is `brief`, the table fits a
 * terminal.
 */
export function describeResult(result: object, format: Format, brief?: BriefColumns): string {
  if (format.json) return JSON.stringify(result, null, 2);
  if (format.csv) return toCsv([result].flat());
  return brief && !format.wide && Array.isArray(result) ? toBriefTable(result, brief) : toText(result);
}

/** A row for each object, with formulas escaped (C3.8). */
function toCsv(rows: readonly object[]): string {
  return stringify([...rows], { header: true, escape_formulas: true }).trimEnd();
}

function toText(result: object): string {
  if (!Array.isArray(result))
    return align(Object.entries(result).map(([name, value]) => [name, toCell(value)]));
  const [first] = result;
  if (first === undefined) return 'none';
  return align([Object.keys(first), ...result.map((row) => Object.values(row).map(toCell))]);
}

function toCell(value: unknown): string {
  if (Array.isArray(value)) return value.join(',') || 'none';
  return value === null ? '-' : String(value);
}

const tableWidth = 120;
const cellWidth = 30;
const gap = '  ';

/** A table of these columns: ids whole, times to the minute, texts cut where they are long. */
function toBriefTable(rows: readonly object[], columns: BriefColumns): string {
  const [first] = rows;
  if (first === undefined) return 'none';
  const names = columns.filter((name) => Object.hasOwn(first, name));
  const table = rows.map((row) =>
    names.map((name) => toCell((row as Readonly<Record<string, unknown>>)[name]).replace(seconds, '')),
  );
  const bodies = table.map((cells) =>
    cells.map((cell, i) => (i < names.length - 1 ? cut(cell, cellWidth) : cell)),
  );
  const before = align([names, ...bodies].map((cells) => cells.slice(0, -1))).split('\n');
  const used = Math.max(...before.map((line) => line.length)) + gap.length;
  return align(
    [names, ...bodies].map((cells) => [
      ...cells.slice(0, -1),
      cut(cells.at(-1) ?? '', Math.max(cellWidth, tableWidth - used)),
    ]),
  );
}

/** The end of an instant behind its minute. */
const seconds = /(?<=^\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d\.\d{3}(?=Z$)/;

function cut(cell: string, width: number): string {
  const text = toOneLine(cell);
  const isWhole = text.length <= width || z.guid().safeParse(text).success;
  return isWhole
    ? text
    : `${text
        .slice(0, width - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Pads each column to its widest cell. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}
