import { rankOf } from '../../../list/mail-state/status.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { MemberStep, WaveMember } from './schema.ts';

/** The invitations of a wave by its index. An alias must follow. */
export const invitationsOf = (sql: Sql | Tx, { accountId, id }: RowKey): Fragment => sql`
  (SELECT * FROM invitations WHERE account_id = ${accountId} AND wave_id = ${id} AND wave_id IS NOT NULL OFFSET 0)`;

/**
 * What became of the mails of invitations `i`, as `m`: when one of them was first delivered, opened or
 * clicked, and whether the newest one came back for good or could not be sent. Ids are in the order of time,
 * so mails after an invitation and before the next one are its mails.
 */
export const mailsOf = (sql: Sql | Tx, accountId: string): Fragment => sql`
  LEFT JOIN LATERAL (
    SELECT min(delivered_at) AS delivered_at, min(opened_at) AS opened_at, min(clicked_at) AS clicked_at,
           bool_or(id = i.mail_id AND status = ${rankOf('bounced')} AND bounce_class IS DISTINCT FROM 'transient') AS has_bounced,
           bool_or(id = i.mail_id AND state IN ('failed', 'config_error', 'suppressed')) AS has_failed
    FROM mails
    WHERE account_id = ${accountId} AND signup_id = i.signup_id AND signup_id IS NOT NULL AND kind = 'invite' AND id > i.id
      AND NOT EXISTS (SELECT FROM invitations later WHERE later.account_id = ${accountId} AND later.signup_id = i.signup_id
                        AND later.valid_days > 0 AND later.id > i.id AND later.id < mails.id)) m ON i.deliver = 'email'`;

/**
 * The condition that an invitation `i` with its mails `m` came to a step. A click counts as opened, and an
 * open as delivered (C4.7).
 */
export function hasCome(sql: Sql | Tx, step: MemberStep): Fragment {
  switch (step) {
    case 'sent':
      return sql`i.sent_at IS NOT NULL`;
    case 'delivered':
      return sql`(i.sent_at IS NOT NULL AND coalesce(m.delivered_at, m.opened_at, m.clicked_at) IS NOT NULL)`;
    case 'opened':
      return sql`(i.sent_at IS NOT NULL AND coalesce(m.opened_at, m.clicked_at) IS NOT NULL)`;
    case 'clicked':
      return sql`(i.sent_at IS NOT NULL AND m.clicked_at IS NOT NULL)`;
    case 'bounced':
      return sql`coalesce(m.has_bounced, false)`;
    case 'failed':
      return sql`(i.state = 'invited' AND i.sent_at IS NULL AND coalesce(m.has_failed, false))`;
    case 'waiting':
      return sql`(i.state = 'invited' AND i.sent_at IS NULL AND NOT coalesce(m.has_failed, false))`;
    default:
      return sql`i.state = ${step}`;
  }
}

const stateOf = (sql: Sql | Tx) => sql`
  CASE WHEN i.state = 'converted' THEN 'converted'
       WHEN ${hasCome(sql, 'bounced')} THEN 'bounced'
       WHEN i.state <> 'invited' THEN i.state
       WHEN ${hasCome(sql, 'failed')} THEN 'failed'
       WHEN i.sent_at IS NULL THEN 'waiting'
       WHEN ${hasCome(sql, 'clicked')} THEN 'clicked'
       WHEN ${hasCome(sql, 'opened')} THEN 'opened'
       WHEN ${hasCome(sql, 'delivered')} THEN 'delivered'
       ELSE 'sent' END`;

const columns = (sql: Sql | Tx) => sql`
  i.signup_id, s.email, s.position, i.id AS invitation_id, ${stateOf(sql)} AS state, i.sent_at, m.delivered_at, m.opened_at, m.clicked_at,
  i.expires_at, i.ended_at, i.generation AS resends`;

/** The signup `s` of invitations `i`. */
const signupOf = (sql: Sql | Tx, accountId: string) => sql`
  LEFT JOIN LATERAL (SELECT email, position FROM signups WHERE account_id = ${accountId} AND id = i.signup_id LIMIT 1) s ON true`;

/**
 * A page of those whom a wave has invited, in the order in which they were, and their number. Mails are
 * looked up for a page only, unless a step is asked for that they decide.
 */
export async function listMembers(
  sql: Sql | Tx,
  wave: RowKey,
  step: MemberStep | undefined,
  { limit, offset }: PageQuery,
): Promise<{ rows: WaveMember[]; total: number }> {
  const { accountId } = wave;
  const rows = await sql<((WaveMember | { invitation_id: null }) & { total: number })[]>`
    WITH chosen AS MATERIALIZED (
      SELECT i.id FROM ${invitationsOf(sql, wave)} i
      ${step === undefined ? sql`` : sql`${mailsOf(sql, accountId)} WHERE ${hasCome(sql, step)}`})
    SELECT whole.total, ${columns(sql)}
    FROM (SELECT count(*) AS total FROM chosen) whole
    LEFT JOIN (SELECT id FROM chosen ORDER BY id LIMIT ${limit} OFFSET ${offset}) page ON true
    LEFT JOIN LATERAL (SELECT * FROM invitations WHERE account_id = ${accountId} AND id = page.id LIMIT 1) i ON true
    ${mailsOf(sql, accountId)} ${signupOf(sql, accountId)} ORDER BY page.id`;
  return {
    rows: rows.flatMap(({ total: _, ...row }) => (row.invitation_id === null ? [] : [row as WaveMember])),
    total: rows[0]?.total ?? 0,
  };
}

/** The next ones behind an invitation, each with whether it came to the step. */
export function listMembersAfter(
  sql: Sql | Tx,
  wave: RowKey,
  step: MemberStep | undefined,
  after: string,
  limit: number,
): Promise<(WaveMember & { has_come: boolean })[]> {
  const { accountId, id } = wave;
  return sql<(WaveMember & { has_come: boolean })[]>`
    SELECT ${columns(sql)}, ${step === undefined ? sql`true` : hasCome(sql, step)} AS has_come
    FROM (SELECT * FROM invitations WHERE account_id = ${accountId} AND wave_id = ${id} AND wave_id IS NOT NULL AND id > ${after}
          ORDER BY id LIMIT ${limit}) i
    ${mailsOf(sql, accountId)} ${signupOf(sql, accountId)} ORDER BY i.id`;
}
