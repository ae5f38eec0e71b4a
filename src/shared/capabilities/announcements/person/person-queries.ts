import type { TimelineEntry } from '../../../list/parts.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { stateOf } from '../members/member-queries.ts';
import type { MemberState } from '../schema.ts';

/** An announcement that a signup had its turn in. */
export interface MemberOfRow {
  readonly signup_id: string;
  readonly announcement_id: string;
  readonly name: string;
  readonly subject: string;
  readonly state: MemberState;
  readonly sent_at: string | null;
  /** The hashes of the links that the person clicked. */
  readonly clicked: readonly string[];
}

/** By the index of members, oldest first. */
export function listAnnouncementsOf(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<MemberOfRow[]> {
  return sql<MemberOfRow[]>`
    SELECT member.signup_id, a.id AS announcement_id, a.name, a.subject, ${stateOf(sql, false)} AS state, m.sent_at,
           to_json(member.clicked) AS clicked
    FROM unnest(${signupIds as string[]}::uuid[]) AS signup(id)
    CROSS JOIN LATERAL (
      SELECT * FROM announcement_members
      WHERE account_id = ${accountId} AND signup_id = signup.id AND id > '00000000-0000-0000-0000-000000000000' OFFSET 0) member
    CROSS JOIN LATERAL (SELECT * FROM announcements WHERE account_id = ${accountId} AND id = member.announcement_id LIMIT 1) a
    LEFT JOIN LATERAL (SELECT * FROM mails WHERE id = member.id AND account_id = ${accountId} LIMIT 1) m ON true
    ORDER BY member.id`;
}

const badStates: ReadonlySet<MemberState> = new Set(['bounced', 'complained', 'failed']);

/** The announcements that a signup got, for its timeline. */
export async function listMailed(sql: Sql, { accountId, id }: RowKey): Promise<TimelineEntry[]> {
  const rows = await listAnnouncementsOf(sql, accountId, [id]);
  return rows.flatMap(({ name, state, sent_at: at }): TimelineEntry[] => {
    if (at === null) return [];
    const isBad = badStates.has(state);
    return [
      { at, text: `Got the announcement ${name}${isBad ? `: ${state}` : ''}`, ...(isBad && { isBad }) },
    ];
  });
}
