import { maxPosition } from '../../list/fields/schema.ts';
import type { WaitlistKey } from '../../list/parts.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Tx } from '../../platform/postgres/connection.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import type { RewardSettings } from './schema.ts';

/**
 * Lifts what the signup path reads of the settings. If signups may have reached a new reward before, a pass
 * begins with those that have the most referrals. The caller holds the counter.
 */
export async function saveRewards(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  rewards: RewardSettings,
): Promise<void> {
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const levels = rewards.map(({ at }) => at);
  const [before] = await tx<{ levels: number[] | null }[]>`
    SELECT array_to_json(reward_levels) AS levels FROM waitlist_counters WHERE ${ofList()}`;
  const known = new Set(before?.levels);
  const list = levels.length === 0 ? null : `{${levels.join(',')}}`;
  await tx`UPDATE waitlist_counters SET reward_levels = ${list}::text::integer[] WHERE ${ofList()}`;
  if (levels.every((at) => known.has(at))) return;
  await beginPass(tx, accountId, waitlistId);
}

/**
 * Grants what signups have reached that no credit enqueues, such as imported ones, or after a change of what
 * counts. The caller holds the counter.
 */
export async function passIfRewarded(tx: Tx, { accountId, waitlistId }: WaitlistKey): Promise<void> {
  const [row] = await tx`
    SELECT 1 FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND reward_levels IS NOT NULL`;
  if (row) await beginPass(tx, accountId, waitlistId);
}

async function beginPass(tx: Tx, accountId: string, waitlistId: string): Promise<void> {
  await tx`
    INSERT INTO reward_passes (account_id, waitlist_id, after_count, after_position) VALUES (${accountId}, ${waitlistId}, ${maxPosition}, 0)
    ON CONFLICT (account_id, waitlist_id) DO UPDATE SET after_count = excluded.after_count, after_position = excluded.after_position`;
  await enqueueJobs(tx, 'catch-up-rewards', [{ accountId, id: waitlistId }]);
}

/** Where a pass is: behind this count and this position among signups with the same count. */
export interface PassPlace {
  readonly after_count: number;
  readonly after_position: number;
}

/** Holds a pass until commit. @returns undefined if there is none */
export async function lockPass(tx: Tx, { accountId, id }: RowKey): Promise<PassPlace | undefined> {
  const [row] = await tx<PassPlace[]>`
    SELECT after_count, after_position FROM reward_passes WHERE account_id = ${accountId} AND waitlist_id = ${id} FOR UPDATE`;
  return row;
}

export async function movePass(tx: Tx, { accountId, id }: RowKey, place: PassPlace): Promise<void> {
  await tx`
    UPDATE reward_passes SET after_count = ${place.after_count}, after_position = ${place.after_position}
    WHERE account_id = ${accountId} AND waitlist_id = ${id}`;
}

export async function deletePass(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM reward_passes WHERE account_id = ${accountId} AND waitlist_id = ${id}`;
}

/** A signup that a pass comes to. */
interface PassedSignup {
  readonly id: string;
  readonly position: number;
  readonly referral_count: number;
}

/** The next signups of a pass that have reached any reward: most referrals first, then by position. */
export function listNextOfPass(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  { after_count, after_position }: PassPlace,
  limit: number,
): Promise<PassedSignup[]> {
  // Two steps down the index. One condition for both would read all signups with the same count each time.
  const next = (condition: Fragment) => tx`
    (SELECT id, position, referral_count FROM signups
     WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0
       AND referral_count >= (SELECT min(at) FROM waitlist_counters c CROSS JOIN LATERAL unnest(c.reward_levels) AS level(at)
                              WHERE c.account_id = ${accountId} AND c.waitlist_id = ${waitlistId})
       AND ${condition}
     ORDER BY referral_count DESC, position LIMIT ${limit})`;
  return tx<PassedSignup[]>`
    SELECT id, position, referral_count FROM (
      ${next(tx`referral_count = ${after_count} AND position > ${after_position}`)}
      UNION ALL
      ${next(tx`referral_count < ${after_count}`)}) following
    ORDER BY referral_count DESC, position LIMIT ${limit}`;
}

/** Forgets what went over a waitlist. */
export async function deletePassesOf(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  await tx`DELETE FROM reward_passes WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}
