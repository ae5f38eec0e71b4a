import { stringify } from 'csv-stringify/sync';
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

/**
 * A result for standard output: as JSON, as CSV, or as text.
 * In the text a list becomes a table, an object one line per property.
 */
export function describeResult(result: object, format: { json?: true; csv?: true }): string {
  if (format.json) return JSON.stringify(result, null, 2);
  return format.csv ? toCsv([result].flat()) : toText(result);
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

/** Pads each column to its widest cell. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
