import { lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import { insertSuppressions } from '../../../mail/suppressions/queries.ts';
import type { SuppressionReason } from '../../../mail/suppressions/schema.ts';
import { newId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { emailMac } from '../../../platform/secrets/email-mac.ts';
import type { LeftReason } from '../columns/subscription.ts';
import { advance, type ImportRecord, updateImport } from '../queries.ts';
import { listLeftRows } from '../rows/row-queries.ts';
import type { Step } from './link-part.ts';

const rowsPerPart = 500;

/** What each reason becomes, and whether it stops the mails of this waitlist or of all. */
const suppressions = {
  unsubscribed: { reason: 'unsubscribed', isOfList: true },
  suppressed: { reason: 'manual', isOfList: true },
  bounced: { reason: 'bounced', isOfList: false },
  complained: { reason: 'complained', isOfList: false },
} as const satisfies Record<LeftReason, { reason: SuppressionReason; isOfList: boolean }>;

/** Whether anybody in the file has left. */
export function hasLeft({ findings }: Pick<ImportRecord, 'findings'>): boolean {
  return Object.keys(findings.left ?? {}).length > 0;
}

/**
 * Suppresses the addresses of the next rows of people who have left (N6), whatever else becomes of the rows:
 * a second row of an address may be the one that tells. This comes before the first signup, so that no mail
 * is ahead of it. The caller holds the import.
 */
export async function leavePart(
  tx: Tx,
  key: RowKey,
  record: ImportRecord,
  addressKey: Buffer,
): Promise<Step> {
  const { accountId } = key;
  const rows = await listLeftRows(tx, key, record.after_line, rowsPerPart);
  const last = rows.at(-1);
  if (!last) {
    await updateImport(tx, key, { phase: 'rows', after_key: -1, after_line: 0 });
    return 'more';
  }
  // Held, so that the deletion of the waitlist leaves no suppression behind.
  if (!(await lockWaitlistCounter(tx, accountId, record.waitlist_id))) return 'gone';
  const found = rows.flatMap(({ email_key, left_as }) => {
    const mac = emailMac(addressKey, accountId, email_key);
    return left_as.map((each) => {
      const { reason, isOfList } = suppressions[each];
      return { accountId, id: newId(), waitlistId: isOfList ? record.waitlist_id : null, mac, reason };
    });
  });
  await insertSuppressions(tx, found);
  await advance(tx, key, { sort_key: -1, line: last.line }, {});
  return 'more';
}
