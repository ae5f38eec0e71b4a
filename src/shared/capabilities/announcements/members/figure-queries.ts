import { rankOf } from '../../../list/mail-state/status.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';

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

/** What can become of a mail; an open is also a delivery, and so on. */
export type Outcome = 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed';

/**
 * The condition that this became of a mail `m` of a signup `s`. A click counts as opened, and an open as
 * delivered (C4.7).
 */
export function hasBecome(sql: Sql | Tx, outcome: Outcome): Fragment {
  const sent = sql`m.state = 'sent'`;
  switch (outcome) {
    case 'sent':
      return sent;
    case 'delivered':
      return sql`(${sent} AND coalesce(m.delivered_at, m.opened_at, m.clicked_at) IS NOT NULL)`;
    case 'opened':
      return sql`(${sent} AND coalesce(m.opened_at, m.clicked_at) IS NOT NULL)`;
    case 'clicked':
      return sql`(${sent} AND m.clicked_at IS NOT NULL)`;
    case 'bounced':
      return sql`(${sent} AND ${isBounced(sql)})`;
    case 'complained':
      return sql`(${sent} AND m.status = ${rankOf('complained')})`;
    case 'unsubscribed':
      return sql`(${sent} AND s.unsubscribed_at > m.sent_at)`;
  }
}

/** Counts by the index of members. */
export async function findFigures(sql: Sql | Tx, { accountId, id }: RowKey): Promise<FiguresRow> {
  const become = (outcome: Outcome) =>
    sql`count(*) FILTER (WHERE ${hasBecome(sql, outcome)}) AS ${sql(outcome)}`;
  const [row] = await sql<[FiguresRow]>`
    SELECT count(*) AS mails, count(*) FILTER (WHERE m.state IN ('queued', 'sending')) AS queued, count(*) FILTER (WHERE m.state = 'held') AS held,
           ${become('sent')}, ${become('delivered')}, ${become('opened')}, ${become('clicked')},
           ${become('bounced')}, ${become('complained')}, ${become('unsubscribed')},
           count(*) FILTER (WHERE m.state IN ('failed', 'config_error')) AS failed,
           count(*) FILTER (WHERE m.state = 'suppressed') AS stopped,
           count(*) FILTER (WHERE m.state = 'suppressed' AND s.unsubscribed_at IS NOT NULL) AS stopped_unsubscribed
    FROM (SELECT id, signup_id FROM announcement_members WHERE account_id = ${accountId} AND announcement_id = ${id} AND left_out IS NULL OFFSET 0) member
    CROSS JOIN LATERAL (SELECT * FROM mails WHERE id = member.id AND account_id = ${accountId} LIMIT 1) m
    LEFT JOIN LATERAL (SELECT unsubscribed_at FROM signups WHERE account_id = ${accountId} AND id = member.signup_id LIMIT 1) s ON true`;
  return row;
}

/** How many people clicked each link of an announcement, by the hash of the link, where any did. */
export async function findClicks(
  sql: Sql | Tx,
  { accountId, id }: RowKey,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ link: string; people: number }[]>`
    SELECT link, count(*) AS people FROM announcement_members, unnest(clicked) link
    WHERE account_id = ${accountId} AND announcement_id = ${id} GROUP BY 1`;
  return new Map(rows.map(({ link, people }) => [link, people]));
}

/** The newest mails are looked at. */
const lookedAt = 500;

/** How many mails a second have left in the last minute, by the newest; null if too few to tell. */
export async function findPace(sql: Sql | Tx, { accountId, id }: RowKey): Promise<number | null> {
  const [row] = await sql<[{ pace: number | null }]>`
    SELECT ((count(*) - 1) / nullif(extract(epoch FROM max(m.sent_at) - min(m.sent_at)), 0))::float AS pace
    FROM (SELECT id FROM announcement_members
          WHERE account_id = ${accountId} AND announcement_id = ${id} AND id > '00000000-0000-0000-0000-000000000000' AND left_out IS NULL
          ORDER BY id DESC LIMIT ${lookedAt}) member
    CROSS JOIN LATERAL (SELECT sent_at FROM mails WHERE id = member.id AND account_id = ${accountId} AND state = 'sent' LIMIT 1) m
    WHERE m.sent_at > clock_timestamp() - interval '1 minute' HAVING count(*) > 1`;
  return row?.pace ?? null;
}
