import type { Readable } from 'node:stream';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { inviteUrl } from '../../../list/links/page-urls.ts';
import { csvText } from '../../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage } from '../../../platform/csv/downloads.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { assertId, nilId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { statement, transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { assertInviting } from '../assert-inviting.ts';
import { inviteKeyOf, makeInviteToken } from '../invitations/token.ts';
import { lockWave } from '../waves/queries.ts';
import { endDownload, listLinks, takeLinks } from './queries.ts';

const rowsPerPage = 1_000;

/**
 * The links of a wave as CSV, once (N5): a stream that must be sent or destroyed. Formulas are escaped. A
 * download that breaks off can be begun again; one that ended cannot.
 * @throws AppError not_found; conflict for a wave that is mailed or not made yet, and where the links were
 * taken; rate_limited
 */
export async function exportLinks(
  ctx: Context & { readonly downloads: Downloads },
  caller: Caller,
  waveId: string,
): Promise<Readable> {
  assertId(waveId, 'wave');
  const { accountId } = caller;
  const key = { accountId, id: waveId.toLowerCase() };
  const since = await transaction(ctx.sql, async (tx) => {
    const wave = (await lockWave(tx, key)) ?? notFound('wave');
    if (wave.deliver !== 'link') throw new AppError('conflict', 'The invitations of this wave are mailed.');
    if (wave.state !== 'sent')
      throw new AppError('conflict', 'The links are not all made yet. Try again soon.');
    const pageUrl = await assertInviting({ ...ctx, sql: tx }, caller, wave.waitlist_id, 'link');
    const at = await takeLinks(tx, key);
    if (at === undefined)
      throw new AppError('conflict', 'The links of this wave were downloaded, or are just now.');
    await recordAction(tx, caller, 'wave.links_exported', { id: key.id });
    return { at, pageUrl };
  });
  let isRead = false;
  const end = () =>
    statement(ctx.sql, (tx) => endDownload(tx, key, since.at, isRead)).catch((err: unknown) =>
      ctx.log.warn({ err, wave: key.id }, 'the end of a download of links was not recorded'),
    );
  try {
    const text = ctx.downloads.start(ctx, accountId, (readPage) =>
      readPages(ctx, readPage, key, since.pageUrl),
    );
    text.once('end', () => {
      isRead = true;
    });
    return text.once('close', () => void end());
  } catch (error) {
    await end();
    throw error;
  }
}

async function* readPages(
  ctx: Pick<Context, 'linkSigner'>,
  readPage: ReadPage,
  wave: RowKey,
  pageUrl: string,
): AsyncGenerator<string> {
  const { accountId } = wave;
  const inviteKey = inviteKeyOf(await ctx.linkSigner());
  yield 'email,url\n';
  for (let after = nilId; ; ) {
    const page = await readPage((sql) => listLinks(sql, wave, after, rowsPerPage));
    const last = page.at(-1);
    if (!last) return;
    yield* csvText(
      page,
      ({ id, generation, email }) => [
        email,
        inviteUrl(pageUrl, makeInviteToken(inviteKey, { accountId, id, generation })),
      ],
      { escapesFormulas: true },
    );
    after = last.id;
  }
}
