import { monthlyAllowance } from '../../account/accounts/allowance.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { type ReservationRequest, reserveAllowance } from '../allowance/allowance-queries.ts';
import type { ManagedEmail } from '../allowance/managed.ts';
import { kindOfEmail } from '../kinds.ts';
import { routeOf } from './email-route.ts';
import type { DueEmailRow } from './start-queries.ts';

/**
 * The months in whose allowance mails have a reservation: this one, for those that have one already and then
 * for the oldest of the others, those last that yield. A mail that is being sent keeps the one that it has,
 * also in an earlier month, for it may have left then. No mail overtakes held ones.
 * @returns the first day of the month, by mail
 */
export async function reserveForEmails(
  tx: Tx,
  due: readonly DueEmailRow[],
  managed: ManagedEmail | null,
): Promise<Map<string, string>> {
  const reserved = new Map<string, string>();
  const asking = new Map<string, DueEmailRow[]>();
  const yieldsOf = ({ kind }: DueEmailRow) => Number(kindOfEmail(kind).yields === true);
  for (const mail of due.toSorted((one, other) => yieldsOf(one) - yieldsOf(other))) {
    if (routeOf(mail, managed)?.route !== 'managed') continue;
    const { reserved_month: kept } = mail;
    if (kept !== null && (kept === mail.month || mail.state === 'sending')) reserved.set(mail.id, kept);
    else if (mail.state === 'queued' && !mail.behind_held)
      asking.set(mail.account_id, [...(asking.get(mail.account_id) ?? []), mail]);
  }
  const requests = [...asking].flatMap(([account_id, [first, ...others]]): ReservationRequest[] =>
    first ? [{ account_id, wanted: others.length + 1, allowance: monthlyAllowance(first) }] : [],
  );
  const givingBack = due.flatMap(({ id, account_id, reserved_month: kept }) =>
    kept === null || reserved.has(id) ? [] : [{ account_id, month: kept }],
  );
  const [month] = due.map((mail) => mail.month);
  if (requests.length + givingBack.length === 0 || month === undefined) return reserved;
  const granted = await reserveAllowance(tx, month, requests, givingBack);
  for (const [accountId, mails] of asking) {
    for (const { id } of mails.slice(0, granted.get(accountId) ?? 0)) reserved.set(id, month);
  }
  return reserved;
}
