import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { hasCome, invitationsOf, mailsOf } from '../members/member-queries.ts';
import type { MemberStep } from '../members/schema.ts';

/** What came of the invitations of a wave. */
export interface FunnelRow {
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly converted: number;
  readonly expired: number;
  readonly declined: number;
  readonly revoked: number;
  readonly bounced: number;
  readonly failed: number;
  /** From the invitation to the conversion. */
  readonly median_seconds: number | null;
}

/** Counts the invitations of a wave by its index, with their mails. */
export async function findFunnel(sql: Sql, key: RowKey): Promise<FunnelRow> {
  const count = (step: MemberStep) => sql`count(*) FILTER (WHERE ${hasCome(sql, step)})`;
  const [row] = await sql<[FunnelRow]>`
    SELECT ${count('sent')} AS sent, ${count('delivered')} AS delivered, ${count('opened')} AS opened, ${count('clicked')} AS clicked,
           ${count('converted')} AS converted, ${count('expired')} AS expired, ${count('declined')} AS declined, ${count('revoked')} AS revoked,
           ${count('bounced')} AS bounced, ${count('failed')} AS failed,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM i.ended_at - i.sent_at)::float)
             FILTER (WHERE i.state = 'converted' AND i.sent_at IS NOT NULL) AS median_seconds
    FROM ${invitationsOf(sql, key)} i ${mailsOf(sql, key.accountId)}`;
  return row;
}
