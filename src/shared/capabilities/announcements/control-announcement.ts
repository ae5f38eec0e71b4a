import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import type { AuditAction } from '../../account/audit/schema.ts';
import { readRemaining } from '../../mail/allowance/read-usage.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { assertId, newId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { enqueueAnew } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { assertSendable } from './assert-sendable.ts';
import { type AnnouncementRow, change, findAnnouncement, finish, lockAnnouncement } from './queries.ts';
import { toReport } from './read-announcements.ts';
import type { AnnouncementReport } from './schema.ts';
import { pause } from './sending/pause.ts';
import { takeBackUnsent } from './sending/take-back.ts';

type ControlContext = Context & { readonly notifier: Pick<JobNotifier, 'notify'> };
type Keep = KeepAnswer<AnnouncementReport> | undefined;

/** Changes an announcement that `work` gets held, and answers with it. @throws AppError not_found */
async function control(
  ctx: ControlContext,
  caller: Caller,
  announcementId: string,
  keepAnswer: Keep,
  work: (tx: Tx, key: RowKey, row: AnnouncementRow) => Promise<AuditAction | undefined>,
): Promise<AnnouncementReport> {
  assertId(announcementId, 'announcement');
  const key = { accountId: caller.accountId, id: announcementId };
  const remaining = await readRemaining(ctx, caller);
  return transaction(ctx.sql, async (tx) => {
    const row = (await lockAnnouncement(tx, key)) ?? notFound('announcement');
    const done = await work(tx, key, row);
    if (done) await recordAction(tx, caller, done, { id: announcementId });
    const now = (await findAnnouncement(tx, key)) ?? notFound('announcement');
    const report = await toReport(tx, caller.accountId, now, remaining);
    await keepAnswer?.(tx, report);
    return report;
  });
}

/**
 * Pauses an announcement: mails that have not begun to be sent are taken back, so only what is with the
 * provider just now still leaves. The same again is the same answer.
 * @throws AppError not_found; conflict for one that is not being sent
 */
export function pauseAnnouncement(
  ctx: ControlContext,
  caller: Caller,
  announcementId: string,
  keepAnswer?: Keep,
): Promise<AnnouncementReport> {
  return control(ctx, caller, announcementId, keepAnswer, async (tx, key, { state }) => {
    if (state === 'paused') return undefined;
    if (state === 'selecting') refuse('Its people are still being noted. Try again soon.');
    if (state !== 'sending' && state !== 'scheduled') refuse('Only what is being sent can be paused.');
    await pause(tx, key, 'asked');
    return 'announcement.paused';
  });
}

/**
 * Goes on with a paused announcement: what came back before does not stop it again. The same again is the
 * same answer. @throws AppError not_found; conflict for one that is not paused, without a postal address in
 * the settings, and for a link that leads nowhere; quota_exceeded for mails without a route
 */
export async function resumeAnnouncement(
  ctx: ControlContext,
  caller: Caller,
  announcementId: string,
  keepAnswer?: Keep,
): Promise<AnnouncementReport> {
  const report = await control(ctx, caller, announcementId, keepAnswer, async (tx, key, row) => {
    if (row.state === 'sending' || row.state === 'scheduled') return undefined;
    if (row.state !== 'paused') refuse('Only what is paused can be resumed.');
    await assertSendable(ctx, tx, caller, row);
    await change(tx, key, {
      state: row.begin_seconds > 0 && row.mailed === 0 ? 'scheduled' : 'sending',
      ...{ paused_reason: null, judged_after: newId() },
      ...(row.paused_reason === 'sample' && { sample_left: null }),
    });
    await enqueueAnew(tx, 'send-announcement', key);
    return 'announcement.resumed';
  });
  ctx.notifier.notify('send-announcement', [{ accountId: caller.accountId, id: announcementId }]);
  return report;
}

/**
 * Discards a draft, or ends an announcement: nobody else gets it, and mails that have not begun to be sent
 * are taken back. The same again is the same answer. @throws AppError not_found; conflict for one that is
 * sent
 */
export function cancelAnnouncement(
  ctx: ControlContext,
  caller: Caller,
  announcementId: string,
  keepAnswer?: Keep,
): Promise<AnnouncementReport> {
  return control(ctx, caller, announcementId, keepAnswer, async (tx, key, { state }) => {
    if (state === 'cancelled') return undefined;
    if (state === 'sent') refuse('All people of this announcement got it already.');
    await takeBackUnsent(tx, key);
    await finish(tx, key, 'cancelled');
    return 'announcement.cancelled';
  });
}

function refuse(message: string): never {
  throw new AppError('conflict', message);
}
