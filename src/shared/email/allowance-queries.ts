import { type Sql, type Tx, together } from '../db.ts';

/** What an account has used of its month so far, and how many of its mails wait for a way out. */
export async function findUsage(
  sql: Sql,
  accountId: string,
): Promise<{ month: string; reserved: number; held: number }> {
  const [row] = await sql<[{ month: string; reserved: number; held: number }]>`
    SELECT current_month() AS month,
           coalesce((SELECT u.reserved FROM email_usage u WHERE u.account_id = ${accountId} AND u.month = current_month()), 0) AS reserved,
           (SELECT count(*)::integer FROM signup_emails m WHERE m.account_id = ${accountId} AND m.state = 'held') AS held`;
  return row;
}

/** Places in an account's month that are asked for. */
export interface ReservationRequest {
  readonly account_id: string;
  readonly wanted: number;
  /** The whole month's number, burst included. */
  readonly allowance: number;
}

/** Reserves as many places as there are, never one more, whoever asks at once (C6.4). @returns how many each account got */
export async function reserveAllowance(
  tx: Tx,
  month: string,
  requests: readonly ReservationRequest[],
): Promise<Map<string, number>> {
  const accounts = requests.map(({ account_id }) => account_id);
  const [, rows] = await together(
    tx`
    INSERT INTO email_usage (account_id, month, reserved) SELECT id, ${month}::date, 0 FROM unnest(${accounts}::uuid[]) id ORDER BY id
    ON CONFLICT DO NOTHING`,
    tx<{ account_id: string; granted: number }[]>`
    WITH held AS MATERIALIZED (
      SELECT account_id, reserved FROM email_usage
      WHERE account_id = ANY(${accounts}::uuid[]) AND month = ${month}::date ORDER BY account_id FOR UPDATE
    ), free AS MATERIALIZED (
      SELECT account_id, greatest(0, least(r.wanted, r.allowance - held.reserved))::integer AS granted
      FROM held JOIN json_to_recordset(${JSON.stringify(requests)}::text::json) AS r(account_id uuid, wanted integer, allowance bigint) USING (account_id)
    ), taken AS (
      UPDATE email_usage u SET reserved = u.reserved + (SELECT granted FROM free WHERE free.account_id = u.account_id)
      WHERE u.account_id = ANY (ARRAY(SELECT account_id FROM free WHERE granted > 0)) AND u.month = ${month}::date
    )
    SELECT account_id, granted FROM free`,
  );
  return new Map(rows.map((row) => [row.account_id, row.granted]));
}

/** Gives a place back whose mail did not leave. */
export async function giveBackPlace(sql: Sql, accountId: string, month: string): Promise<void> {
  await sql`UPDATE email_usage SET reserved = reserved - 1 WHERE account_id = ${accountId} AND month = ${month}::date`;
}

/**
 * The parts of a statement that give places back, of which `back` says whose, of which month and how many. Rows that the batches of other
 * workers change too are held in one order, here and elsewhere, or two of them would wait for each other.
 */
export const givingBack = (tx: Tx) => tx`
  unused AS MATERIALIZED (
    SELECT u.account_id, u.month FROM (SELECT account_id, month FROM back ORDER BY account_id, month) b CROSS JOIN LATERAL (
      SELECT account_id, month FROM email_usage WHERE account_id = b.account_id AND month = b.month LIMIT 1 FOR NO KEY UPDATE) u
  ), given_back AS (
    UPDATE email_usage u
    SET reserved = u.reserved - coalesce((SELECT places FROM back WHERE (back.account_id, back.month) = (u.account_id, u.month)), 0)
    WHERE u.account_id = ANY (ARRAY(SELECT account_id FROM unused)) AND u.month = ANY (ARRAY(SELECT month FROM unused))
  )`;
