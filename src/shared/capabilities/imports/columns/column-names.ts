import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { cleanAddress } from '../rows/clean-address.ts';
import { refuseLine } from '../upload/refuse-line.ts';

/** Columns behind these are not read. */
export const maxColumns = 500;
const longestName = 200;

/** A header, or what may be a second one. */
interface Header {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The names of the columns, on one line and cut where they are long. One without a name is called as in the
 * second header, if there is one, else by its place; doubles are numbered.
 * @throws AppError invalid_request for a header that is data: one of its cells is an address
 */
export function toColumnNames({ line, cells }: Header, second: readonly string[] = []): string[] {
  if (cells.some((cell) => toEmailKey(cleanAddress(cell)) !== undefined))
    refuseLine(line, 'it looks like data. Add a header line with the names of the columns.');
  const seen = new Set<string>();
  return cells.map((cell, index) => {
    const name = oneLine(cell) || oneLine(second[index] ?? '') || `Column ${index + 1}`;
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? cut(name, '') : cut(name, ` (${number})`);
      if (seen.has(numbered.toLowerCase())) continue;
      seen.add(numbered.toLowerCase());
      return numbered;
    }
  });
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function cut(name: string, end: string): string {
  const room = longestName - end.length;
  return `${
    name.length > room
      ? `${name
          .slice(0, room - 1)
          .toWellFormed()
          .trimEnd()}…`
      : name
  }${end}`;
}

/**
 * Whether the first record behind the header is a second one, as SurveyMonkey writes it: mostly empty, and
 * without an address or a digit.
 */
export function isSecondHeader(header: Header, { cells }: Header): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    cells.length === header.cells.length &&
    (cells[0] ?? '').trim() === '' &&
    (header.cells[0] ?? '').trim() !== '' &&
    filled.length * 2 <= cells.length &&
    filled.every((cell) => !/[@\d]/.test(cell))
  );
}
