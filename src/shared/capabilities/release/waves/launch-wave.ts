import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { assertId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueue } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { assertInviting } from '../assert-inviting.ts';
import { lockWave, markLaunched, type WaveRow } from './queries.ts';
import type { WaveLaunch } from './schema.ts';

/**
 * Launches a draft (N5): a worker invites its members. Once, however many ask for it and how often: a repeat
 * gets the same answer. @throws AppError not_found; conflict for a draft that is too old or still being
 * selected, for a wave that was cancelled, and without `invitations.url` in the settings; quota_exceeded for
 * mails without a route
 */
export async function launchWave(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Caller,
  waveId: string,
  keepAnswer?: KeepAnswer<WaveLaunch>,
): Promise<WaveLaunch> {
  assertId(waveId, 'wave');
  const key = { accountId: caller.accountId, id: waveId };
  const launchIn = async (tx: Tx): Promise<WaveLaunch> => {
    const wave = (await lockWave(tx, key)) ?? notFound('wave');
    const { id, selected, launched_at } = wave;
    if (wave.state !== 'cancelled' && launched_at !== null) return { id, selected, launched_at };
    assertLaunchable(wave);
    await assertInviting({ ...ctx, sql: tx }, caller, wave.waitlist_id, wave.deliver);
    const launchedAt = await markLaunched(tx, key);
    await recordAction(tx, caller, 'wave.launched', { id, details: { selected } });
    await enqueue(tx, 'send-wave', id, key.accountId, {});
    return { id, selected, launched_at: launchedAt };
  };
  const launch = await transaction(ctx.sql, async (tx) => {
    const launched = await launchIn(tx);
    await keepAnswer?.(tx, launched);
    return launched;
  });
  ctx.notifier.notify('send-wave', [{ accountId: key.accountId, id: launch.id }]);
  return launch;
}

function assertLaunchable({ state, is_stale }: WaveRow): void {
  if (state === 'selecting') refuse('The people of this wave are still being selected. Try again soon.');
  if (state === 'cancelled') refuse('This wave was cancelled. Draft another one.');
  if (is_stale) refuse('This draft is older than 24 hours. Draft another one.');
}

function refuse(message: string): never {
  throw new AppError('conflict', message);
}
