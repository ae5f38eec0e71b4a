import type { Readable } from 'node:stream';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordExport } from '../../../account/audit/record-export.ts';
import type { Scans } from '../../../list/signups/search/scans.ts';
import { csvText } from '../../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage } from '../../../platform/csv/downloads.ts';
import { notFound } from '../../../platform/errors.ts';
import { assertId, nilId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { type Page, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { findInvitation } from '../invitations/queries.ts';
import { findWave } from '../waves/queries.ts';
import { listMembersAfter, listMembers as listRows } from './member-queries.ts';
import type { MemberStep, WaveMember, WaveMembersQuery } from './schema.ts';

async function findKey(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  waveId: string,
): Promise<RowKey> {
  assertId(waveId, 'wave');
  const key = { accountId, id: waveId.toLowerCase() };
  if (!(await findWave(sql, key))) notFound('wave');
  return key;
}

/**
 * A page of those whom a wave has invited until now, with what became of each (N5).
 * @throws AppError not_found; invalid_request if that takes too long; rate_limited
 */
export async function listWaveMembers(
  ctx: Context & { readonly scans: Scans },
  caller: Pick<Caller, 'accountId'>,
  waveId: string,
  { step, ...page }: WaveMembersQuery,
): Promise<Page<WaveMember>> {
  const wave = await findKey(ctx, caller, waveId);
  const { rows, total } = await ctx.scans.run(
    caller.accountId,
    'step: this takes too long. Ask for the CSV file.',
    (tx) => listRows(tx, wave, step, page),
  );
  return toPage(rows, total, page);
}

/** Whether an invitation is of a wave of this account. */
export async function isOfWave(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  waveId: string,
  invitationId: string,
): Promise<boolean> {
  return (await findInvitation(sql, { accountId, id: invitationId }))?.wave_id === waveId;
}

const rowsPerPage = 1_000;
const columns = [
  'signup_id',
  'email',
  'position',
  'invitation_id',
  'state',
  'sent_at',
  'delivered_at',
  'opened_at',
  'clicked_at',
  'expires_at',
  'ended_at',
  'resends',
] as const satisfies (keyof WaveMember)[];

/**
 * The same as CSV: a stream that must be sent or destroyed. Formulas are escaped. Holds no connection while
 * the reader is slow. @throws AppError not_found; rate_limited
 */
export async function exportWaveMembers(
  ctx: Context & { readonly downloads: Downloads },
  caller: Caller,
  waveId: string,
  step: MemberStep | undefined,
): Promise<Readable> {
  const wave = await findKey(ctx, caller, waveId);
  const text = ctx.downloads.start(ctx, caller.accountId, (readPage) => readPages(readPage, wave, step));
  await recordExport(ctx, caller, 'wave.exported', text, wave.id);
  return text;
}

async function* readPages(
  readPage: ReadPage,
  wave: RowKey,
  step: MemberStep | undefined,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  for (let after = nilId; ; ) {
    const page = await readPage((sql) => listMembersAfter(sql, wave, step, after, rowsPerPage));
    const last = page.at(-1);
    if (!last) return;
    yield* csvText(
      page.filter(({ has_come }) => has_come),
      (member) => columns.map((column) => member[column] ?? ''),
      { escapesFormulas: true },
    );
    after = last.invitation_id;
  }
}
