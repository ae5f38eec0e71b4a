import { cameBackForGood } from '../../list/mail-state/bounce-queries.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { emailMac } from '../../platform/secrets/email-mac.ts';
import { findAddressesOf } from '../suppressions/queries.ts';

/**
 * Lifts what bounces of mails suppressed that turned out to be none for good. It stays where an email to the
 * same address came back for good on another list.
 */
export async function liftBounced(tx: Tx, addressKey: Buffer, mails: readonly RowKey[]): Promise<void> {
  const accountOf = new Map(mails.map(({ accountId, id }) => [id, accountId]));
  const given = (await findAddressesOf(tx, mails)).map(({ id, email_key }) => {
    const account_id = accountOf.get(id) ?? '';
    return { account_id, email_key, mac: emailMac(addressKey, account_id, email_key).toString('hex') };
  });
  await tx`
    DELETE FROM suppressions WHERE ctid = ANY (ARRAY(
      SELECT found.ctid FROM (
        SELECT DISTINCT account_id, decode(mac, 'hex') AS mac
        FROM json_to_recordset(${JSON.stringify(given)}::text::json) AS given(account_id uuid, email_key text, mac text)
        WHERE NOT EXISTS (
          SELECT FROM (SELECT account_id, id FROM waitlists w WHERE w.account_id = given.account_id OFFSET 0) w
          CROSS JOIN LATERAL (
            SELECT * FROM signups WHERE account_id = w.account_id AND waitlist_id = w.id AND email_key = given.email_key AND email_key >= '' LIMIT 1) s
          WHERE ${cameBackForGood(tx)})
        ORDER BY 1, 2) address
      CROSS JOIN LATERAL (
        SELECT ctid FROM suppressions
        WHERE account_id = address.account_id AND email_mac = address.mac AND waitlist_id IS NULL AND reason = 'bounced'
        LIMIT 1 FOR UPDATE) found))`;
}
