import type { Readable } from 'node:stream';
import { csvText } from '../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage } from '../../platform/csv/downloads.ts';
import type { Acting } from '../audit/actor.ts';
import { listEntries } from '../audit/queries.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Context } from '../context.ts';

const rowsPerPage = 1_000;
const columns = [
  ...(['id', 'created_at', 'actor_type', 'actor_id', 'actor_name'] as const),
  ...(['action', 'object_type', 'object_id', 'details'] as const),
];

/**
 * The audit log as CSV, newest first (N8): a stream that must be sent or destroyed. Formulas are escaped.
 * Holds no connection while the reader is slow. @throws AppError rate_limited
 */
export async function exportAuditLog(
  ctx: Context & { readonly downloads: Downloads },
  by: Acting,
): Promise<Readable> {
  const text = ctx.downloads.start(ctx, by.accountId, (readPage) => readPages(readPage, by.accountId));
  await recordExport(ctx, by, 'audit_log.exported', text);
  return text;
}

async function* readPages(readPage: ReadPage, accountId: string): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  for (let before: string | undefined; ; ) {
    const page = await readPage((sql) => listEntries(sql, accountId, before, rowsPerPage));
    const last = page.at(-1);
    if (!last) return;
    yield* csvText(
      page,
      (row) => columns.map((column) => (column === 'details' ? JSON.stringify(row.details) : row[column])),
      { escapesFormulas: true },
    );
    before = last.id;
  }
}
