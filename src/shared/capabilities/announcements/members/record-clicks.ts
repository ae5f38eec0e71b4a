import { hashOfLink } from '../../../mail/mail-events/clicked-link.ts';
import type { MailReport } from '../../../mail/parts.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { linksOf } from './links.ts';

/**
 * Notes which links of announcements people clicked, as mail providers report it (§4.8). Each counts once for
 * a person; an address that is not in the mail as its author wrote it is not counted. The caller holds the
 * mails.
 */
export async function recordClicks(tx: Tx, reports: readonly MailReport[]): Promise<void> {
  const clicks = reports.filter(({ clicked_link = null }) => clicked_link !== null);
  if (clicks.length === 0) return;
  const members = await lockMembersOf(tx, clicks);
  if (members.length === 0) return;
  const announcements = await tx<{ account_id: string; id: string; html: string }[]>`
    SELECT a.account_id, a.id, a.html
    FROM (SELECT DISTINCT account_id, announcement_id FROM json_to_recordset(${JSON.stringify(members)}::text::json) AS member(account_id uuid, announcement_id uuid)) member
    CROSS JOIN LATERAL (SELECT * FROM announcements WHERE account_id = member.account_id AND id = member.announcement_id LIMIT 1) a`;
  const hashesOf = new Map(announcements.map(({ id, html }) => [id, new Set(linksOf(html).map(hashOfLink))]));
  const clicked = members.map(({ mail_id, ...key }) => {
    const given = clicks.flatMap(({ id, clicked_link: hash }) => (id === mail_id && hash ? [hash] : []));
    return { ...key, links: given.filter((hash) => hashesOf.get(key.announcement_id)?.has(hash)) };
  });
  await tx`
    UPDATE announcement_members member SET clicked = ARRAY(SELECT DISTINCT unnest(member.clicked || click.links) ORDER BY 1)
    FROM json_to_recordset(${JSON.stringify(clicked)}::text::json) AS click(account_id uuid, announcement_id uuid, signup_id uuid, links text[])
    WHERE member.account_id = click.account_id AND member.announcement_id = click.announcement_id AND member.signup_id = click.signup_id
      AND NOT member.clicked @> click.links`;
}

interface MemberRow {
  readonly account_id: string;
  readonly announcement_id: string;
  readonly signup_id: string;
  readonly mail_id: string;
}

/**
 * Holds the members of these mails until commit, by their mails' ids. One that somebody else holds is being
 * removed, and with it what it clicked.
 */
function lockMembersOf(tx: Tx, mails: readonly { account_id: string; id: string }[]) {
  return tx<MemberRow[]>`
    SELECT member.account_id, member.announcement_id, member.signup_id, member.id AS mail_id
    FROM (SELECT DISTINCT account_id, id FROM json_to_recordset(${JSON.stringify(mails)}::text::json) AS given(account_id uuid, id uuid) ORDER BY id, account_id) key
    CROSS JOIN LATERAL (SELECT signup_id FROM mails WHERE account_id = key.account_id AND id = key.id AND kind = 'announcement' LIMIT 1) m
    CROSS JOIN LATERAL (
      SELECT account_id, announcement_id, signup_id, id FROM announcement_members
      WHERE account_id = key.account_id AND signup_id = m.signup_id AND id = key.id AND id > '00000000-0000-0000-0000-000000000000'
      LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) member`;
}
