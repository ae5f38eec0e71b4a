import type { Readable } from 'node:stream';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordExport } from '../../../account/audit/record-export.ts';
import type { Scans } from '../../../list/signups/search/scans.ts';
import { csvText } from '../../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage } from '../../../platform/csv/downloads.ts';
import { notFound } from '../../../platform/errors.ts';
import { assertId, newId, nilId } from '../../../platform/ids.ts';
import { type Page, type PageQuery, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { findAnnouncement } from '../queries.ts';
import type { AnnouncementMember, MembersQuery } from '../schema.ts';
import {
  findPartAfter,
  listMembers,
  listMembersAfter,
  type MemberGroup,
  type ReadMembers,
} from './member-queries.ts';

async function findRead(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  announcementId: string,
): Promise<ReadMembers> {
  assertId(announcementId, 'announcement');
  const key = { accountId, id: announcementId.toLowerCase() };
  const { state, is_held } = (await findAnnouncement(sql, key)) ?? notFound('announcement');
  return { ...key, isHeld: is_held && state === 'sending' };
}

/**
 * A page of the members of an announcement with what became of their mails, those whose signups are still
 * there.
 * @throws AppError not_found; invalid_request if that takes too long
 */
export function listAnnouncementMembers(
  ctx: Context & { readonly scans: Scans },
  caller: Pick<Caller, 'accountId'>,
  announcementId: string,
  { state, ...page }: MembersQuery,
): Promise<Page<AnnouncementMember>> {
  return listMembersOf(ctx, caller, announcementId, state && { state }, page);
}

/** The same of a group of members, such as all who opened it. @throws AppError as above */
export async function listMembersOf(
  ctx: Context & { readonly scans: Scans },
  caller: Pick<Caller, 'accountId'>,
  announcementId: string,
  group: MemberGroup | undefined,
  page: PageQuery,
): Promise<Page<AnnouncementMember>> {
  const read = await findRead(ctx, caller, announcementId);
  const { rows, total } = await ctx.scans.run(
    caller.accountId,
    'state: this takes too long. Ask for the CSV file.',
    (tx) => listMembers(tx, read, group, page),
  );
  return toPage(rows, total, page);
}

const rowsPerPage = 1_000;
const columns = [
  'signup_id',
  'email',
  'position',
  'state',
  'sent_at',
  'delivered_at',
  'opened_at',
  'clicked_at',
] as const satisfies (keyof AnnouncementMember)[];

/**
 * The members of an announcement as CSV: a stream that must be sent or destroyed. Formulas are escaped. Each
 * member is in it once, also while it is being sent. Holds no connection while the reader is slow.
 * @throws AppError not_found; rate_limited
 */
export async function exportAnnouncementMembers(
  ctx: Context & { readonly downloads: Downloads },
  caller: Caller,
  announcementId: string,
): Promise<Readable> {
  const read = await findRead(ctx, caller, announcementId);
  const text = ctx.downloads.start(ctx, caller.accountId, (readPage) => readPages(readPage, read));
  await recordExport(ctx, caller, 'announcement.exported', text, read.id);
  return text;
}

async function* readPages(readPage: ReadPage, read: ReadMembers): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  const toLines = (members: readonly AnnouncementMember[]) =>
    csvText(members, (member) => columns.map((column) => toCell(member[column])), {
      escapesFormulas: true,
    });
  const start = newId(); // who has the turn from now on is among those that wait
  for (let after = lowestPart; ; ) {
    const next = await readPage((sql) => findPartAfter(sql, read, after));
    if (!next) break;
    yield* toLines(next.members);
    after = next.part;
  }
  for (let after = nilId; ; ) {
    const page = await readPage((sql) => listMembersAfter(sql, read, after, start, rowsPerPage));
    const last = page.at(-1);
    if (!last) return;
    yield* toLines(page);
    after = last.signup_id;
  }
}

/** Parts that were put back are below 0. */
const lowestPart = -2_147_483_648;

const toCell = (value: string | number | null) => value ?? '';
