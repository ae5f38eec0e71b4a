import { type EmailStatus, rankOf } from '../../list/mail-state/status.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { emailMac } from '../../platform/secrets/email-mac.ts';
import { findAddressesOf, insertSuppressions } from './queries.ts';
import type { SuppressionReason } from './schema.ts';

/** What a provider reports of an address that must get no more mails. */
const reasons = { bounced: 'bounced', complained: 'complained' } as const satisfies Partial<
  Record<EmailStatus, SuppressionReason>
>;
const reasonOfRank = new Map<number, SuppressionReason>(
  Object.entries(reasons).map(([status, reason]) => [rankOf(status as EmailStatus), reason]),
);

/** A provider's report about a mail. */
interface Report {
  readonly account_id: string;
  /** Of the mail. */
  readonly id: string;
  readonly status_rank: number;
}

/**
 * Suppresses the addresses that bounced for good or whose people complained, on all waitlists of their
 * account (N3): another mail would cost the sender's reputation.
 */
export async function suppressReported(
  tx: Tx,
  addressKey: Buffer,
  reports: readonly Report[],
): Promise<void> {
  const final = reports.flatMap(({ account_id: accountId, id, status_rank }) => {
    const reason = reasonOfRank.get(status_rank);
    return reason ? [{ accountId, id, reason }] : [];
  });
  if (final.length === 0) return;
  const addresses = new Map((await findAddressesOf(tx, final)).map(({ id, email_key }) => [id, email_key]));
  await insertSuppressions(
    tx,
    final.flatMap(({ accountId, id, reason }) => {
      const emailKey = addresses.get(id);
      if (emailKey === undefined) return [];
      return [
        { accountId, id: newId(), waitlistId: null, mac: emailMac(addressKey, accountId, emailKey), reason },
      ];
    }),
  );
}
