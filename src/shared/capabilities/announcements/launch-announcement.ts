import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { toWideFilter } from '../../list/signups/selection/wide-filter.ts';
import { findSuppressedPeople, inTime } from '../../mail/suppressions/suppressed-people.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { assertId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { enqueueAnew } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { assertSendable, listObstacles, type Obstacle } from './assert-sendable.ts';
import { type DraftContext, lookUpMs } from './draft-announcement.ts';
import {
  type AnnouncementRow,
  change,
  findAnnouncement,
  findFilter,
  hasEarlier,
  lockAnnouncement,
} from './queries.ts';
import type { AnnouncementLaunch, AnnouncementLaunchInput } from './schema.ts';
import { findJudging, storeMembers, type Wanted } from './selection/select-queries.ts';

/** From so many people on, the first announcement to a list that was moved in needs a sample. */
const mostWithoutSample = 1_000;
const adviceForSample = 200;

/**
 * Launches a draft: its members are noted by one ordered scan, and a worker mails them. Where the scan takes
 * longer than an answer may, a worker does it, and what it would refuse is the draft's `refusal`. Once,
 * however many ask for it and how often: a repeat gets the same answer.
 * @throws AppError not_found; conflict if the number of people has changed by more than 1 %, if nobody is
 * left, where a sample has to come first, without a postal address in the settings, for a link that leads
 * nowhere, and for one that is still being counted or was cancelled; quota_exceeded for mails without a route
 */
export async function launchAnnouncement(
  ctx: DraftContext,
  caller: Caller,
  announcementId: string,
  input: AnnouncementLaunchInput,
  keepAnswer?: KeepAnswer<AnnouncementLaunch>,
): Promise<AnnouncementLaunch> {
  assertId(announcementId, 'announcement');
  const { accountId } = caller;
  const key = { accountId, id: announcementId };
  const found = (await findAnnouncement(ctx.sql, key)) ?? notFound('announcement');
  const { waitlist_id: listId } = found;
  /** Launches it with `select`, unless it is already. */
  const launchIn = async (tx: Tx, select: () => Promise<void>) => {
    const row = (await lockAnnouncement(tx, key)) ?? notFound('announcement');
    if (!isLaunched(row)) {
      assertLaunchable(row);
      await assertSendable(ctx, tx, caller, row);
      await change(tx, key, {
        ...{ expected_count: input.expected_count, sample_size: input.sample ?? null },
        ...{ launched_at: new Date().toISOString(), refusal: null },
      });
      await select();
      await recordAction(tx, caller, 'announcement.launched', {
        id: key.id,
        details: { expected_count: input.expected_count },
      });
    }
    const launch = toLaunch((await findAnnouncement(tx, key)) ?? notFound('announcement'));
    await keepAnswer?.(tx, launch);
    return launch;
  };
  const launched = await inTime(lookUpMs, async (isTimeUp) => {
    const filter = isLaunched(found)
      ? undefined
      : await toWideFilter(ctx.sql, accountId, listId, await findFilter(ctx.sql, key));
    const suppressed = filter && (await findSuppressedPeople(ctx, accountId, listId, filter, isTimeUp));
    return ctx.scans.write(accountId, 'Selecting takes too long.', (tx) =>
      launchIn(tx, async () => {
        if (filter && suppressed) await noteMembers(tx, key, listId, { filter, suppressed });
      }),
    );
  });
  if (launched) {
    ctx.notifier.notify('send-announcement', [key]);
    return launched;
  }
  const launch = await transaction(ctx.sql, (tx) =>
    launchIn(tx, async () => {
      await change(tx, key, { state: 'selecting' });
      await enqueueAnew(tx, 'select-announcement', key);
    }),
  );
  ctx.notifier.notify('select-announcement', [key]);
  return launch;
}

/**
 * Notes the members of an announcement that the caller holds and that is being launched, and has a worker
 * mail them.
 * @throws AppError conflict if that is not what was expected
 */
export async function noteMembers(tx: Tx, key: RowKey, waitlistId: string, wanted: Wanted): Promise<void> {
  const { sample_size: sample } = (await findAnnouncement(tx, key)) ?? notFound('waitlist');
  const judges = (await findJudging(tx, key.accountId, waitlistId)) ?? notFound('waitlist');
  await storeMembers(tx, key, waitlistId, wanted, judges, sample);
  const row = (await findAnnouncement(tx, key)) ?? notFound('waitlist');
  await assertExpected(tx, key, row);
  await change(tx, key, {
    state: row.begin_seconds > 0 ? 'scheduled' : 'sending',
    sample_left: sample === null || sample >= row.selected ? null : sample,
  });
  await enqueueAnew(tx, 'send-announcement', key);
}

async function assertExpected(tx: Tx, key: RowKey, row: AnnouncementRow): Promise<void> {
  const { selected, sample_size } = row;
  const expected = row.expected_count ?? 0;
  if (selected === 0) refuse('Nobody is left who would get it.');
  if (100 * Math.abs(selected - expected) > expected)
    refuse(
      `You expected ${expected} people, and it would go to ${selected} now. Look at the draft again, and launch it with the new number.`,
    );
  if (sample_size !== null || !(await needsSample(tx, key, row))) return;
  refuse(
    `Most of these ${selected} people were imported, and this is the first announcement to the list. Launch it with "sample": ${adviceForSample}: so many people get it first, and you see what comes back before you resume it.`,
  );
}

/** Whether a sample has to come first: most of the people were moved in, and nobody has written to them. */
async function needsSample(sql: Sql | Tx, key: RowKey, row: AnnouncementRow): Promise<boolean> {
  const { selected, imported, waitlist_id } = row;
  if (selected <= mostWithoutSample || 2 * imported <= selected) return false;
  return !(await hasEarlier(sql, key, waitlist_id, adviceForSample / 2));
}

/** What a launch of a draft asks for. */
export interface LaunchNeeds {
  readonly obstacles: readonly Obstacle[];
  /** So many people have to get it first. Null: all may get it at once. */
  readonly sample: number | null;
}

/** What a launch of a draft would be refused for, before somebody tries. @throws AppError not_found */
export async function readLaunchNeeds(
  ctx: Pick<Context, 'config' | 'sql'>,
  caller: Caller,
  announcementId: string,
): Promise<LaunchNeeds> {
  const key = { accountId: caller.accountId, id: announcementId };
  const row = (await findAnnouncement(ctx.sql, key)) ?? notFound('announcement');
  const [obstacles, isNeeded] = await Promise.all([
    listObstacles(ctx, ctx.sql, caller, row),
    needsSample(ctx.sql, key, row),
  ]);
  return { obstacles, sample: isNeeded ? adviceForSample : null };
}

/** Whether it was launched. One that a worker could not launch is a draft again. */
const isLaunched = ({ state, launched_at }: AnnouncementRow) => launched_at !== null && state !== 'cancelled';

function assertLaunchable({ state }: AnnouncementRow): void {
  if (state === 'counting') refuse('The people of this draft are still being counted. Try again soon.');
  if (state === 'cancelled') refuse('This announcement was cancelled. Draft another one.');
}

function toLaunch(row: AnnouncementRow): AnnouncementLaunch {
  const { id, expected_count, sample_size: sample, send_at, launched_at, created_at } = row;
  return { id, expected_count: expected_count ?? 0, sample, send_at, launched_at: launched_at ?? created_at };
}

function refuse(message: string): never {
  throw new AppError('conflict', message);
}
