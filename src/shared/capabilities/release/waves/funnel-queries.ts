import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';

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
  /** From the invitation to the conversion. */
  readonly median_seconds: number | null;
}

/**
 * Counts the invitations of a wave by its index. A click counts as opened, and an open as delivered (C4.7),
 * of whichever mail of the invitation: ids are in the order of time, so those after it and before the next
 * one are its mails.
 */
export async function findFunnel(sql: Sql, { accountId, id }: RowKey): Promise<FunnelRow> {
  const [row] = await sql<[FunnelRow]>`
    SELECT count(i.sent_at) AS sent,
           count(coalesce(m.delivered_at, m.opened_at, m.clicked_at)) AS delivered,
           count(coalesce(m.opened_at, m.clicked_at)) AS opened,
           count(m.clicked_at) AS clicked,
           count(*) FILTER (WHERE i.state = 'converted') AS converted, count(*) FILTER (WHERE i.state = 'expired') AS expired,
           count(*) FILTER (WHERE i.state = 'declined') AS declined, count(*) FILTER (WHERE i.state = 'revoked') AS revoked,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM i.ended_at - i.sent_at)::float)
             FILTER (WHERE i.state = 'converted' AND i.sent_at IS NOT NULL) AS median_seconds
    FROM (SELECT * FROM invitations WHERE account_id = ${accountId} AND wave_id = ${id} AND wave_id IS NOT NULL OFFSET 0) i
    LEFT JOIN LATERAL (
      SELECT min(delivered_at) AS delivered_at, min(opened_at) AS opened_at, min(clicked_at) AS clicked_at FROM mails
      WHERE account_id = ${accountId} AND signup_id = i.signup_id AND signup_id IS NOT NULL AND kind = 'invite' AND id > i.id
        AND NOT EXISTS (SELECT FROM invitations later WHERE later.account_id = ${accountId} AND later.signup_id = i.signup_id
                          AND later.valid_days > 0 AND later.id > i.id AND later.id < mails.id)) m
      ON i.sent_at IS NOT NULL`;
  return row;
}
