import { lockAccount } from '../../../account/accounts/queries.ts';
import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Scans } from '../../../list/signups/search/scans.ts';
import { PeopleFilter, toPeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import { withSegment } from '../../../list/signups/selection/segment.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { readRemaining } from '../../../mail/allowance/read-usage.ts';
import { findSuppressedPeople, inTime } from '../../../mail/suppressions/suppressed-people.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { newId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueue } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { assertInviting } from '../assert-inviting.ts';
import { countDrafts, findWave, insertWave, type WaveRow } from './queries.ts';
import { toWave } from './read-waves.ts';
import { exclusionReasons, type Wave, type WaveInput } from './schema.ts';
import { selectMembers } from './select-members.ts';

/** The members of each are stored for a day. */
const mostDrafts = 20;
/** For the look-up of suppressions; the scan has as long as any search. */
const lookUpMs = 1_000;

/**
 * Drafts a wave (N5): the dry run of its launch. Its members are noted by one scan. Where that takes longer
 * than an answer may, a worker does it, and the wave is in the state `selecting` until then. Stores the
 * answer to a request with an idempotency key.
 * @throws AppError not_found; invalid_request for a field of the filter; quota_exceeded for mails without a
 * route; conflict without `invitations.url` in the settings, with too many drafts, or if nobody can be
 * invited
 */
export async function draftWave(
  ctx: Context & { readonly scans: Scans; readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  asked: WaveInput,
  keepAnswer?: KeepAnswer<Wave>,
): Promise<Wave> {
  const { accountId } = caller;
  const { id: listId } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const input = await withSegment(ctx.sql, { accountId, waitlistId: listId }, asked, PeopleFilter);
  const filter = await toPeopleFilter(ctx.sql, accountId, listId, input.filter ?? {});
  await assertInviting(ctx, caller, listId, input.deliver);
  if ((await countDrafts(ctx.sql, accountId)) >= mostDrafts) throw tooMany();
  const key = { accountId, id: newId() };
  const remaining = await readRemaining(ctx, caller);
  const answer = async (tx: Tx) => {
    await lockAccount(tx, accountId); // drafts that began at the same time are counted one after the other
    if ((await countDrafts(tx, accountId)) > mostDrafts) throw tooMany();
    const wave = (await findWave(tx, key)) ?? notFound('waitlist');
    if (wave.state === 'draft' && wave.selected === 0) throw nobody(wave);
    const drafted = await toWave(tx, accountId, wave, remaining);
    await keepAnswer?.(tx, drafted);
    return drafted;
  };
  const drafted = await inTime(lookUpMs, async (isTimeUp) => {
    const suppressed = await findSuppressedPeople(ctx, accountId, listId, filter, isTimeUp);
    return ctx.scans.write(accountId, 'Selecting takes too long.', async (tx) => {
      await insertWave(tx, key, listId, input);
      await selectMembers(tx, key, listId, { ...input, filter }, suppressed);
      return answer(tx);
    });
  });
  return drafted ?? leaveToWorker(ctx, key, listId, input, answer);
}

async function leaveToWorker(
  ctx: Context & { readonly notifier: JobNotifier },
  key: RowKey,
  waitlistId: string,
  input: WaveInput,
  answer: (tx: Tx) => Promise<Wave>,
): Promise<Wave> {
  const wave = await transaction(ctx.sql, async (tx) => {
    await insertWave(tx, key, waitlistId, input);
    await enqueue(tx, 'select-wave', key.id, key.accountId, {});
    return answer(tx);
  });
  ctx.notifier.notify('select-wave', [key]);
  return wave;
}

/** A wave without people is not stored: nobody could launch it. */
function nobody({ matched, excluded }: WaveRow): AppError {
  if (matched === 0) return new AppError('conflict', 'Nobody matches, so there is nobody to invite.');
  const reasons = exclusionReasons.flatMap((reason) =>
    excluded[reason] ? [`${excluded[reason]} ${reason.replace('_', ' ')}`] : [],
  );
  const those = matched === 1 ? 'The one person who matches' : `None of the ${matched} people who match`;
  const refusal = matched === 1 ? 'cannot be invited' : 'can be invited';
  return new AppError('conflict', `${those} ${refusal}: ${new Intl.ListFormat('en').format(reasons)}.`);
}

function tooMany(): AppError {
  return new AppError('conflict', `The account has ${mostDrafts} drafts already. Launch one or cancel it.`);
}
