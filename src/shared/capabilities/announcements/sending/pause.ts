import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { change } from '../queries.ts';
import type { PausedReason } from '../schema.ts';
import { takeBackUnsent } from './take-back.ts';

/** Pauses an announcement that the caller holds: somebody has to decide how it goes on. */
export async function pause(tx: Tx, key: RowKey, reason: PausedReason): Promise<void> {
  await takeBackUnsent(tx, key);
  await change(tx, key, { state: 'paused', paused_reason: reason, is_held: false });
}
