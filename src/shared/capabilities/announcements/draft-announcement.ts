import { lockAccount } from '../../account/accounts/queries.ts';
import type { Caller } from '../../account/api-keys/caller.ts';
import type { SignupFilter } from '../../list/signups/search/filter-queries.ts';
import type { Scans } from '../../list/signups/search/scans.ts';
import { withSegment } from '../../list/signups/selection/segment.ts';
import { toWideFilter } from '../../list/signups/selection/wide-filter.ts';
import { findWaitlist } from '../../list/waitlists/queries.ts';
import { readRemaining } from '../../mail/allowance/read-usage.ts';
import { findSuppressedPeople, inTime } from '../../mail/suppressions/suppressed-people.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { assertId, newId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { enqueueAnew } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import {
  change,
  countDrafts,
  findAnnouncement,
  findWritten,
  insertAnnouncement,
  lockAnnouncement,
  updateWritten,
} from './queries.ts';
import { toAnnouncement } from './read-announcements.ts';
import {
  type Announcement,
  AnnouncementFilter,
  type AnnouncementInput,
  type AnnouncementPatch,
} from './schema.ts';
import { findJudging, storeCounts } from './selection/select-queries.ts';
import { toSendAt } from './send-at.ts';
import { toText } from './text/check-text.ts';

const mostDrafts = 50;
/** For the look-up of suppressions; the scan has as long as any search. */
export const lookUpMs = 1_000;

/** What drafts are made with. */
export type DraftContext = Context & {
  readonly scans: Scans;
  readonly notifier: Pick<JobNotifier, 'notify'>;
};

/**
 * Drafts an announcement: the dry run of its launch. Its people are counted by one scan; where that takes
 * longer than an answer may, a worker does it, and it is in the state `counting` until then. Stores the
 * answer to a request with an idempotency key.
 * @throws AppError not_found; invalid_request for a placeholder that is no variable, or a field of the
 * filter; conflict with too many drafts
 */
export async function draftAnnouncement(
  ctx: DraftContext,
  caller: Caller,
  waitlistId: string,
  asked: AnnouncementInput,
  keepAnswer?: KeepAnswer<Announcement>,
): Promise<Announcement> {
  const { accountId } = caller;
  const { id: listId } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const input = await withSegment(ctx.sql, { accountId, waitlistId: listId }, asked, AnnouncementFilter());
  const { name, filter, per_hour, send_at } = input;
  const written = {
    ...(await toText(ctx.sql, accountId, listId, input)),
    ...{ name, filter: filter ?? {}, per_hour: per_hour ?? null },
    send_at: await toSendAt(ctx.sql, accountId, send_at ?? null),
  };
  const wanted = await toWideFilter(ctx.sql, accountId, listId, written.filter);
  const key = { accountId, id: newId() };
  return countIn(ctx, caller, { key, listId, filter: wanted }, keepAnswer, async (tx) => {
    await lockAccount(tx, accountId); // drafts that began at the same time are counted one after the other
    if ((await countDrafts(tx, accountId)) >= mostDrafts) throw tooMany();
    await insertAnnouncement(tx, key, listId, written);
  });
}

/**
 * Changes the text, the filter or the times of a draft, and counts its people again; an empty change only
 * counts. @throws AppError as `draftAnnouncement`; conflict for one that is launched or cancelled
 */
export async function updateAnnouncement(
  ctx: DraftContext,
  caller: Caller,
  announcementId: string,
  asked: AnnouncementPatch,
): Promise<Announcement> {
  assertId(announcementId, 'announcement');
  const { accountId } = caller;
  const key = { accountId, id: announcementId };
  const found = (await findAnnouncement(ctx.sql, key)) ?? notFound('announcement');
  const list = { accountId, waitlistId: found.waitlist_id };
  const patch = await withSegment(ctx.sql, list, asked, AnnouncementFilter());
  const stored = await findWritten(ctx.sql, key);
  const subject = patch.subject ?? stored.subject;
  const isNewText = patch.design != null || patch.html != null;
  const { design, html } = isNewText ? patch : stored;
  const written = {
    ...(await toText(ctx.sql, accountId, found.waitlist_id, { subject, design, html })),
    name: patch.name ?? stored.name,
    filter: patch.filter === undefined ? stored.filter : (patch.filter ?? {}),
    per_hour: patch.per_hour === undefined ? stored.per_hour : patch.per_hour,
    send_at: patch.send_at === undefined ? stored.send_at : await toSendAt(ctx.sql, accountId, patch.send_at),
  };
  const listId = found.waitlist_id;
  const wanted = await toWideFilter(ctx.sql, accountId, listId, written.filter);
  return countIn(ctx, caller, { key, listId, filter: wanted }, undefined, async (tx) => {
    const { state } = (await lockAnnouncement(tx, key)) ?? notFound('announcement');
    if (state !== 'draft' && state !== 'counting')
      throw new AppError('conflict', 'Only a draft can be changed.');
    await updateWritten(tx, key, written);
  });
}

/** Counts the people of a draft that `write` stores or holds, or leaves that to a worker. */
async function countIn(
  ctx: DraftContext,
  caller: Caller,
  { key, listId, filter }: { key: RowKey; listId: string; filter: SignupFilter },
  keepAnswer: KeepAnswer<Announcement> | undefined,
  write: (tx: Tx) => Promise<void>,
): Promise<Announcement> {
  const { accountId } = key;
  const remaining = await readRemaining(ctx, caller);
  const answer = async (tx: Tx) => {
    const row = (await findAnnouncement(tx, key)) ?? notFound('waitlist');
    const announcement = await toAnnouncement(tx, accountId, row, remaining);
    await keepAnswer?.(tx, announcement);
    return announcement;
  };
  const counted = await inTime(lookUpMs, async (isTimeUp) => {
    const suppressed = await findSuppressedPeople(ctx, accountId, listId, filter, isTimeUp);
    return ctx.scans.write(accountId, 'Counting takes too long.', async (tx) => {
      await write(tx);
      const judges = (await findJudging(tx, accountId, listId)) ?? notFound('waitlist');
      await storeCounts(tx, key, listId, { filter, suppressed }, judges);
      await change(tx, key, { state: 'draft' });
      return answer(tx);
    });
  });
  if (counted) return counted;
  const counting = await transaction(ctx.sql, async (tx) => {
    await write(tx);
    await change(tx, key, { state: 'counting' });
    await enqueueAnew(tx, 'select-announcement', key);
    return answer(tx);
  });
  ctx.notifier.notify('select-announcement', [key]);
  return counting;
}

function tooMany(): AppError {
  return new AppError('conflict', `The account has ${mostDrafts} drafts already. Launch one or cancel it.`);
}
