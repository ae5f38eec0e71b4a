import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { readRemaining } from '../../../mail/allowance/read-usage.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { assertId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueue } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { revokeUnsent } from '../invitations/mail-queries.ts';
import { findWave, finishWave, lockWave } from './queries.ts';
import { toWave } from './read-waves.ts';
import type { Wave } from './schema.ts';

/**
 * Cancels a wave (N5): nobody else is invited, and a worker revokes the invitations whose mails have not
 * begun to be sent, and links, which nobody has yet. What was sent stays valid. The same again is the same
 * answer. @throws AppError not_found; conflict for a wave that is sent
 */
export async function cancelWave(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Caller,
  waveId: string,
  keepAnswer?: KeepAnswer<Wave>,
): Promise<Wave> {
  assertId(waveId, 'wave');
  const key = { accountId: caller.accountId, id: waveId };
  const remaining = await readRemaining(ctx, caller);
  const cancelIn = async (tx: Tx): Promise<boolean> => {
    const { state } = (await lockWave(tx, key)) ?? notFound('wave');
    if (state === 'cancelled') return false;
    if (state === 'sent') throw new AppError('conflict', 'All people of this wave are invited already.');
    await finishWave(tx, key, 'cancelled');
    await recordAction(tx, caller, 'wave.cancelled', { id: waveId });
    if (state !== 'sending') return false;
    await enqueue(tx, 'cancel-wave', waveId, key.accountId, {});
    return true;
  };
  const { wave, isRevoking } = await transaction(ctx.sql, async (tx) => {
    const isRevoking = await cancelIn(tx);
    const row = (await findWave(tx, key)) ?? notFound('wave');
    const wave = await toWave(tx, key.accountId, row, remaining);
    await keepAnswer?.(tx, wave);
    return { wave, isRevoking };
  });
  if (isRevoking) ctx.notifier.notify('cancel-wave', [key]);
  return wave;
}

const perPart = 200;

/**
 * Revokes the next invitations of a cancelled wave whose mails wait. @returns the last one that it looked at;
 * undefined if there is none
 */
export async function revokeNext(
  { sql }: Pick<Context, 'sql'>,
  wave: RowKey,
  after: string | undefined,
): Promise<string | undefined> {
  return transaction(sql, (tx) => revokeUnsent(tx, wave, after, perPart));
}
