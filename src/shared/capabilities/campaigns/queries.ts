import type { WaitlistKey } from '../../list/parts.ts';
import type { Campaign } from '../../list/signups/campaign.ts';
import { keysIn, keysOf, type RowKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';

/** The rows of a waitlist, read by their time; `created_at > '-infinity'` holds for all of them. */
export const ofList = (sql: Sql | Tx, { accountId, waitlistId }: WaitlistKey): Fragment =>
  sql`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'`;

/** The row of a signup `s`, as `campaign`; no row where it has none. */
export const campaignOf = (sql: Sql | Tx, accountId: string): Fragment => sql`
  (SELECT utm_medium, utm_campaign, utm_term, utm_content FROM signup_campaigns
   WHERE account_id = ${accountId} AND signup_id = s.id LIMIT 1) campaign`;

/** Whether any signup of a waitlist has one. */
export async function hasCampaigns(sql: Sql, list: WaitlistKey): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM signup_campaigns WHERE ${ofList(sql, list)} LIMIT 1`;
  return rows.length > 0;
}

/** The campaigns of signups of an account, by their ids. */
export async function listCampaigns(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Campaign>> {
  const keys = keysOf(sql, keysIn(accountId, ids));
  const rows = await sql<(Campaign & { id: string })[]>`
    SELECT s.id, campaign.utm_medium, campaign.utm_campaign, campaign.utm_term, campaign.utm_content
    FROM (SELECT key.id FROM ${keys}) s CROSS JOIN LATERAL ${campaignOf(sql, accountId)}`;
  return new Map(rows.map(({ id, ...campaign }) => [id, campaign]));
}

/** Deletes those of signups that are being removed. The caller holds them. */
export async function deleteCampaignsOf(tx: Tx, signups: readonly RowKey[]): Promise<void> {
  await tx`
    DELETE FROM signup_campaigns WHERE ctid = ANY (ARRAY(
      SELECT c.place FROM ${keysOf(tx, signups)} CROSS JOIN LATERAL (
        SELECT ctid AS place FROM signup_campaigns WHERE account_id = key.account_id AND signup_id = key.id LIMIT 1) c))`;
}
