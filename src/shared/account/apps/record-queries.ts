import { hash as digest } from 'node:crypto';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';

/** Something that the authorization server remembers, by its kind and the hash of what names it. */
export interface RecordKey {
  readonly kind: string;
  readonly hash: Buffer;
}

/** The stored hash of a code, a token or an id. They are random, so it needs no salt. */
export const hashOf = (text: string): Buffer => digest('sha256', text, 'buffer');

export interface StoredRecord {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly consumed_at: string | null;
}

/** How long a registered client stays, and what was granted to it, if nobody connects it. */
export const unusedSeconds = 86_400;
/** How long a registered client stays whose apps have ended: some come back with what they know. */
const endedClientSeconds = 90 * 86_400;
/** How long a refresh token may be used again: answers get lost, and apps ask twice at once. */
const graceSeconds = 10;

/** How many expired ones go with each that comes. */
const swept = 20;

/** Whether the app of a grant is connected. It cannot end until the transaction does. */
export async function holdsGrant(tx: Tx, grantId: string): Promise<boolean> {
  const [app] = await tx`SELECT 1 FROM connected_apps WHERE grant_id = ${grantId} FOR KEY SHARE`;
  return app !== undefined;
}

/** Stores it for so many seconds, and deletes a few that are over: none stays for long. */
export async function upsertRecord(
  tx: Tx,
  { kind, hash }: RecordKey,
  { payload, grantId, seconds }: { payload: object; grantId: string | null; seconds: number },
): Promise<void> {
  await tx`
    DELETE FROM oauth_records WHERE (kind, id_hash) IN (
      SELECT kind, id_hash FROM oauth_records WHERE expires_at < clock_timestamp()
      ORDER BY expires_at LIMIT ${swept} FOR UPDATE SKIP LOCKED)`;
  await tx`
    INSERT INTO oauth_records (kind, id_hash, grant_id, payload, expires_at)
    VALUES (${kind}, ${hash}, ${grantId}, ${tx.json(payload as never)}, clock_timestamp() + ${seconds} * interval '1 second')
    ON CONFLICT (kind, id_hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`;
}

/**
 * A live one. What a grant has led to lives as long as its app is connected. A refresh token counts as used
 * after a moment.
 */
export async function findRecord(sql: Sql, { kind, hash }: RecordKey): Promise<StoredRecord | undefined> {
  const [row] = await sql<StoredRecord[]>`
    SELECT payload, CASE WHEN ${isUsable(sql)} THEN NULL ELSE consumed_at END AS consumed_at FROM oauth_records
    WHERE kind = ${kind} AND id_hash = ${hash} AND expires_at > clock_timestamp()
      AND (kind IN ('Client', 'ClientDocument', 'Interaction', 'Session')
           OR EXISTS (SELECT 1 FROM connected_apps c WHERE c.grant_id = oauth_records.grant_id))`;
  return row;
}

const wasJustUsed = (sql: Sql | Tx) => sql`
  consumed_at > clock_timestamp() - ${graceSeconds} * interval '1 second'`;

/**
 * A refresh token that was used may be used again for a moment, and for as long as no next one is stored: the
 * process has died, or lost the database, before it could give one.
 */
const isUsable = (sql: Sql | Tx) => sql`
  (consumed_at IS NULL OR kind = 'RefreshToken' AND (${wasJustUsed(sql)} OR NOT EXISTS (
    SELECT 1 FROM oauth_records next WHERE next.grant_id = oauth_records.grant_id AND next.kind = 'RefreshToken'
      AND ${rotationsOf(sql, sql`next`)} > ${rotationsOf(sql, sql`oauth_records`)})))`;

const rotationsOf = (sql: Sql | Tx, table: Fragment) => sql`
  coalesce((${table}.payload ->> 'rotations')::integer, 0)`;

/** Marks it as used. @returns false if it was used before */
export async function consumeRecord(tx: Tx, { kind, hash }: RecordKey): Promise<boolean> {
  const { count } = await tx`
    UPDATE oauth_records SET consumed_at = CASE WHEN ${wasJustUsed(tx)} THEN consumed_at ELSE clock_timestamp() END
    WHERE kind = ${kind} AND id_hash = ${hash} AND ${isUsable(tx)}`;
  return count > 0;
}

export async function deleteRecord(tx: Tx, { kind, hash }: RecordKey): Promise<void> {
  await tx`DELETE FROM oauth_records WHERE kind = ${kind} AND id_hash = ${hash}`;
}

/** Deletes what a grant has led to, of one kind. */
export async function deleteRecordsOf(tx: Tx, kind: string, grantId: string): Promise<void> {
  await tx`DELETE FROM oauth_records WHERE grant_id = ${grantId} AND kind = ${kind}`;
}

/** Deletes all that grants have led to. */
export async function deleteGrants(tx: Tx, grantIds: readonly string[]): Promise<void> {
  await tx`DELETE FROM oauth_records WHERE grant_id = ANY(${[...grantIds]}::text[])`;
}

/** Keeps a registered client, or a grant, that was to go while no app was connected. */
export async function keepRecord(tx: Tx, { kind, hash }: RecordKey): Promise<void> {
  await tx`UPDATE oauth_records SET expires_at = 'infinity' WHERE kind = ${kind} AND id_hash = ${hash}`;
}

/** Lets registered clients go that no app uses any more. */
export async function releaseClients(tx: Tx, clientIds: readonly string[]): Promise<void> {
  const isOne = tx`
    kind = 'Client'
    AND id_hash IN (SELECT sha256(convert_to(id, 'UTF8')) FROM unnest(${[...clientIds]}::text[]) id)`;
  // By statements of their own: the second sees what others have connected until it holds them.
  await tx`SELECT 1 FROM oauth_records WHERE ${isOne} ORDER BY id_hash FOR UPDATE`;
  await tx`
    UPDATE oauth_records SET expires_at = clock_timestamp() + ${endedClientSeconds} * interval '1 second'
    WHERE ${isOne} AND expires_at = 'infinity'
      AND NOT EXISTS (SELECT 1 FROM connected_apps c WHERE c.client_id = oauth_records.payload ->> 'client_id')`;
}
