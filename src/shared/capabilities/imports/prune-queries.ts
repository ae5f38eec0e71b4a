import type { Removal } from '../../list/parts.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';

/** Deletes up to `limit` aliases of a deleted waitlist, and as many rows of its imports. @returns how many */
export async function purgeImportRows(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  limit: number,
): Promise<number> {
  const ofImports = (table: 'import_rows' | 'import_outcomes') => tx`
    DELETE FROM ${tx(table)} WHERE ctid = ANY (ARRAY(
      SELECT r.place FROM (SELECT id FROM imports WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity') i
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM ${tx(table)} WHERE account_id = ${accountId} AND import_id = i.id ORDER BY line LIMIT ${limit}
        FOR UPDATE SKIP LOCKED) r
      LIMIT ${limit}))`;
  const deleted = await pipeline(
    tx`
    DELETE FROM referral_aliases WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM referral_aliases WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} LIMIT ${limit}))`,
    ofImports('import_rows'),
    ofImports('import_outcomes'),
  );
  return deleted.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Deletes the imports of a deleted waitlist with their jobs, before its other rows are locked. Their rows are
 * gone.
 */
export async function deleteImportsOf(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  const imports = await tx<{ id: string }[]>`
    SELECT id FROM imports WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity' ORDER BY id FOR UPDATE`;
  if (imports.length === 0) return;
  const ids = imports.map(({ id }) => id);
  await pipeline(
    tx`
    DELETE FROM outbox WHERE account_id = ${accountId} AND job IN ('validate-import', 'run-import') AND id = ANY (${ids}::uuid[])`,
    tx`DELETE FROM imports WHERE account_id = ${accountId} AND id = ANY (${ids}::uuid[])`,
  );
}

/** Deletes the codes that signups had elsewhere (N6). The caller holds the counter of their waitlist. */
export async function deleteAliasesOf(tx: Tx, { accountId, signups }: Removal): Promise<void> {
  await tx`
    DELETE FROM referral_aliases WHERE ctid = ANY (ARRAY(
      SELECT a.ctid FROM unnest(${signups.map(({ id }) => id)}::uuid[]) AS signup(id)
      CROSS JOIN LATERAL (
        SELECT ctid FROM referral_aliases WHERE account_id = ${accountId} AND signup_id = signup.id OFFSET 0) a))`;
}

/** An import whose rows are to be deleted. */
export interface OldImport {
  readonly account_id: string;
  readonly id: string;
  /** Its upload broke off: it goes as a whole. */
  readonly is_broken: boolean;
}

/** Uploads that broke off half an hour ago, and imports that nothing was done with for 30 days. */
export function listOldImports(sql: Sql, limit: number): Promise<OldImport[]> {
  return sql<OldImport[]>`
    SELECT account_id, id, state = 'uploading' AS is_broken FROM imports
    WHERE pruned_at IS NULL AND (
      updated_at < statement_timestamp() - interval '30 days'
      OR updated_at < statement_timestamp() - interval '30 minutes' AND state = 'uploading')
    ORDER BY updated_at LIMIT ${limit}`;
}

/**
 * Marks an import whose rows are deleted. What was not started cannot be any more. The caller has deleted the
 * rows.
 */
export async function markPruned(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`
    UPDATE imports SET pruned_at = statement_timestamp(), state = CASE WHEN state IN ('finished', 'failed') THEN state ELSE 'cancelled' END,
      finished_at = coalesce(finished_at, statement_timestamp())
    WHERE account_id = ${accountId} AND id = ${id}`;
}
