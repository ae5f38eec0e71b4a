import type { Caller } from '../../account/api-keys/caller.ts';
import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { findWave, findWaveFilter } from './waves/queries.ts';
import type { WaveInput } from './waves/schema.ts';

/** What a wave was asked for with, to draft another one like it (N5). @throws AppError not_found */
export async function readWaveInput(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  waveId: string,
): Promise<WaveInput> {
  assertId(waveId, 'wave');
  const key = { accountId, id: waveId };
  const wave = await findWave(sql, key);
  if (wave?.waitlist_id !== waitlistId) notFound('wave');
  const { name, size, member_order: order, expires_in_days, per_hour, deliver } = wave;
  return { name, size, order, expires_in_days, per_hour, deliver, filter: await findWaveFilter(sql, key) };
}
