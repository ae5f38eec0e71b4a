import type { RowKey } from '../../postgres/by-key.ts';
import type { Sql } from '../../postgres/connection.ts';
import type { Assessment } from '../../signups/schema.ts';

/** What the service thinks of the referral of a signup (N4); null if none was judged. */
export async function findAssessment(sql: Sql, { accountId, id }: RowKey): Promise<Assessment | null> {
  const [row] = await sql<Assessment[]>`
    SELECT verdict, reasons FROM referral_claims WHERE account_id = ${accountId} AND signup_id = ${id}`;
  return row ?? null;
}
