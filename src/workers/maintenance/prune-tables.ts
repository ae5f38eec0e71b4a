import { setTimeout as sleep } from 'node:timers/promises';
import { deleteOldEntries } from '../../shared/account/audit/queries.ts';
import { deleteOldLinks } from '../../shared/account/users/links/queries.ts';
import { pruneImports } from '../../shared/capabilities/imports/prune-imports.ts';
import { deleteStaleParts } from '../../shared/capabilities/release/waves/queries.ts';
import { forgetOldTraces } from '../../shared/capabilities/trust/domains/queries.ts';
import { deleteOldEvents } from '../../shared/events/feed/queries.ts';
import {
  deleteOldDeliveries,
  deleteOldDetails,
  deleteSurplusDeliveries,
} from '../../shared/events/integrations/deliveries/queries.ts';
import { deleteOldEmailEvents } from '../../shared/mail/mail-events/event-queries.ts';
import { deleteOldUserMails } from '../../shared/mail/user-mails/queries.ts';
import { deleteOldKeys } from '../../shared/platform/idempotency/queries.ts';
import type { Tx } from '../../shared/platform/postgres/connection.ts';
import { statement } from '../../shared/platform/postgres/transaction.ts';
import type { WorkerContext } from '../worker-context.ts';

/** As many as Postgres deletes in a tenth of a second: nothing else waits long for it. */
const rowsPerBatch = 5_000;
/** A long deletion leaves the machine to others for as long as it took itself, within these bounds. */
const restMs = { least: 5, most: 1_000 };

/** Keeps each delivery log to its newest 1,000 records and to 30 days (C7.5). */
export async function pruneDeliveries(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, deleteSurplusDeliveries);
  await deleteInBatches(ctx, deleteOldDeliveries);
  await deleteInBatches(ctx, deleteOldDetails);
}

/** Deletes events that left the feed (30 days), and notices as old. */
export async function pruneEvents(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, deleteOldEvents);
  await deleteInBatches(ctx, deleteOldUserMails);
}

/**
 * Deletes providers' events that no provider repeats any more (30 days). There may be millions, so held mails
 * do not wait for it.
 */
export async function pruneEmailEvents(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, deleteOldEmailEvents);
}

/** Forgets the members of drafts that are too old to be launched (24 hours, N5). */
export async function pruneDrafts(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, deleteStaleParts);
}

/** Deletes entries of audit logs (400 days, N8), the oldest of all accounts first. */
export async function pruneAuditLogs(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, deleteOldEntries);
}

/** Deletes mailed links to users that are too old to be used (N8). */
export async function pruneUserLinks(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, deleteOldLinks);
}

/** Deletes idempotency keys whose answers are not given any more (24 hours). */
export async function pruneIdempotencyKeys(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, deleteOldKeys);
}

/** Deletes the rows of old imports (30 days), and uploads that broke off (N6). */
export async function pruneOldImports(ctx: WorkerContext): Promise<void> {
  await pruneImports(ctx, ctx.stopping);
}

/** Forgets the networks that visitors of judged referrals came from (30 days, N4). */
export async function forgetTraces(ctx: WorkerContext): Promise<void> {
  await deleteInBatches(ctx, forgetOldTraces);
}

/**
 * Batch by batch, until one is not full or the worker is stopping. `deleteBatch` deletes up to `limit` rows,
 * and returns how many.
 */
async function deleteInBatches(
  { sql, stopping }: WorkerContext,
  deleteBatch: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const deleted = await statement(sql, (tx) => deleteBatch(tx, rowsPerBatch));
    if (deleted < rowsPerBatch || stopping.aborted) return;
    await sleep(Math.min(Math.max(performance.now() - startedAt, restMs.least), restMs.most));
  }
}
