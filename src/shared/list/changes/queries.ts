import { keysIn, keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { SignupRow } from '../signups/queries.ts';
import type { SignupNote } from './schema.ts';

/** Replaces the custom fields of a signup, which the caller holds. */
export async function updateFields(
  tx: Tx,
  { accountId, id }: RowKey,
  fields: SignupRow['fields'],
): Promise<void> {
  await tx`
    UPDATE signups SET fields = ${JSON.stringify(fields)}::text::json WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Writes the note on a signup, or removes it. The caller holds the signup. */
export async function updateNote(
  tx: Tx,
  { accountId, id }: RowKey,
  note: { readonly text: string; readonly by: string | null } | null,
): Promise<void> {
  await tx`
    UPDATE signups SET note = ${note?.text ?? null}, note_by = ${note?.by ?? null},
                       noted_at = ${note ? tx`clock_timestamp()` : null}
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** The notes on signups, by the ids of these. */
export async function listNotes(
  sql: Sql | Tx,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, SignupNote>> {
  const keys = keysOf(sql, keysIn(accountId, ids));
  const rows = await sql<(SignupNote & { id: string })[]>`
    SELECT s.id, s.note AS text, s.note_by AS by, s.noted_at AS written_at
    FROM ${rowsByKey(sql, 'signups', keys)} s WHERE s.note IS NOT NULL`;
  return new Map(rows.map(({ id, ...note }) => [id, note]));
}
