import type { Bounce } from '../../../list/mail-state/bounce.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { emailMac } from '../../../platform/secrets/email-mac.ts';
import { findAddressesOf } from '../queries.ts';
import { countBounces, lockAddresses } from './bounce-queries.ts';

/** A report of a mail; `bounce` if it came back. */
interface Report {
  readonly account_id: string;
  /** Of the mail. */
  readonly id: string;
  readonly bounce: Bounce | null;
  /** Of the address that the mail went to. */
  readonly address_generation: number;
  /** The event that it is from, which the caller holds. */
  readonly event: RowKey;
}

/** A mail that came back, with what that means for its address. */
interface WeighedBounce<Stamp> extends RowKey {
  readonly bounce: Bounce;
  readonly address_generation: number;
  readonly stamp: Stamp;
}

/**
 * The bounces among reports, whose signups the caller holds. The third transient one of an address within 30
 * days, on any list of the account, counts as permanent (N3). Holds the addresses of transient ones until
 * commit.
 */
export async function weighBounces<Stamp extends Report>(
  tx: Tx,
  addressKey: Buffer,
  reports: readonly Stamp[],
): Promise<WeighedBounce<Stamp>[]> {
  const bounces = reports.flatMap((stamp) => {
    const { account_id: accountId, id, bounce, address_generation } = stamp;
    return bounce ? [{ accountId, id, bounce, address_generation, stamp }] : [];
  });
  const passing = bounces.filter(({ bounce }) => bounce.class === 'transient');
  if (passing.length === 0) return bounces;
  const addresses = new Map((await findAddressesOf(tx, passing)).map(({ id, email_key }) => [id, email_key]));
  const counted = passing.flatMap(({ accountId, id, stamp }) => {
    const emailKey = addresses.get(id);
    return emailKey === undefined ? [] : [{ id, stamp, mac: emailMac(addressKey, accountId, emailKey) }];
  });
  await lockAddresses(
    tx,
    counted.map(({ mac }) => mac),
  );
  const final = await countBounces(
    tx,
    counted.map(({ stamp, mac }) => ({ ...stamp.event, mac })),
  );
  const finalMails = new Set(counted.flatMap(({ id, mac }) => (final.has(mac.toString('hex')) ? id : [])));
  return bounces.map((each) =>
    finalMails.has(each.id) ? { ...each, bounce: { ...each.bounce, class: 'permanent' } } : each,
  );
}
