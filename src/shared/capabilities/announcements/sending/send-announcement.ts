import { fireEvents } from '../../../list/publishing/fire-event.ts';
import { lockSignups } from '../../../list/signups/queries.ts';
import { roomForMore } from '../../../mail/allowance/room-for-more.ts';
import { findReasons } from '../../../mail/suppressions/find-suppressed.ts';
import { newId } from '../../../platform/ids.ts';
import { keysIn, type RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import { completeJob, enqueueLateJobs, type Lease } from '../../../platform/queue/outbox.ts';
import { addressKeyOf } from '../../../platform/secrets/email-mac.ts';
import type { Context } from '../../context.ts';
import { hasPostalAddress } from '../assert-sendable.ts';
import { findFigures } from '../members/figure-queries.ts';
import { type AnnouncementRow, change, finish, lockAnnouncement } from '../queries.ts';
import { toFigures } from '../read-announcements.ts';
import type { LeftOutReason, PausedReason } from '../schema.ts';
import { findFinished } from './finish-queries.ts';
import { pause } from './pause.ts';
import {
  type CandidateRow,
  findNewest,
  findPart,
  insertMembers,
  listCandidates,
  listUnderWay,
  type NewMember,
  recordTurn,
  takeFromPart,
} from './send-queries.ts';
import { lookedAt, stopReason } from './stop-rules.ts';
import { takeBackUnsent } from './take-back.ts';

/**
 * So many mails of an announcement are under way at most. Enough for a worker that sends 1,000 a second, and
 * few enough that the mails of a paused one are taken back at once, and that nothing waits behind them.
 */
const mostUnderWay = 500;
/** Fewer are not worth a transaction, unless they are the last. */
const leastPerTurn = 50;
/** A scheduled one looks at the clock so often, in case that is set. */
const longestWaitSeconds = 3_600;
/** One that waits for an allowance asks so often. */
const heldSeconds = 60;

/** What is to happen next with an announcement. */
export type NextOfAnnouncement =
  /** `settled`: nothing is to be done for now, and its job is completed. */
  | { readonly next: 'more' | 'settled' }
  /** So many mails are under way that no more are made, or they are the last ones. */
  | { readonly next: 'full'; readonly underWay: number }
  | { readonly next: 'wait'; readonly seconds: number };

/** An announcement that has stopped itself, for the account's users. */
interface PausedAnnouncement {
  readonly announcement_id: string;
  readonly announcement_name: string;
  readonly waitlist_id: string;
  readonly reason: PausedReason;
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
}

/**
 * Tells the users of an account, in the transaction that pauses their announcement. @returns what is to be
 * done after the commit
 */
export type TellOfPause = (tx: Tx, accountId: string, paused: PausedAnnouncement) => Promise<() => void>;

interface Step {
  readonly outcome: NextOfAnnouncement;
  readonly mails?: readonly JobNotification[];
  readonly fired?: readonly JobNotification[];
  readonly told?: () => void;
}

/**
 * Has the next members of an announcement get their mails, in one transaction that also forgets them as
 * waiting. A repeat, after a crash or beside another worker, finds the next ones. Only so many mails are
 * under way at a time, and they yield to all others of the account. One that comes back or is complained
 * about too often pauses. Members who unsubscribed or were removed since the launch are left out and counted.
 */
export async function sendToMembers(
  ctx: Context & { readonly notifier: JobNotifier },
  job: Lease,
  tell: TellOfPause,
): Promise<NextOfAnnouncement> {
  const {
    outcome,
    mails = [],
    fired = [],
    told,
  } = await transaction(ctx.sql, (tx) => sendNext(ctx, tx, job, tell));
  ctx.notifier.notify('send-signup-email', mails);
  ctx.notifier.notify('fan-out-event', fired);
  told?.();
  return outcome;
}

async function sendNext(ctx: Context, tx: Tx, job: Lease, tell: TellOfPause): Promise<Step> {
  const key = { accountId: job.accountId, id: job.id };
  const row = await lockAnnouncement(tx, key);
  const settle = async (step: Omit<Step, 'outcome'> = {}): Promise<Step> => {
    // Behind the lock: whoever resumes it enqueues its job anew.
    await completeJob(tx, 'send-announcement', job);
    return { outcome: { next: 'settled' }, ...step };
  };
  if (!row || (row.state !== 'scheduled' && row.state !== 'sending')) return settle();
  if (row.state === 'scheduled') {
    if (row.begin_seconds > 0)
      return { outcome: { next: 'wait', seconds: Math.min(row.begin_seconds, longestWaitSeconds) } };
    await change(tx, key, { state: 'sending' });
  }
  const stop = async (reason: PausedReason) => {
    const newest = await findNewest(tx, key, row.judged_after, lookedAt);
    await pause(tx, key, reason);
    const { id: announcement_id, name: announcement_name, waitlist_id } = row;
    const paused = { announcement_id, announcement_name, waitlist_id, reason, ...newest };
    return settle({ told: await tell(tx, key.accountId, paused) });
  };
  const known = await listUnderWay(tx, key);
  if (known.some(({ state }) => state === 'held')) {
    await takeBackUnsent(tx, key);
    await change(tx, key, { is_held: true });
    return { outcome: { next: 'wait', seconds: heldSeconds } };
  }
  const underWay = known.filter(({ state }) => state !== null).map(({ id }) => id);
  const isFull = underWay.length > 0 && mostUnderWay - underWay.length < leastPerTurn;
  if (isFull) return { outcome: { next: 'full', underWay: underWay.length } };
  const reason = stopReason(await findNewest(tx, key, row.judged_after, lookedAt));
  if (reason) return stop(reason);
  if (!(await hasPostalAddress(tx, key.accountId, row.waitlist_id))) return stop('no_postal_address');

  const part = await findPart(tx, key);
  if (!part || row.sample_left === 0) {
    if (underWay.length > 0) return { outcome: { next: 'full', underWay: underWay.length } };
    return part ? stop('sample') : settle({ fired: await end(tx, key, row) });
  }
  if (row.wait_seconds > 0) return { outcome: { next: 'wait', seconds: row.wait_seconds } };
  const room = await roomForMore(tx, key.accountId, ctx.config.email.managed);
  const most = Math.min(
    ...[part.signup_ids.length, mostUnderWay - underWay.length, room - underWay.length],
    ...[perTurn(row), row.sample_left ?? Number.POSITIVE_INFINITY],
  );
  if (most > 0) return turn(ctx, tx, key, row, { ids: part.signup_ids.slice(0, most), part, underWay });
  if (underWay.length > 0) return { outcome: { next: 'full', underWay: underWay.length } };
  await change(tx, key, { is_held: true });
  return { outcome: { next: 'wait', seconds: heldSeconds } };
}

/** How many at once: those of one minute. */
const perTurn = ({ per_hour }: AnnouncementRow) =>
  per_hour === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(per_hour / 60));

/** Has these members get their mails. */
async function turn(
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  key: RowKey,
  row: AnnouncementRow,
  {
    ids,
    part,
    underWay,
  }: {
    ids: readonly string[];
    part: NonNullable<Awaited<ReturnType<typeof findPart>>>;
    underWay: readonly string[];
  },
): Promise<Step> {
  const { accountId } = key;
  await lockSignups(tx, keysIn(accountId, ids));
  const { members, leftOut } = await chooseNow(ctx, tx, accountId, row, ids);
  const mails = members.flatMap(({ id, leftOut: reason }) => (reason === null ? [{ accountId, id }] : []));
  if (mails.length > 0) await enqueueLateJobs(tx, 'send-signup-email', mails);
  if (members.length > 0) await insertMembers(tx, key, members);
  await takeFromPart(tx, key, part, ids.length);
  await recordTurn(tx, key, {
    underWay: [...underWay, ...mails.map(({ id }) => id)],
    mailed: mails.length,
    taken: ids.length,
    leftOut,
    pauseSeconds: row.per_hour === null ? 0 : (3_600 * mails.length) / row.per_hour,
  });
  return { outcome: { next: 'more' }, mails: mails.map((mail) => ({ ...mail, isLate: true })) };
}

/** Those of the members who are still there, and how many were left out until now. */
async function chooseNow(
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  accountId: string,
  { waitlist_id: waitlistId, left_out }: AnnouncementRow,
  ids: readonly string[],
): Promise<{ members: NewMember[]; leftOut: AnnouncementRow['left_out'] }> {
  const candidates = await listCandidates(tx, accountId, waitlistId, ids);
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const suppressed = await findReasons(tx, addressKey, { accountId, id: waitlistId }, candidates);
  const leftOut = { ...left_out };
  const count = (reason: LeftOutReason, people = 1) => {
    if (people > 0) leftOut[reason] = (leftOut[reason] ?? 0) + people;
  };
  count('removed', ids.length - candidates.length);
  const members = candidates.map((candidate) => {
    const reason = reasonAgainst(candidate, suppressed);
    if (reason) count(reason);
    return { id: newId(), signupId: candidate.id, leftOut: reason };
  });
  return { members, leftOut };
}

function reasonAgainst(
  { id, unsubscribed }: CandidateRow,
  suppressed: ReadonlyMap<string, string>,
): LeftOutReason | null {
  if (unsubscribed) return 'unsubscribed';
  return suppressed.has(id) ? 'suppressed' : null;
}

/** Ends an announcement whose last mail has ended, and publishes that. @returns the jobs of the event */
async function end(tx: Tx, key: RowKey, row: AnnouncementRow): Promise<readonly JobNotification[]> {
  const finished_at = await finish(tx, key, 'sent');
  const { sent, failed, left_out } = toFigures({ ...row, state: 'sent' }, await findFigures(tx, key));
  const about = await findFinished(tx, key);
  if (!about) return [];
  const { plan, ...list } = about;
  const data = {
    ...{ id: row.id, ...list, name: row.name, selected: row.selected, sent, failed },
    left_out: Object.values(left_out).reduce((sum, people) => sum + people, 0),
    finished_at,
  };
  return fireEvents(tx, [{ accountId: key.accountId, plan, event: { type: 'announcement.sent', data } }]);
}
