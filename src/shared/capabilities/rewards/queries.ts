import type { PlanName } from '../../account/plans.ts';
import type { Credit } from '../../list/parts.ts';
import { keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Statement, type Tx } from '../../platform/postgres/connection.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import type { ReachedReward } from './schema.ts';
import { deleteWaitsOf, type Unproven } from './wait-queries.ts';

/**
 * Enqueues grant-rewards for those that reach a reward with these credits (N5). The caller holds the counter
 * of their waitlist, then them, and has not changed their counts yet.
 */
export const enqueueRewards = (tx: Tx, accountId: string, credits: readonly Credit[]): Statement => tx`
  SELECT enqueue_rewards(array_agg(s.place ORDER BY s.id), array_agg(c.credited ORDER BY s.id))
  FROM json_to_recordset(${JSON.stringify(credits)}::text::json) AS c(id uuid, credited integer)
  CROSS JOIN LATERAL (SELECT ctid AS place, id FROM signups WHERE account_id = ${accountId} AND id = c.id LIMIT 1) s
  HAVING count(*) > 0`;

/** A reward that was granted just now, and whom its event and its mail tell. */
export interface GrantedReward extends Omit<ReachedReward, 'fulfilled_at'> {
  readonly signup_id: string;
  readonly account_id: string;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  readonly email: string;
  readonly position: number;
  readonly metadata: Record<string, string>;
  readonly created_at: string;
  readonly plan: PlanName;
  readonly managed_emails_per_month: number | null;
  readonly has_own_provider: boolean;
  /** Whether the list has a template for it, and nothing keeps mails from the person. */
  readonly is_mailed: boolean;
}

/**
 * Grants signups, which the caller holds, all rewards of their lists that they have reached and not been
 * granted: each once, whatever becomes of the count. Referrals that are `unproven` do not count.
 * @returns what was granted, in the order of the signups and rewards
 */
export async function insertGrants(
  tx: Tx,
  signups: readonly RowKey[],
  unproven: readonly Unproven[],
): Promise<GrantedReward[]> {
  return tx<GrantedReward[]>`
    WITH granted AS (
      INSERT INTO reward_grants AS g (account_id, signup_id, at, waitlist_id, key, referral_count)
      SELECT s.account_id, s.id, reward.at, s.waitlist_id, reward.key, s.referral_count
      FROM ${rowsByKey(tx, 'signups', keysOf(tx, signups))} s
      CROSS JOIN LATERAL (SELECT deleted_at FROM waitlists WHERE account_id = s.account_id AND id = s.waitlist_id LIMIT 1) w
      CROSS JOIN LATERAL (
        SELECT settings FROM waitlist_settings WHERE account_id = s.account_id AND waitlist_id = s.waitlist_id LIMIT 1) c
      CROSS JOIN LATERAL jsonb_to_recordset(c.settings -> 'rewards') AS reward(at integer, key text)
      LEFT JOIN json_to_recordset(${JSON.stringify(unproven)}::text::json) AS u(account_id uuid, signup_id uuid, unproven integer)
        ON u.account_id = s.account_id AND u.signup_id = s.id
      WHERE w.deleted_at IS NULL AND reward.at <= s.referral_count - coalesce(u.unproven, 0)
      ON CONFLICT DO NOTHING
      RETURNING g.*)
    SELECT g.key, g.at, g.referral_count, g.reached_at, g.signup_id, g.account_id, g.waitlist_id, w.name AS waitlist_name, s.email, s.position,
           s.metadata, s.created_at, a.plan, a.managed_emails_per_month,
           EXISTS (SELECT FROM email_providers WHERE account_id = g.account_id) AS has_own_provider,
           EXISTS (SELECT FROM mail_templates t WHERE t.account_id = g.account_id AND t.waitlist_id = g.waitlist_id AND t.kind = 'reward')
             AND (s.confirmable_until IS NULL OR s.confirmed_at IS NOT NULL)
             AND NOT EXISTS (SELECT FROM referral_claims r WHERE r.account_id = g.account_id AND r.signup_id = g.signup_id AND r.email_held) AS is_mailed
    FROM granted g
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = g.account_id AND id = g.signup_id LIMIT 1) s
    CROSS JOIN LATERAL (SELECT name FROM waitlists WHERE account_id = g.account_id AND id = g.waitlist_id LIMIT 1) w
    CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = g.account_id LIMIT 1) a
    ORDER BY g.signup_id, g.at`;
}

/** Enqueues a mail about a reward for each of these signups, which the caller holds. */
export async function insertRewardEmails(
  tx: Tx,
  emails: readonly { account_id: string; id: string; signup_id: string; at: number }[],
): Promise<void> {
  await pipeline(
    tx`
    INSERT INTO mails (account_id, id, kind, signup_id, reward_at)
    SELECT m.account_id, m.id, 'reward', m.signup_id, m.at
    FROM json_to_recordset(${JSON.stringify(emails)}::text::json) AS m(account_id uuid, id uuid, signup_id uuid, at integer)`,
    enqueueJobs(
      tx,
      'send-signup-email',
      emails.map(({ account_id: accountId, id }) => ({ accountId, id })),
    ),
  );
}

/** The rewards that signups of an account have reached, each by `at`. */
export function listReached(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<(ReachedReward & { signup_id: string })[]> {
  return sql<(ReachedReward & { signup_id: string })[]>`
    SELECT g.signup_id, g.key, g.at, g.referral_count, g.reached_at, g.fulfilled_at
    FROM (SELECT DISTINCT id FROM unnest(${signupIds as string[]}::uuid[]) id) wanted
    CROSS JOIN LATERAL (SELECT * FROM reward_grants WHERE account_id = ${accountId} AND signup_id = wanted.id OFFSET 0) g
    ORDER BY g.signup_id, g.at`;
}

/** Deletes what signups have reached, or wait for, that are being removed. The caller holds them. */
export async function deleteRewardsOf(tx: Tx, signups: readonly RowKey[]): Promise<void> {
  await pipeline(
    tx`
    DELETE FROM reward_grants WHERE ctid = ANY (ARRAY(
      SELECT g.place FROM ${keysOf(tx, signups)} CROSS JOIN LATERAL (
        SELECT ctid AS place FROM reward_grants WHERE account_id = key.account_id AND signup_id = key.id OFFSET 0) g))`,
    deleteWaitsOf(tx, signups),
  );
}
