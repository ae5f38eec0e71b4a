import type { Bounce } from '../../../list/mail-state/bounce.ts';
import { isByKey, keysOf, type RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';

/** Holds addresses until commit, by their HMACs: two transactions might each count two bounces of one. */
export async function lockAddresses(tx: Tx, macs: readonly Buffer[]): Promise<void> {
  await tx`
    SELECT pg_advisory_xact_lock(hashtextextended(mac, 0)) FROM (
      SELECT DISTINCT mac FROM unnest(${macs.map((mac) => mac.toString('hex'))}::text[]) mac ORDER BY mac) macs`;
}

/** A transient bounce of an address, by the key of its event. */
interface AddressBounce extends RowKey {
  readonly mac: Buffer;
}

/**
 * Counts transient bounces, whose events and addresses the caller holds. @returns the HMACs, in hexadecimal,
 * of addresses with three of them within 30 days
 */
export async function countBounces(tx: Tx, bounces: readonly AddressBounce[]): Promise<ReadonlySet<string>> {
  const given = bounces.map(({ accountId, id, mac }) => ({
    account_id: accountId,
    id,
    mac: mac.toString('hex'),
  }));
  await tx`
    UPDATE email_events e SET email_mac = decode(given.mac, 'hex')
    FROM json_to_recordset(${JSON.stringify(given)}::text::json) AS given(account_id uuid, id uuid, mac text)
    WHERE e.account_id = given.account_id AND e.id = given.id`;
  const rows = await tx<{ mac: string }[]>`
    SELECT DISTINCT encode(email_mac, 'hex') AS mac FROM (
      SELECT email_mac, occurred_at - lag(occurred_at, 2) OVER (PARTITION BY email_mac ORDER BY occurred_at) <= interval '30 days' AS is_third
      FROM email_events WHERE email_mac = ANY (ARRAY(SELECT decode(mac, 'hex') FROM unnest(${given.map(({ mac }) => mac)}::text[]) mac))) counted
    WHERE is_third`;
  return new Set(rows.map(({ mac }) => mac));
}

/** Begins the count of an address anew. The caller holds the address. */
export async function forgetBounces(tx: Tx, mac: Buffer): Promise<void> {
  await tx`UPDATE email_events SET email_mac = NULL WHERE email_mac = ${mac}`;
}

/**
 * Notes with mails, which the caller holds, how they came back. A mail that came back for good stays so,
 * whatever is reported later. One that was made anew since, for another address, has not come back.
 */
export async function recordBounces(
  tx: Tx,
  bounces: readonly (RowKey & { readonly bounce: Bounce; readonly address_generation: number })[],
): Promise<void> {
  const given = JSON.stringify(
    bounces.map(({ id, bounce, address_generation }) => ({ id, address_generation, ...bounce })),
  );
  const of = () =>
    tx`json_to_recordset(${given}::text::json) AS g(id uuid, address_generation smallint, class text, reason text)`;
  await tx`
    UPDATE mails m SET (bounce_class, bounce_reason) = (
      SELECT g.class, g.reason FROM ${of()} WHERE g.id = m.id ORDER BY g.class LIMIT 1)
    WHERE ${isByKey(tx, 'mails', keysOf(tx, bounces))} AND m.bounce_class IS DISTINCT FROM 'permanent'
      AND EXISTS (SELECT FROM ${of()} WHERE g.id = m.id AND g.address_generation = m.address_generation)`;
}
