import { pipeline, type Tx } from '../../platform/postgres/connection.ts';
import type { AbusePolicy } from './abuse-settings.ts';

/**
 * Stores what the database reads of the settings, and lifts the mode to where the signup path sees it. The
 * caller holds the counter of the waitlist, and its settings are stored.
 */
export async function saveAbusePolicy(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  policy: AbusePolicy,
): Promise<void> {
  const isOff = policy.mode === 'off';
  await pipeline(
    tx`
      UPDATE waitlist_counters SET abuse_mode = ${isOff ? null : policy.mode}
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`,
    tx`
      UPDATE waitlist_settings SET abuse_policy = ${isOff ? null : JSON.stringify(policy)}::text::jsonb
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`,
  );
}
