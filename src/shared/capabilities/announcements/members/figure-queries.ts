import { rankOf } from '../../../list/mail-state/status.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';

/** What became of the mails of an announcement whose signups are still there. */
export interface FiguresRow {
  /** All of them. */
  readonly mails: number;
  /** Under way. */
  readonly queued: number;
  readonly held: number;
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
  readonly complained: number;
  /** People who unsubscribed after they got it. */
  readonly unsubscribed: number;
  readonly failed: number;
  /** Not sent, because the person unsubscribed, or the address gets no mails any more. */
  readonly stopped: number;
  /** Those of them who unsubscribed. */
  readonly stopped_unsubscribed: number;
}

/** The condition that a mail `m` came back for good. */
export const isBounced = (sql: Sql | Tx) =>
  sql`(m.status = ${rankOf('bounced')} AND m.bounce_class IS DISTINCT FROM 'transient')`;

/** Counts by the index of members. A click counts as opened, and an open as delivered (C4.7). */
export async function findFigures(sql: Sql | Tx, { accountId, id }: RowKey): Promise<FiguresRow> {
  const sent = sql`m.state = 'sent'`;
  const [row] = await sql<[FiguresRow]>`
    SELECT count(*) AS mails, count(*) FILTER (WHERE m.state IN ('queued', 'sending')) AS queued, count(*) FILTER (WHERE m.state = 'held') AS held,
           count(*) FILTER (WHERE ${sent}) AS sent,
           count(coalesce(m.delivered_at, m.opened_at, m.clicked_at)) FILTER (WHERE ${sent}) AS delivered,
           count(coalesce(m.opened_at, m.clicked_at)) FILTER (WHERE ${sent}) AS opened, count(m.clicked_at) FILTER (WHERE ${sent}) AS clicked,
           count(*) FILTER (WHERE ${sent} AND ${isBounced(sql)}) AS bounced,
           count(*) FILTER (WHERE ${sent} AND m.status = ${rankOf('complained')}) AS complained,
           count(*) FILTER (WHERE ${sent} AND s.unsubscribed_at > m.sent_at) AS unsubscribed,
           count(*) FILTER (WHERE m.state IN ('failed', 'config_error')) AS failed,
           count(*) FILTER (WHERE m.state = 'suppressed') AS stopped,
           count(*) FILTER (WHERE m.state = 'suppressed' AND s.unsubscribed_at IS NOT NULL) AS stopped_unsubscribed
    FROM (SELECT id, signup_id FROM announcement_members WHERE account_id = ${accountId} AND announcement_id = ${id} AND left_out IS NULL OFFSET 0) member
    CROSS JOIN LATERAL (SELECT * FROM mails WHERE id = member.id AND account_id = ${accountId} LIMIT 1) m
    LEFT JOIN LATERAL (SELECT unsubscribed_at FROM signups WHERE account_id = ${accountId} AND id = member.signup_id LIMIT 1) s ON true`;
  return row;
}
