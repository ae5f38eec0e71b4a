import { lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import { insertSuppressions } from '../../../mail/suppressions/queries.ts';
import type { SuppressionReason } from '../../../mail/suppressions/schema.ts';
import { newId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { emailMac } from '../../../platform/secrets/email-mac.ts';
import type { LeftReason } from '../columns/subscription.ts';
import { advance, type ImportRecord, updateImport } from '../queries.ts';
import { type LeftRow, listLeftRows, spreadLeft } from '../rows/outcome-queries.ts';
import type { Step } from './link-part.ts';

const rowsPerPart = 500;

/** What each reason becomes, and whether it stops the mails of this waitlist or of all. */
const suppressions = {
  unsubscribed: { reason: 'unsubscribed', isOfList: true },
  suppressed: { reason: 'manual', isOfList: true },
  bounced: { reason: 'bounced', isOfList: false },
  complained: { reason: 'complained', isOfList: false },
} as const satisfies Record<LeftReason, { reason: SuppressionReason; isOfList: boolean }>;

/**
 * Suppresses the addresses of the next rows of people who have left (N6), whatever else becomes of the rows:
 * a second row of an address may be the one that tells, and then tells the first. This comes before the
 * first signup, so that no mail is ahead of it. The caller holds the import.
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
      const waitlistId = isOfList ? record.waitlist_id : null;
      return { accountId, id: newId(), waitlistId, mac, reason, importId: key.id };
    });
  });
  await insertSuppressions(tx, found);
  await spreadLeft(tx, key, byAddress(rows));
  await advance(tx, key, { sort_key: -1, line: last.line }, {});
  return 'more';
}

function byAddress(rows: readonly LeftRow[]): { email_key: string; left_as: LeftReason[] }[] {
  const left = new Map<string, Set<LeftReason>>();
  for (const { email_key, left_as } of rows)
    left.set(email_key, new Set([...(left.get(email_key) ?? []), ...left_as]));
  return [...left].map(([email_key, reasons]) => ({ email_key, left_as: [...reasons] }));
}
