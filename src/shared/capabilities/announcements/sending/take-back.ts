import { takeBackEmails } from '../../../mail/sending/removal-queries.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { listUnderWay, putBack } from './send-queries.ts';

/**
 * Takes back the mails of an announcement that have not begun to be sent: their people wait for their turn
 * again, before all others. The caller holds it. What is being sent just now goes on.
 */
export async function takeBackUnsent(tx: Tx, key: RowKey): Promise<void> {
  const underWay = await listUnderWay(tx, key);
  const unsent = underWay.filter(({ state }) => state === 'queued' || state === 'held');
  const taken = await takeBackEmails(
    tx,
    unsent.map(({ id }) => ({ accountId: key.accountId, id })),
  );
  const isTaken = new Set(taken.map(({ id }) => id));
  const left = underWay.filter(({ id, state }) => !isTaken.has(id) && state !== null);
  await putBack(
    tx,
    key,
    [...isTaken],
    left.map(({ id }) => id),
  );
}
