import { keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import type { PageQuery } from '../../platform/schema/paging.ts';
import { signupIdOf } from '../mails/mails.ts';
import { type Suppression, type SuppressionReason, suppressionReasons } from './schema.ts';

/** An address on one waitlist, or on all of an account. */
export interface SuppressedAddress {
  readonly accountId: string;
  readonly mac: Buffer;
  /** Null: all waitlists. */
  readonly waitlistId: string | null;
}

const columns = (sql: Sql | Tx) => sql`id, waitlist_id, reason, created_at`;

/** Newest first. With `mac` only those of one address. */
export function listSuppressions(
  sql: Sql,
  accountId: string,
  mac: Buffer | undefined,
  { limit, offset }: PageQuery,
): Promise<Suppression[]> {
  return sql<Suppression[]>`
    SELECT ${columns(sql)} FROM suppressions WHERE ${ofAccount(sql, accountId, mac)}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`;
}

export async function countSuppressions(
  sql: Sql,
  accountId: string,
  mac: Buffer | undefined,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM suppressions WHERE ${ofAccount(sql, accountId, mac)}`;
  return row.count;
}

const ofAccount = (sql: Sql, accountId: string, mac: Buffer | undefined) =>
  sql`account_id = ${accountId} ${mac ? sql`AND email_mac = ${mac}` : sql``}`;

/** The next ones in the order of their ids. */
export function listSuppressionsAfter(
  sql: Sql,
  accountId: string,
  after: string,
  limit: number,
): Promise<Suppression[]> {
  return sql<Suppression[]>`
    SELECT ${columns(sql)} FROM suppressions WHERE account_id = ${accountId} AND id > ${after} ORDER BY id LIMIT ${limit}`;
}

/** A suppression to insert. */
interface NewSuppression extends SuppressedAddress {
  readonly id: string;
  readonly reason: SuppressionReason;
  /** The import whose file tells so. */
  readonly importId?: string;
}

/**
 * Keeps the ones that are there. One that an import added is no longer the import's alone once something else
 * says the same: it stays when the import is taken back. Several are inserted in one order, so that two who
 * insert the same wait for each other.
 */
export async function insertSuppressions(tx: Tx, rows: readonly NewSuppression[]): Promise<void> {
  const given = rows.map(({ accountId, id, waitlistId, mac, reason, importId }) => ({
    account_id: accountId,
    id,
    waitlist_id: waitlistId,
    mac: mac.toString('hex'),
    reason,
    import_id: importId,
  }));
  await tx`
    INSERT INTO suppressions AS s (account_id, id, waitlist_id, email_mac, reason, import_id)
    SELECT DISTINCT ON (account_id, mac, waitlist_id, reason) account_id, id, waitlist_id, decode(mac, 'hex'), reason, import_id
    FROM json_to_recordset(${JSON.stringify(given)}::text::json)
      AS r(account_id uuid, id uuid, waitlist_id uuid, mac text, reason text, import_id uuid)
    ORDER BY account_id, mac, waitlist_id, reason
    ON CONFLICT (account_id, email_mac, waitlist_id, reason) DO UPDATE SET import_id = NULL
      WHERE s.import_id IS NOT NULL AND s.import_id IS DISTINCT FROM excluded.import_id`;
}

/** How many suppressions only an import tells of. */
export async function countSuppressionsOfImport(sql: Sql, { accountId, id }: RowKey): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM suppressions WHERE account_id = ${accountId} AND import_id = ${id}`;
  return row.count;
}

/** Deletes up to `limit` suppressions that only an import tells of. @returns how many */
export async function deleteSuppressionsOfImport(
  tx: Tx,
  { accountId, id }: RowKey,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    DELETE FROM suppressions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM suppressions WHERE account_id = ${accountId} AND import_id = ${id}
      ORDER BY email_mac, waitlist_id, reason LIMIT ${limit} FOR UPDATE))`;
  return count;
}

/** Adds one, or returns the one that is there. */
export async function upsertSuppression(
  tx: Tx,
  { accountId, mac, waitlistId }: SuppressedAddress,
  row: { id: string; reason: SuppressionReason },
): Promise<Suppression> {
  const [suppression] = await tx<[Suppression]>`
    INSERT INTO suppressions ${tx({ ...row, account_id: accountId, waitlist_id: waitlistId, email_mac: mac })}
    ON CONFLICT (account_id, email_mac, waitlist_id, reason) DO UPDATE SET reason = excluded.reason, import_id = NULL RETURNING ${columns(tx)}`;
  return suppression;
}

/** @returns the number that were deleted */
export async function deleteSuppressions(
  tx: Tx,
  { accountId, mac, waitlistId }: SuppressedAddress,
): Promise<number> {
  const ofAddress = () =>
    tx`account_id = ${accountId} AND email_mac = ${mac} AND waitlist_id IS NOT DISTINCT FROM ${waitlistId}::uuid`;
  const [, deleted] = await pipeline(
    tx`SELECT 1 FROM suppressions WHERE ${ofAddress()} ORDER BY reason FOR UPDATE`,
    tx`DELETE FROM suppressions WHERE ${ofAddress()}`,
  );
  return deleted.count;
}

/** A mail that is about to start. */
export interface MailToCheck {
  /** Of the mail. */
  readonly id: string;
  readonly accountId: string;
  readonly waitlistId: string;
  readonly mac: Buffer;
  /** Null for somebody who has unsubscribed since: that lifts nothing. */
  readonly signedUpAt: string | null;
}

/** A suppression of a mail's address. */
export interface FoundSuppression {
  readonly mail_id: string;
  readonly account_id: string;
  readonly id: string;
  readonly reason: SuppressionReason;
  /** The person unsubscribed, was removed, and signed up again since: it stops nothing any more. */
  readonly is_lifted: boolean;
}

/** The suppressions of mails' addresses. */
export function findSuppressionsOf(
  sql: Sql | Tx,
  mails: readonly MailToCheck[],
): Promise<FoundSuppression[]> {
  const given = mails.map(({ id, accountId, waitlistId, mac, signedUpAt }) => ({
    mail_id: id,
    account_id: accountId,
    waitlist_id: waitlistId,
    mac: mac.toString('hex'),
    signed_up_at: signedUpAt,
  }));
  return sql<FoundSuppression[]>`
    SELECT given.mail_id, s.account_id, s.id, s.reason, coalesce(s.reason = 'unsubscribed' AND s.created_at < given.signed_up_at, false) AS is_lifted
    FROM json_to_recordset(${JSON.stringify(given)}::text::json)
      AS given(mail_id uuid, account_id uuid, waitlist_id uuid, mac text, signed_up_at timestamptz)
    CROSS JOIN LATERAL (
      SELECT * FROM suppressions
      WHERE account_id = given.account_id AND email_mac = decode(given.mac, 'hex') AND (waitlist_id IS NULL OR waitlist_id = given.waitlist_id) OFFSET 0) s`;
}

/**
 * The HMACs of addresses that get no mails of a waitlist, `limit` at most, in hex, each with the gravest
 * reason. Those who unsubscribed are left out: their signups say so.
 */
export function listSuppressedMacs(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  limit: number,
): Promise<{ mac: string; reason: SuppressionReason }[]> {
  return sql<{ mac: string; reason: SuppressionReason }[]>`
    SELECT DISTINCT ON (email_mac) encode(email_mac, 'hex') AS mac, reason FROM (
      SELECT email_mac, reason FROM suppressions
      WHERE account_id = ${accountId} AND reason <> 'unsubscribed' AND (waitlist_id IS NULL OR waitlist_id = ${waitlistId})
      LIMIT ${limit}) s
    ORDER BY email_mac, array_position(${[...suppressionReasons]}::text[], reason)`;
}

/** Deletes suppressions that were lifted; one that another transaction changes is left to it. */
export async function deleteLifted(tx: Tx, keys: readonly RowKey[]): Promise<void> {
  await tx`
    DELETE FROM suppressions WHERE ctid = ANY (ARRAY(
      SELECT s.ctid FROM unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) AS key(account_id, id)
      CROSS JOIN LATERAL (
        SELECT ctid FROM suppressions WHERE account_id = key.account_id AND id = key.id LIMIT 1 FOR UPDATE SKIP LOCKED) s))`;
}

/**
 * The addresses that mails went to, by the ids of the mails; none of a signup that is gone, or has another
 * address since.
 */
export function findAddressesOf(
  tx: Tx,
  mails: readonly RowKey[],
): Promise<{ id: string; email_key: string }[]> {
  return tx<{ id: string; email_key: string }[]>`
    SELECT m.id, s.email_key FROM ${rowsByKey(tx, 'mails', keysOf(tx, mails))} m
    CROSS JOIN LATERAL (SELECT email_key FROM signups WHERE account_id = m.account_id AND id = ${signupIdOf(tx)} AND address_generation = m.address_generation LIMIT 1) s`;
}

/** Deletes up to `limit` suppressions of a deleted waitlist. @returns how many */
export async function purgeSuppressions(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    DELETE FROM suppressions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM suppressions WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}
