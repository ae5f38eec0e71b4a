import { keysOf, rowsByKey } from '../../postgres/by-key.ts';
import type { Sql } from '../../postgres/connection.ts';
import type { Assessment } from '../../signups/schema.ts';

/** What the service thinks of the referrals of signups (N4), by their ids. Those that were not judged are left out. */
export async function listAssessments(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Assessment>> {
  const keys = ids.map((id) => ({ accountId, id }));
  const rows = await sql<(Assessment & { signup_id: string })[]>`
    SELECT c.signup_id, c.verdict, c.reasons FROM ${rowsByKey(sql, 'referral_claims', keysOf(sql, keys))} c`;
  return new Map(rows.map(({ signup_id, ...assessment }) => [signup_id, assessment]));
}
