import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Actor } from './actor.ts';

const keptFor = '400 days';

export interface AuditRow {
  id: string;
  created_at: string;
  actor_type: Actor['type'];
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  object_type: string;
  object_id: string | null;
  details: Record<string, unknown>;
}

export async function insertEntry(
  tx: Tx,
  entry: Omit<AuditRow, 'created_at' | 'details'> & { account_id: string; details: string },
): Promise<void> {
  const { account_id, id, actor_type, actor_id, actor_name, action, object_type, object_id, details } = entry;
  await tx`
    INSERT INTO audit_entries (account_id, id, actor_type, actor_id, actor_name, action, object_type, object_id, details)
    VALUES (${account_id}, ${id}, ${actor_type}, ${actor_id}, ${actor_name}, ${action}, ${object_type}, ${object_id}, ${details}::text::json)`;
}

/** Narrows the log: all that is given must hold. */
export interface AuditFilter {
  /** The kind of object. */
  readonly kind?: string | undefined;
  readonly actorType?: Actor['type'] | undefined;
  readonly actorId?: string | undefined;
}

/** The entries before one, or the newest ones; newest first. */
export function listEntries(
  sql: Sql,
  accountId: string,
  before: string | undefined,
  limit: number,
  { kind, actorType, actorId }: AuditFilter = {},
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    SELECT id, created_at, actor_type, actor_id, actor_name, action, object_type, object_id, details
    FROM audit_entries WHERE account_id = ${accountId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
      ${kind === undefined ? sql`` : sql`AND object_type = ${kind}`}
      ${actorType === undefined ? sql`` : sql`AND actor_type = ${actorType}`}
      ${actorId === undefined ? sql`` : sql`AND actor_id = ${actorId}`}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** The newest entries about one signup, newest first. */
export function listEntriesOfSignup(
  sql: Sql,
  accountId: string,
  signupId: string,
  limit: number,
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    SELECT id, created_at, actor_type, actor_id, actor_name, action, object_type, object_id, details
    FROM audit_entries WHERE account_id = ${accountId} AND object_id = ${signupId} AND object_type = 'signup'
    ORDER BY id DESC LIMIT ${limit}`;
}

/** Up to `limit` of the oldest, over all accounts. */
export async function deleteOldEntries(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM audit_entries WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM audit_entries WHERE created_at < statement_timestamp() - ${keptFor}::interval
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}
