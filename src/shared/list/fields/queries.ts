import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { PageQuery } from '../../platform/schema/paging.ts';
import { type FieldDefinition, maxPosition } from './schema.ts';

/** Ordered by position, then creation (§2.2). */
export function listFields(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  { limit, offset }: PageQuery,
): Promise<FieldDefinition[]> {
  return sql<FieldDefinition[]>`
    SELECT key, label, type, required, position FROM field_definitions
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} ORDER BY position, created_at, key LIMIT ${limit} OFFSET ${offset}`;
}

/** The keys of the waitlist's fields, in no order. */
export async function listFieldKeys(sql: Sql | Tx, accountId: string, waitlistId: string): Promise<string[]> {
  const rows = await sql<
    { key: string }[]
  >`SELECT key FROM field_definitions WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return rows.map(({ key }) => key);
}

/** A custom field, whichever waitlists declare it. */
export type DeclaredField = Pick<FieldDefinition, 'key' | 'type'>;

/**
 * The first custom fields of the account's waitlists by their keys, each once: as many as a service can be
 * told of at a time.
 */
export function listDeclaredFields(sql: Sql, accountId: string): Promise<DeclaredField[]> {
  return sql<DeclaredField[]>`
    SELECT DISTINCT ON (key) key, type FROM field_definitions WHERE account_id = ${accountId} ORDER BY key, created_at LIMIT 40`;
}

/** The number of fields of the waitlist, and the position after the last one (C2.6). */
export async function countFields(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<{ count: number; nextPosition: number }> {
  const [row] = await sql<[{ count: number; next_position: number }]>`
    SELECT count(*), least(coalesce(max(position) + 1::bigint, 0), ${maxPosition})::integer AS next_position
    FROM field_definitions WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return { count: row.count, nextPosition: row.next_position };
}

/** @returns undefined if the key is in use */
export async function insertField(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  field: FieldDefinition,
): Promise<FieldDefinition | undefined> {
  const [row] = await tx<FieldDefinition[]>`
    INSERT INTO field_definitions ${tx({ account_id: accountId, waitlist_id: waitlistId, ...field })}
    ON CONFLICT (account_id, waitlist_id, key) DO NOTHING RETURNING key, label, type, required, position`;
  return row;
}

/** Null leaves a column unchanged. */
export async function updateField(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  key: string,
  change: { label: string | null; required: boolean | null; position: number | null },
): Promise<FieldDefinition | undefined> {
  const [row] = await tx<FieldDefinition[]>`
    UPDATE field_definitions
    SET label = coalesce(${change.label}, label), required = coalesce(${change.required}, required), position = coalesce(${change.position}, position)
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND key = ${key} RETURNING key, label, type, required, position`;
  return row;
}

export async function deleteField(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  key: string,
): Promise<boolean> {
  const { count } =
    await tx`DELETE FROM field_definitions WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND key = ${key}`;
  return count > 0;
}
