import type { Readable } from 'node:stream';
import type { Acting } from '../../account/audit/actor.ts';
import { recordExport } from '../../account/audit/record-export.ts';
import { csvText } from '../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage } from '../../platform/csv/downloads.ts';
import { nilId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { listSuppressionsAfter } from './queries.ts';
import type { Suppression } from './schema.ts';

const rowsPerPage = 1_000;
const columns = ['id', 'waitlist_id', 'reason', 'created_at'] as const satisfies (keyof Suppression)[];

/**
 * The account's suppressions as CSV, oldest first (N3): a stream that must be sent or destroyed. Holds no
 * connection while the reader is slow. @throws AppError rate_limited
 */
export async function exportSuppressions(
  ctx: Context & { readonly downloads: Downloads },
  by: Acting,
): Promise<Readable> {
  const { accountId } = by;
  const text = ctx.downloads.start(ctx, accountId, (readPage) => readPages(readPage, accountId));
  await recordExport(ctx, by, 'suppressions.exported', text);
  return text;
}

async function* readPages(readPage: ReadPage, accountId: string): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  let after = nilId;
  for (;;) {
    const page = await readPage((sql) => listSuppressionsAfter(sql, accountId, after, rowsPerPage));
    const last = page.at(-1);
    if (!last) return;
    yield* csvText(page, (row) => columns.map((column) => row[column]), { escapesFormulas: false });
    after = last.id;
  }
}
