import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { StoredSettings } from './schema.ts';

/** What a list has stored; undefined if nothing was ever set. */
export async function findSettings(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<StoredSettings | undefined> {
  const [row] = await sql<{ settings: StoredSettings }[]>`
    SELECT settings FROM waitlist_settings WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row?.settings;
}

/** The caller must have locked the waitlist. */
export async function saveSettings(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  settings: StoredSettings,
): Promise<void> {
  await tx`
    INSERT INTO waitlist_settings (account_id, waitlist_id, settings)
    VALUES (${accountId}, ${waitlistId}, ${JSON.stringify(settings)}::text::jsonb)
    ON CONFLICT (account_id, waitlist_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`;
}
