import { refuseLine } from './refuse-line.ts';

/** A row with the largest metadata and custom fields, and more. In characters. */
const longestRecord = 256 * 1024;
/** How much is read again behind broken quotes. */
const mostReadAgain = 256 * longestRecord;

/** A record of a file and the line that it begins in, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be read. Its cells are those of its first line, with quotes as they stand. */
  readonly flaw?: string;
}

export interface CsvReader {
  /** Takes more text. */
  add(text: string): void;
  /** Takes no more text: what is there is the end of the file. */
  end(): void;
  /**
   * The next record, an empty line as one with one empty cell; undefined if more text is needed, or at the
   * end.
   * @throws AppError invalid_request with the line, for a line that is too long
   */
  next(): CsvRecord | undefined;
}

/**
 * Reads CSV (RFC 4180) in parts. Takes time with the length of the text. A quote inside a cell, or text
 * behind a quoted cell, is taken as it stands. A quote that is open where the file ends or another cell
 * begins spoils only its record: the next line is read as a new one.
 */
export function openCsvReader(delimiter: string, firstLine = 1): CsvReader {
  const ends = new RegExp(`[${delimiter === '\t' ? '\\t' : `\\${delimiter}`}\\r\\n]`, 'g');
  let text = '';
  let line = firstLine;
  let isEnded = false;
  let readAgain = 0;
  /** Where the record begins, its cell, and where the search goes on. */
  let start = 0;
  let at = 0;
  let search = 0;
  let cells: string[] = [];
  /** The line breaks in the record so far. */
  let breaks = 0;
  /** Whether the quote that the cell begins with is a part of it. */
  let isLiteral = false;

  function begin(next: number): void {
    start = next;
    at = next;
    search = next;
    cells = [];
    breaks = 0;
    isLiteral = false;
  }

  /** The first line of a record with an open quote, alone. */
  function spoil(flaw: string): CsvRecord {
    readAgain += search - start;
    if (readAgain > mostReadAgain) refuseLine(line, 'too many quotes are not closed.');
    ends.lastIndex = start;
    const parts: string[] = [];
    let from = start;
    for (;;) {
      const found = ends.exec(text);
      parts.push(text.slice(from, found?.index));
      from = found ? found.index + found[0].length : text.length;
      if (found?.[0] === delimiter) continue;
      if (found?.[0] === '\r' && text[from] === '\n') from += 1;
      break;
    }
    const record = { line, cells: parts, flaw };
    line += 1;
    begin(from);
    return record;
  }

  /** More text is needed. */
  function wait(isQuoted: boolean): CsvRecord | undefined {
    if (text.length - start <= longestRecord) return undefined;
    if (isQuoted && /[\r\n]/.test(text.slice(start, start + longestRecord)))
      return spoil('a quote is not closed');
    refuseLine(line, `longer than ${longestRecord} characters. Is a quote not closed?`);
  }

  /** Ends the cell at a delimiter, a line break or the end. @returns the record if it is its last one */
  function endCell(cell: string, end: number, broken = 0): CsvRecord | 'wait' | undefined {
    const character = text[end];
    if (character === '\r' && end + 1 === text.length && !isEnded) return 'wait';
    cells.push(cell);
    breaks += broken;
    if (character === delimiter) {
      at = end + 1;
      search = at;
      isLiteral = false;
      return undefined;
    }
    const record = { line, cells };
    line += 1 + breaks;
    begin(end + (character === '\r' && text[end + 1] === '\n' ? 2 : 1));
    return record;
  }

  /** Reads a cell in quotes. @returns false if it is none, because text follows its last quote */
  function readQuoted(): CsvRecord | 'wait' | false | undefined {
    for (;;) {
      const quote = text.indexOf('"', Math.max(search, at + 1));
      if (quote < 0) {
        search = text.length;
        return isEnded ? spoil('a quote is not closed') : 'wait';
      }
      search = quote;
      if (quote + 1 === text.length && !isEnded) return 'wait';
      const after = text[quote + 1];
      if (after === '"') {
        search = quote + 2;
        continue;
      }
      const inside = text.slice(at + 1, quote);
      const broken = inside.match(/\r\n|\r|\n/g)?.length ?? 0;
      if (after === undefined || after === delimiter || after === '\r' || after === '\n') {
        return endCell(inside.replaceAll('""', '"'), quote + 1, broken);
      }
      if (broken > 0) return spoil('a quote is not closed, or ends before the cell does');
      search = quote + 1;
      return false;
    }
  }

  return {
    add(more) {
      text = text.slice(start) + more;
      at -= start;
      search -= start;
      start = 0;
    },
    end() {
      isEnded = true;
    },
    next() {
      for (;;) {
        if (at >= text.length && (!isEnded || (cells.length === 0 && at === start))) return wait(false);
        let done: CsvRecord | 'wait' | false | undefined = false;
        if (text[at] === '"' && !isLiteral) {
          done = readQuoted();
          isLiteral = done === false;
        }
        if (done === false) {
          ends.lastIndex = search;
          const end = ends.exec(text)?.index ?? text.length;
          search = end;
          done = end === text.length && !isEnded ? 'wait' : endCell(text.slice(at, end), end);
        }
        if (done === 'wait') return wait(!isLiteral && text[at] === '"');
        if (done) return done;
      }
    },
  };
}
