import { rankOf } from '../../../list/mail-state/status.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { AnnouncementMember, MemberState } from '../schema.ts';
import { hasBecome, isBounced, type Outcome } from './figure-queries.ts';

/** Members whose turn has come: rows of signup_id, id, left_out and clicked. */
const dealtWith = (sql: Sql | Tx, { accountId, id }: RowKey) => sql`
  SELECT signup_id, id, left_out, clicked FROM announcement_members WHERE account_id = ${accountId} AND announcement_id = ${id}`;

/** The others, as such rows without an id. */
const stillWaiting = (sql: Sql | Tx, { accountId, id }: RowKey) => sql`
  SELECT unnest(signup_ids) AS signup_id, NULL::uuid AS id, NULL::text AS left_out, '{}'::text[] AS clicked
  FROM announcement_parts WHERE account_id = ${accountId} AND announcement_id = ${id}`;

/** The mail `m` of rows `member`. */
const mailOf = (sql: Sql | Tx, accountId: string) => sql`
  LEFT JOIN LATERAL (SELECT * FROM mails WHERE id = member.id AND account_id = ${accountId} LIMIT 1) m ON true`;

/** The state of a row `member` with its mail `m`. `isHeld`: the announcement waits for an allowance. */
export const stateOf = (sql: Sql | Tx, isHeld: boolean): Fragment => sql`
  CASE WHEN member.left_out IS NOT NULL OR m.state = 'suppressed' THEN 'left_out'
       WHEN m.state IS NULL THEN CASE WHEN ${isHeld} THEN 'held' ELSE 'waiting' END
       WHEN m.state = 'held' THEN 'held'
       WHEN m.state IN ('queued', 'sending') THEN 'waiting'
       WHEN m.state IN ('failed', 'config_error') THEN 'failed'
       WHEN m.status = ${rankOf('complained')} THEN 'complained'
       WHEN ${isBounced(sql)} THEN 'bounced'
       WHEN m.clicked_at IS NOT NULL THEN 'clicked'
       WHEN m.opened_at IS NOT NULL THEN 'opened'
       WHEN m.delivered_at IS NOT NULL THEN 'delivered'
       ELSE 'sent' END`;

const memberColumns = (sql: Sql | Tx, isHeld: boolean) => sql`
  s.id AS signup_id, s.email, s.position, ${stateOf(sql, isHeld)} AS state, m.sent_at, m.delivered_at, m.opened_at, m.clicked_at`;

/** The signup `s` of rows `member`. */
const signupOf = (sql: Sql | Tx, accountId: string) => sql`
  CROSS JOIN LATERAL (SELECT id, email, position FROM signups WHERE account_id = ${accountId} AND id = member.signup_id LIMIT 1) s`;

/** Rows `member` with their mail `m` that belong to a group. Signups are looked up only where it matters. */
const isOf = (sql: Sql | Tx, accountId: string, isHeld: boolean, group: MemberGroup): Fragment => {
  if ('state' in group) return sql`WHERE ${stateOf(sql, isHeld)} = ${group.state}`;
  if ('link' in group) return sql`WHERE ${group.link} = ANY (member.clicked)`;
  const became = hasBecome(sql, group.became);
  if (group.became !== 'unsubscribed') return sql`WHERE ${became}`;
  return sql`
    CROSS JOIN LATERAL (SELECT unsubscribed_at FROM signups WHERE account_id = ${accountId} AND id = member.signup_id LIMIT 1) s WHERE ${became}`;
};

/** An announcement whose members are read. */
export interface ReadMembers extends RowKey {
  readonly isHeld: boolean;
}

/** Which members are read: those in a state, all whose mail came to something, or who clicked a link. */
export type MemberGroup =
  | { readonly state: MemberState }
  | { readonly became: Outcome }
  /** By its hash. */
  | { readonly link: string };

/**
 * A page of members, in the order of their signups' ids, and their number. Only those of a page are looked
 * up, unless some are asked for.
 */
export async function listMembers(
  sql: Sql | Tx,
  { isHeld, ...key }: ReadMembers,
  group: MemberGroup | undefined,
  { limit, offset }: PageQuery,
): Promise<{ rows: AnnouncementMember[]; total: number }> {
  const all = sql`(${dealtWith(sql, key)} UNION ALL ${stillWaiting(sql, key)})`;
  const { accountId } = key;
  const chosen =
    group === undefined
      ? sql`SELECT member.signup_id, member.id, member.left_out FROM ${all} member`
      : sql`SELECT member.signup_id, member.id, member.left_out FROM ${all} member ${mailOf(sql, accountId)} ${isOf(sql, accountId, isHeld, group)}`;
  const rows = await sql<(AnnouncementMember & { total: number })[]>`
    WITH chosen AS MATERIALIZED (${chosen})
    SELECT (SELECT count(*) FROM chosen) AS total, ${memberColumns(sql, isHeld)}
    FROM (SELECT * FROM chosen ORDER BY signup_id LIMIT ${limit} OFFSET ${offset}) member
    ${mailOf(sql, accountId)} ${signupOf(sql, accountId)} ORDER BY member.signup_id`;
  const [first] = rows;
  const total = first?.total ?? (await countMembers(sql, chosen));
  return { rows: rows.map(({ total: _, ...row }) => row), total };
}

async function countMembers(sql: Sql | Tx, chosen: Fragment): Promise<number> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM (${chosen}) chosen`;
  return row.count;
}

/** The next members whose turn had come before the id `before` was made, behind a signup. */
export function listMembersAfter(
  sql: Sql | Tx,
  { isHeld, ...key }: ReadMembers,
  after: string,
  before: string,
  limit: number,
): Promise<AnnouncementMember[]> {
  return sql<AnnouncementMember[]>`
    SELECT ${memberColumns(sql, isHeld)}
    FROM (SELECT * FROM (${dealtWith(sql, key)}) all_of WHERE signup_id > ${after} AND id < ${before} ORDER BY signup_id LIMIT ${limit}) member
    ${mailOf(sql, key.accountId)} ${signupOf(sql, key.accountId)} ORDER BY member.signup_id`;
}

/** The members of the next part behind one, who wait for their turn. @returns undefined if there is none */
export async function findPartAfter(
  sql: Sql | Tx,
  { accountId, id, isHeld }: ReadMembers,
  after: number,
): Promise<{ part: number; members: AnnouncementMember[] } | undefined> {
  const [next] = await sql<{ part: number; signup_ids: string[] }[]>`
    SELECT part, signup_ids FROM announcement_parts
    WHERE account_id = ${accountId} AND announcement_id = ${id} AND part > ${after} ORDER BY part LIMIT 1`;
  if (!next) return undefined;
  const members = await sql<AnnouncementMember[]>`
    SELECT s.id AS signup_id, s.email, s.position, ${isHeld ? 'held' : 'waiting'} AS state, NULL AS sent_at, NULL AS delivered_at, NULL AS opened_at, NULL AS clicked_at
    FROM unnest(${next.signup_ids}::uuid[]) WITH ORDINALITY AS member(signup_id, number) ${signupOf(sql, accountId)} ORDER BY member.number`;
  return { part: next.part, members: [...members] };
}
