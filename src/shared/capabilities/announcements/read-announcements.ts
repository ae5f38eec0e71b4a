import type { Caller } from '../../account/api-keys/caller.ts';
import { isTooSlow, type Scans } from '../../list/signups/search/scans.ts';
import { findWaitlist } from '../../list/waitlists/queries.ts';
import { readRemaining } from '../../mail/allowance/read-usage.ts';
import { hashOfLink } from '../../mail/mail-events/clicked-link.ts';
import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { type Page, type PageQuery, toPage } from '../../platform/schema/paging.ts';
import type { Context } from '../context.ts';
import { type FiguresRow, findClicks, findFigures, findPace } from './members/figure-queries.ts';
import { linksOf } from './members/links.ts';
import {
  type AnnouncementRow,
  type AnnouncementText,
  countAnnouncements,
  findAnnouncement,
  findFilter,
  findText,
  listAnnouncements as listRows,
} from './queries.ts';
import {
  type Announcement,
  type AnnouncementFilter,
  type AnnouncementReport,
  type AnnouncementSummary,
  exclusionReasons,
} from './schema.ts';
import { listSample } from './selection/select-queries.ts';

function toSummary(row: AnnouncementRow): AnnouncementSummary {
  const { id, waitlist_id, name, state, paused_reason, refusal, subject, filter, per_hour, send_at } = row;
  const { matched, selected, created_at, launched_at, finished_at } = row;
  const excluded = exclusionReasons.map((reason) => [reason, row.excluded[reason] ?? 0]);
  return {
    ...{ id, waitlist_id, name, state, paused_reason, refusal, subject, filter, per_hour, send_at },
    ...{ matched, selected, excluded: Object.fromEntries(excluded) as AnnouncementSummary['excluded'] },
    ...{ created_at, launched_at, finished_at },
  };
}

/** An announcement of the API. `remaining` is of `readRemaining`. */
export async function toAnnouncement(
  sql: Sql | Tx,
  accountId: string,
  row: AnnouncementRow,
  remaining: number | null,
): Promise<Announcement> {
  const text = await findText(sql, { accountId, id: row.id });
  return withText(sql, accountId, row, remaining, text);
}

async function withText(
  sql: Sql | Tx,
  accountId: string,
  row: AnnouncementRow,
  remaining: number | null,
  { html, design }: AnnouncementText,
): Promise<Announcement> {
  const toGo = Math.max(0, row.selected - row.mailed);
  return {
    ...toSummary(row),
    design,
    html: design ? null : html,
    sample: [...(await listSample(sql, { accountId, id: row.id }))],
    allowance: remaining === null ? null : { remaining, held: Math.max(0, toGo - remaining) },
  };
}

/** The same with what came of it. */
export async function toReport(
  sql: Sql | Tx,
  accountId: string,
  row: AnnouncementRow,
  remaining: number | null,
): Promise<AnnouncementReport> {
  const key = { accountId, id: row.id };
  const text = await findText(sql, key);
  const figures = await findFigures(sql, key);
  const clicks = figures.clicked > 0 ? await findClicks(sql, key) : new Map<string, number>();
  return {
    ...(await withText(sql, accountId, row, remaining, text)),
    ...toFigures(row, figures),
    links: linksOf(text.html).map((link) => ({ link, clicked: clicks.get(hashOfLink(link)) ?? 0 })),
  };
}

type Figures = Omit<AnnouncementReport, keyof Announcement | 'links'>;

/** What the counts of an announcement and of its mails come to. */
export function toFigures(row: AnnouncementRow, figures: FiguresRow): Figures {
  const { mails, queued, held: heldMails, stopped, stopped_unsubscribed, ...counted } = figures;
  const { removed = 0, unsubscribed = 0, suppressed = 0 } = row.left_out;
  const isLaunched = row.launched_at !== null && row.state !== 'selecting';
  const passed = removed + unsubscribed + suppressed;
  const toGo = isLaunched ? Math.max(0, row.selected - row.mailed - passed) : 0;
  const isOver = row.state === 'cancelled' || row.state === 'sent';
  const isHeld = row.is_held && row.state === 'sending';
  return {
    waiting: queued + (isOver || isHeld ? 0 : toGo),
    held: heldMails + (isHeld ? toGo : 0),
    ...counted,
    left_out: {
      removed: removed + Math.max(0, row.mailed - mails),
      unsubscribed: unsubscribed + stopped_unsubscribed,
      suppressed: suppressed + stopped - stopped_unsubscribed,
      cancelled: isOver ? toGo : 0,
    },
  };
}

/** An announcement with what came of it until now. @throws AppError not_found */
export async function readAnnouncement(
  ctx: Context,
  caller: Caller,
  announcementId: string,
): Promise<AnnouncementReport> {
  assertId(announcementId, 'announcement');
  const { accountId } = caller;
  const row =
    (await findAnnouncement(ctx.sql, { accountId, id: announcementId })) ?? notFound('announcement');
  return toReport(ctx.sql, accountId, row, await readRemaining(ctx, caller));
}

/** The whole filter of an announcement, with its ids. @throws AppError not_found */
export async function readAnnouncementFilter(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  announcementId: string,
): Promise<AnnouncementFilter> {
  const key = { accountId, id: announcementId };
  if (!(await findAnnouncement(sql, key))) notFound('announcement');
  return findFilter(sql, key);
}

/** How fast mails of an announcement leave, a second; null if too few have left to tell. */
export function readPace(
  { sql }: Context,
  { accountId }: Caller,
  announcementId: string,
): Promise<number | null> {
  return findPace(sql, { accountId, id: announcementId });
}

/** Figures of a page of announcements are counted for so long. */
const longestMs = 1_000;

/**
 * What came of announcements, by their ids. Those are left out for which there was no time: large ones take
 * a while.
 */
export async function readFiguresOf(
  ctx: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FiguresRow>> {
  const figures = new Map<string, FiguresRow>();
  const startedAt = performance.now();
  try {
    await ctx.scans.run(accountId, 'Counting takes too long.', async (tx) => {
      for (const id of ids) {
        if (performance.now() - startedAt > longestMs) return;
        figures.set(id, await findFigures(tx, { accountId, id }));
      }
    });
  } catch (error) {
    if (!isTooSlow(error)) throw error;
  }
  return figures;
}

/** The announcements of a waitlist, newest first. @throws AppError not_found */
export async function listAnnouncements(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  page: PageQuery,
): Promise<Page<AnnouncementSummary>> {
  const { id } = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const [rows, total] = await Promise.all([
    listRows(sql, accountId, id, page),
    countAnnouncements(sql, accountId, id),
  ]);
  return toPage(rows.map(toSummary), total, page);
}
