import { setTimeout as sleep } from 'node:timers/promises';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { statement, transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { listOldImports, markPruned } from './prune-queries.ts';
import { deleteImport, endImport, lockImport } from './queries.ts';
import { deleteRows } from './rows/row-queries.ts';

const importsPerRun = 100;
const rowsPerDeletion = 5_000;

/** Deletes the rows of old imports, and uploads that broke off (N6). */
export async function pruneImports({ sql }: Pick<Context, 'sql'>, stopping: AbortSignal): Promise<void> {
  for (const { account_id: accountId, id, is_broken } of await listOldImports(sql, importsPerRun)) {
    const key = { accountId, id };
    if (!is_broken) await cancelOpen({ sql }, key);
    if (!(await deleteAllRows({ sql }, key, stopping))) return;
    await statement(sql, (tx) => (is_broken ? deleteImport(tx, key) : markPruned(tx, key)));
  }
}

/** Its jobs go with it, so nothing looks for rows that are deleted. */
function cancelOpen({ sql }: Pick<Context, 'sql'>, key: RowKey): Promise<void> {
  return transaction(sql, async (tx) => {
    const record = await lockImport(tx, key);
    if (record && ['validating', 'ready', 'running'].includes(record.state))
      await endImport(tx, key, record, { state: 'cancelled' });
  });
}

/** Deletes an import with its rows, some at a time. */
export async function discardImport(ctx: Pick<Context, 'sql'>, key: RowKey): Promise<void> {
  await deleteAllRows(ctx, key);
  await statement(ctx.sql, (tx) => deleteImport(tx, key));
}

/** @returns false if it was to stop before the end */
async function deleteAllRows(
  { sql }: Pick<Context, 'sql'>,
  key: RowKey,
  stopping?: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const startedAt = performance.now();
    const deleted = await statement(sql, (tx) => deleteRows(tx, key, rowsPerDeletion));
    if (deleted < rowsPerDeletion) return true;
    if (stopping?.aborted) return false;
    await sleep(Math.min(performance.now() - startedAt, 1_000)); // leaves the machine to others
  }
}
