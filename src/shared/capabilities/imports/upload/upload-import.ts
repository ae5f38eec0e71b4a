import type { Acting } from '../../../account/audit/actor.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { listFields } from '../../../list/fields/queries.ts';
import { maxFieldsPerWaitlist } from '../../../list/fields/schema.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { statement, transaction } from '../../../platform/postgres/transaction.ts';
import { pauseIfDue } from '../../../platform/process/slices.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueue } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { isSecondHeader, toColumnNames } from '../columns/column-names.ts';
import { recognise, toMapping } from '../columns/presets.ts';
import { discardImport } from '../prune-imports.ts';
import { countOpen, findImport, finishUpload, insertImport } from '../queries.ts';
import type { FileFacts } from '../rows/findings.ts';
import { addRows, type NewRow } from '../rows/row-queries.ts';
import type { Import, ImportQuery } from '../schema.ts';
import { toImport } from '../to-import.ts';
import { checkText, type FileText } from './check-text.ts';
import { type FileRecord, readRecords } from './read-records.ts';
import { refuseLine } from './refuse-line.ts';
import type { Uploads } from './uploads.ts';

/** Rows are stored when there are so many, or characters of them. */
const batch = { rows: 1_000, characters: 1_000_000 };
/** Of an account, each with its rows. */
const mostOpen = 10;
export const uploadTimeoutMs = 600_000;

export interface Upload extends ImportQuery {
  /** The file, as it arrives. */
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Stores the rows of a CSV file as they arrive, and has them validated (N6). Of a file that is refused, or
 * whose upload breaks off, nothing stays.
 * @throws AppError not_found; conflict if too many imports are open; rate_limited; invalid_request with the
 * line, 408 and 413
 */
export function uploadImport(
  ctx: Context & { readonly notifier: Pick<JobNotifier, 'notify'>; readonly uploads: Uploads },
  by: Acting,
  waitlistId: string,
  { bytes, encoding, ...options }: Upload,
): Promise<Import> {
  const { accountId } = by;
  return ctx.uploads.run(accountId, async () => {
    const { sql } = ctx;
    const waitlist = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
    if ((await countOpen(sql, accountId)) >= mostOpen) throw tooManyOpen();
    const key = { accountId, id: newId() };
    await statement(sql, (tx) => insertImport(tx, { ...key, waitlistId: waitlist.id, ...options }));
    try {
      const given = encoding === 'auto' ? undefined : encoding;
      const { names, file } = await storeRows(
        ctx,
        key,
        checkText(bytes, { encoding: given }),
        given !== undefined,
      );
      const all = { limit: maxFieldsPerWaitlist, offset: 0 };
      const declared = await listFields(sql, accountId, waitlist.id, all);
      const preset = options.preset === 'auto' ? recognise(names) : options.preset;
      const mapping = toMapping(
        names,
        preset,
        declared.map((field) => field.key),
      );
      await transaction(sql, async (tx) => {
        if (!(await finishUpload(tx, key, { columns: names, mapping, preset, file }))) throw gone();
        await recordAction(tx, by, 'import.uploaded', { id: key.id });
        await enqueue(tx, 'validate-import', key.id, accountId, {});
      });
    } catch (error) {
      // What is left if this fails, too, is found by maintenance.
      await discardImport(ctx, key).catch((err: unknown) =>
        ctx.log.warn({ err, import: key.id }, 'a refused upload was not deleted'),
      );
      throw error;
    }
    ctx.notifier.notify('validate-import', [key]);
    return toImport((await findImport(sql, key)) ?? notFound('import'));
  });
}

/** How many texts show how a file reads. */
const mostSamples = 5;

/** @returns the names of the columns, and how the file was read */
async function storeRows(
  { sql }: Context,
  key: RowKey,
  text: FileText,
  isSure: boolean,
): Promise<{ names: readonly string[]; file: FileFacts }> {
  const deadline = performance.now() + uploadTimeoutMs;
  let header: FileRecord | undefined;
  let names: readonly string[] | undefined;
  let hasSecondHeader = false;
  const samples = new Set<string>();
  let rows: NewRow[] = [];
  let characters = 0;
  const flush = async () => {
    if (performance.now() > deadline) throw tooSlow();
    if (rows.length > 0 && !(await statement(sql, (tx) => addRows(tx, key, rows)))) throw gone();
    rows = [];
    characters = 0;
  };
  for await (const record of readRecords(text)) {
    await pauseIfDue();
    if (!isSure && text.encoding() === 'windows-1252' && samples.size < mostSamples)
      for (const cell of record.cells) addSample(samples, cell);
    if (header === undefined) {
      header = record;
      toColumnNames(header); // refuses a header that is data, before anything is stored
      continue;
    }
    if (names === undefined) {
      hasSecondHeader = isSecondHeader(header, record);
      names = toColumnNames(header, hasSecondHeader ? record.cells : []);
      if (hasSecondHeader) continue;
    }
    const { line, flaw = null } = record;
    const cells = withoutSurplus(record.cells, names.length);
    rows.push({ line, cells, flaw });
    for (const cell of cells) characters += cell.length;
    if (rows.length >= batch.rows || characters >= batch.characters) await flush();
  }
  await flush();
  if (header === undefined) refuseLine(1, 'the file is empty.');
  names ??= toColumnNames(header);
  const file = {
    encoding: text.encoding(),
    samples: [...samples].slice(0, mostSamples),
    surplus: header.length - names.length,
    hasSecondHeader,
  };
  return { names, file };
}

/** Adds a text that reads otherwise in another encoding. It is no address, which may have to be forgotten. */
function addSample(samples: Set<string>, cell: string): void {
  if (/[^\p{ASCII}]/u.test(cell) && !cell.includes('@')) samples.add(cell.trim().slice(0, 60));
}

/** Cells behind the last column that are empty, as spreadsheets leave them, are none. */
function withoutSurplus(cells: readonly string[], columns: number): readonly string[] {
  return cells.slice(columns).every((cell) => cell.trim() === '') ? cells.slice(0, columns) : cells;
}

function tooManyOpen(): AppError {
  return new AppError(
    'conflict',
    `${mostOpen} imports are not finished yet. Start or cancel one of them first.`,
  );
}

function tooSlow(): AppError {
  return new AppError('invalid_request', 'The upload took longer than 10 minutes.', { status: 408 });
}

/** Its waitlist was deleted, or the import cancelled. */
function gone(): AppError {
  return new AppError('conflict', 'The import was cancelled while its file was read.');
}
