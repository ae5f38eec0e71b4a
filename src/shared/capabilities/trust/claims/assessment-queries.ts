import type { Assessment } from '../../../list/signups/schema.ts';
import { keysIn, keysOf, rowsByKey } from '../../../platform/postgres/by-key.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';

/**
 * What the service thinks of the referrals of signups (N4), by their ids. Those that were not judged are left
 * out.
 */
export async function listAssessments(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Assessment>> {
  const keys = keysIn(accountId, ids);
  const rows = await sql<(Assessment & { signup_id: string })[]>`
    SELECT c.signup_id, c.verdict, c.reasons FROM ${rowsByKey(sql, 'referral_claims', keysOf(sql, keys))} c`;
  return new Map(rows.map(({ signup_id, ...assessment }) => [signup_id, assessment]));
}

/** What was decided of the referral of a signup. */
export interface DecidedClaimRow extends Assessment {
  readonly signup_id: string;
  readonly referrer_id: string;
  readonly state: 'open' | 'approved' | 'rejected';
  readonly credited: boolean;
  readonly created_at: string;
  readonly reviewed_at: string | null;
}

/**
 * The referral claims of signups, in no order. Those whose referrer is gone are left out: a job still has to
 * delete them.
 */
export function listClaimsOf(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<DecidedClaimRow[]> {
  const keys = keysIn(accountId, signupIds);
  return sql<DecidedClaimRow[]>`
    SELECT c.signup_id, c.referrer_id, c.verdict, c.reasons, c.state, c.credited, c.created_at, c.reviewed_at
    FROM ${rowsByKey(sql, 'referral_claims', keysOf(sql, keys))} c
    WHERE NOT EXISTS (
      SELECT FROM removed_referrers r
      WHERE r.account_id = ${accountId} AND r.waitlist_id = c.waitlist_id AND r.signup_id = c.referrer_id)`;
}
