import type { Sql, Tx } from '../postgres/connection.ts';

/** What names a request with an idempotency key. */
interface RequestName {
  readonly accountId: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly key: string;
}

/** A request with an idempotency key. */
export interface KeyedRequest extends RequestName {
  /** What is kept of the body. */
  readonly bodyMac: Buffer;
}

/** An attempt at a request, which holds its key until it has answered or `locked_until` has passed. */
export interface Attempt extends RequestName {
  /** Names this attempt. */
  readonly token: string;
  /** The same UUID for all attempts at the request. */
  readonly origin: string;
}

/** How long an answer is kept, from the start of the attempt that gave it. */
const keptFor = '24 hours';

const isRow = (sql: Sql | Tx, { accountId, key, method, path }: RequestName) =>
  sql`account_id = ${accountId} AND key = ${key} AND method = ${method} AND path = ${path}`;

/**
 * Begins an attempt, unless the key has an answer or belongs to another attempt. Takes over the key of an
 * attempt that has died. The key of an attempt that has ended without an answer is free for any body, and
 * that of an attempt that has died for the same body only.
 */
export async function insertAttempt(
  tx: Tx,
  keyed: KeyedRequest,
  token: string,
  leaseMs: number,
): Promise<Attempt | undefined> {
  const { bodyMac, ...request } = keyed;
  const { accountId, key, method, path } = request;
  const [row] = await tx<{ origin: string }[]>`
    INSERT INTO idempotency_keys AS k (account_id, key, method, path, body_mac, token, origin, locked_until)
    VALUES (${accountId}, ${key}, ${method}, ${path}, ${bodyMac}, ${token}, ${token},
            clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond')
    ON CONFLICT (account_id, key, method, path) DO UPDATE SET
      origin = CASE WHEN k.status IS NULL AND k.body_mac = ${bodyMac} AND k.created_at > clock_timestamp() - ${keptFor}::interval
                    THEN k.origin ELSE excluded.origin END,
      body_mac = excluded.body_mac, token = excluded.token, locked_until = excluded.locked_until,
      status = NULL, answer = NULL, created_at = excluded.created_at
    WHERE k.created_at < clock_timestamp() - ${keptFor}::interval
      OR (k.status IS NULL AND k.locked_until < clock_timestamp()
          AND (k.body_mac = ${bodyMac} OR k.locked_until = '-infinity'))
    RETURNING origin`;
  return row && { ...request, token, origin: row.origin };
}

export interface KeyRow {
  has_body: boolean;
  status: number | null;
  answer: string | null;
  /** Whole seconds until the attempt that runs has answered or died; 0 if none runs. */
  seconds_left: number;
}

export async function findKey(sql: Sql, request: KeyedRequest): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    SELECT body_mac = ${request.bodyMac} AS has_body, status, answer,
           CASE WHEN locked_until > clock_timestamp() THEN ceil(extract(epoch FROM locked_until - clock_timestamp()))::integer
                ELSE 0 END AS seconds_left
    FROM idempotency_keys WHERE ${isRow(sql, request)}`;
  return row;
}

/** Stores the answer of an attempt. @returns whether the attempt still held the key */
export async function insertAnswer(
  tx: Tx,
  attempt: Attempt,
  { status, body }: { status: number; body: string | null },
): Promise<boolean> {
  const { count } = await tx`
    UPDATE idempotency_keys SET status = ${status}, answer = ${body}
    WHERE ${isRow(tx, attempt)} AND token = ${attempt.token} AND status IS NULL`;
  return count > 0;
}

/** Ends an attempt without an answer. It keeps its answer if it has one. */
export async function endAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  await tx`
    UPDATE idempotency_keys SET locked_until = '-infinity'
    WHERE ${isRow(tx, attempt)} AND token = ${attempt.token} AND status IS NULL`;
}

/**
 * Deletes old keys of all accounts, oldest first, `limit` at most, and skips locked ones. @returns how many
 */
export async function deleteOldKeys(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency_keys WHERE created_at < statement_timestamp() - ${keptFor}::interval
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}
