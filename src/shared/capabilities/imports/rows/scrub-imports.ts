import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { statement, transaction } from '../../../platform/postgres/transaction.ts';
import { filterInSlices, mapInSlices } from '../../../platform/process/slices.ts';
import type { Context } from '../../context.ts';
import { mentions, mentionsInCell } from '../../people/index.ts';
import type { IsPerson, Scrubbing } from '../../person-part.ts';
import { lockImport } from '../queries.ts';
import { listFileRows, type RawRow } from './row-queries.ts';
import {
  findScrubbed,
  type ImportTexts,
  listImportsAfter,
  listRowsOfPerson,
  listRowTexts,
  noteScrubbed,
  type RowTexts,
  type ScrubbedRow,
  saveTexts,
  scrubImportRows,
} from './scrub-queries.ts';

const rowsPerPage = 2_000;
/** Of one address; what is left is met page by page. */
const mostRows = 1_000;

/**
 * Scrubs the rows of imports, page by page: a row with an address of the person becomes none, and a cell of
 * another row that has it is emptied. A column that is named by it is called by its place. @returns whether
 * it came to the end
 */
export async function scrubImports(
  { sql }: Pick<Context, 'sql'>,
  { erasure, isPerson, isTimeUp }: Scrubbing,
): Promise<boolean> {
  const { accountId } = erasure;
  const { scrubbed_import, scrubbed_line } = await findScrubbed(sql, erasure);
  for (const { id, emailColumn } of await listImportsAfter(sql, accountId, scrubbed_import)) {
    let after = id === scrubbed_import ? scrubbed_line : 0;
    for (;;) {
      const rows = await listFileRows(sql, { accountId, id }, after, rowsPerPage);
      if (rows.length === 0) {
        if (id === scrubbed_import || !isTimeUp()) break; // each pass leaves one import behind at least
        await statement(sql, (tx) => noteScrubbed(tx, erasure, id, after));
        return false;
      }
      const scrubbed = await mapInSlices(rows, (row) => toScrubbed(row, emailColumn, isPerson));
      const changed = scrubbed.flatMap((row) => row ?? []);
      const end = rows.at(-1)?.line ?? after;
      await transaction(sql, async (tx) => {
        const held = changed.length > 0 ? await lockImport(tx, { accountId, id }) : undefined;
        if (held)
          await scrubImportRows(
            tx,
            { accountId, id },
            held,
            await withTexts(tx, { accountId, id }, changed, isPerson),
          );
        await noteScrubbed(tx, erasure, id, end);
      });
      after = end;
      if (isTimeUp()) return false;
    }
  }
  // Behind the rows: no validation repeats a cell in a warning any more.
  for (const { id, ...texts } of await listImportsAfter(sql, accountId, null))
    if (await toScrubbedTexts(texts, isPerson)) await scrubTexts(sql, { accountId, id }, isPerson);
  return true;
}

/** Reads the import again behind its lock: its validation may have added a warning. */
async function scrubTexts(sql: Sql, key: RowKey, isPerson: IsPerson): Promise<void> {
  await transaction(sql, async (tx) => {
    const held = await lockImport(tx, key);
    const scrubbed = held && (await toScrubbedTexts(held, isPerson));
    if (scrubbed) await saveTexts(tx, key, scrubbed);
  });
}

/** The texts without the person; undefined if they do not name them. */
async function toScrubbedTexts(
  { columns, mapping, warnings }: ImportTexts,
  isPerson: IsPerson,
): Promise<ImportTexts | undefined> {
  const named = await filterInSlices([...columns, ...warnings], (text) => mentions(text, isPerson));
  if (named.length === 0) return undefined;
  const isFree = (text: string) => !named.includes(text);
  const names = columns.map((name, index) => (isFree(name) ? name : `Column ${index + 1}`));
  const targets = columns.flatMap((name, index) => {
    const target = mapping[name];
    return target === undefined ? [] : [[names[index] ?? name, target] as const];
  });
  return { columns: names, mapping: Object.fromEntries(targets), warnings: warnings.filter(isFree) };
}

/**
 * Takes the rows of an address out of imports, before its signups are looked for: an import that is running
 * does not add it again.
 */
export async function forgetRows(
  { sql }: Pick<Context, 'sql'>,
  accountId: string,
  emailKey: string,
): Promise<void> {
  const found = await listRowsOfPerson(sql, accountId, emailKey, mostRows);
  for (const id of new Set(found.map((row) => row.import_id)))
    await transaction(sql, async (tx) => {
      const held = await lockImport(tx, { accountId, id });
      if (!held) return;
      const rows = found.filter((row) => row.import_id === id);
      await scrubImportRows(
        tx,
        { accountId, id },
        held,
        rows.map(({ line }) => ownRow(line)),
      );
    });
}

const ownRow = (line: number): ScrubbedRow => ({
  line,
  raw: [],
  isOwn: true,
  error: 'The person was erased.',
  code: null,
  foreign_id: null,
  referred_by: null,
});

/** The cells of a row without the person. */
type ScrubbedCells = RawRow & { readonly isOwn: boolean };

/**
 * The rows with what was made of their cells, without the person: an error may repeat a cell. The caller
 * holds the import.
 */
async function withTexts(
  tx: Tx,
  key: RowKey,
  rows: readonly ScrubbedCells[],
  isPerson: IsPerson,
): Promise<ScrubbedRow[]> {
  const others = rows.filter(({ isOwn }) => !isOwn).map(({ line }) => line);
  const texts = new Map((await listRowTexts(tx, key, others)).map((row) => [row.line, row]));
  const without = async (text: string | null) =>
    text !== null && (await mentions(text, isPerson)) ? null : text;
  const toTexts = async ({ error, code, foreign_id, referred_by }: RowTexts): Promise<RowTexts> => ({
    error: error !== null && (await without(error)) === null ? 'It named a person who was erased.' : error,
    code: await without(code),
    foreign_id: await without(foreign_id),
    referred_by: await without(referred_by),
  });
  const scrubbed = await mapInSlices(rows, async (row) => {
    const kept = texts.get(row.line);
    if (row.isOwn) return ownRow(row.line);
    return kept && { ...row, ...(await toTexts(kept)) };
  });
  return scrubbed.flatMap((row) => row ?? []);
}

/** A row without the person; undefined if it has no address of theirs. */
async function toScrubbed(
  { line, raw }: RawRow,
  emailColumn: number,
  isPerson: IsPerson,
): Promise<ScrubbedCells | undefined> {
  if (await mentionsInCell(raw[emailColumn] ?? '', isPerson)) return { line, raw: [], isOwn: true };
  const cells = await mapInSlices(raw, async (cell) => ((await mentionsInCell(cell, isPerson)) ? '' : cell));
  return cells.some((cell, index) => cell !== raw[index]) ? { line, raw: cells, isOwn: false } : undefined;
}
