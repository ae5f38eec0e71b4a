import { deleteOldEntries } from '../../shared/account/audit/queries.ts';
import { deleteOldLinks } from '../../shared/account/users/links/queries.ts';
import { deleteOldEvents } from '../../shared/events/feed/queries.ts';
import {
  deleteOldDeliveries,
  deleteOldDetails,
  deleteSurplusDeliveries,
} from '../../shared/events/integrations/deliveries/queries.ts';
import { deleteOldEmailEvents } from '../../shared/mail/mail-events/event-queries.ts';
import { deleteOldUserMails } from '../../shared/mail/user-mails/queries.ts';
import { deleteOldKeys } from '../../shared/platform/idempotency/queries.ts';
import { deleteInBatches } from '../../shared/platform/maintenance.ts';
import type { WorkerContext } from '../worker-context.ts';

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
