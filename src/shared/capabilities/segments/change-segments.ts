import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { toWideFilter } from '../../list/signups/selection/wide-filter.ts';
import { findWaitlist, lockWaitlist } from '../../list/waitlists/queries.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import {
  countSegments,
  deleteSegment as deleteRow,
  insertSegment,
  updateSegment as updateRow,
} from './queries.ts';
import { mostSegments, type Segment, type SegmentInput, type SegmentPatch } from './schema.ts';

/**
 * Gives a filter a name, and stores the answer to a request with an idempotency key.
 * @throws AppError not_found; invalid_request for a field of the filter; conflict with too many segments
 */
export async function createSegment(
  ctx: Pick<Context, 'sql'>,
  caller: Caller,
  waitlistId: string,
  input: SegmentInput,
  keepAnswer?: KeepAnswer<Segment>,
): Promise<Segment> {
  const { accountId } = caller;
  const { id } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const list = { accountId, waitlistId: id };
  await toWideFilter(ctx.sql, accountId, id, input.filter);
  return transaction(ctx.sql, async (tx) => {
    // Segments that are made at the same time are counted one after the other.
    (await lockWaitlist(tx, accountId, id)) ?? notFound('waitlist');
    if ((await countSegments(tx, list)) >= mostSegments)
      throw new AppError('conflict', `A waitlist can have at most ${mostSegments} segments.`);
    const segment = await insertSegment(tx, list, newId(), input);
    await recordAction(tx, caller, 'segment.created', { id, details: { segment_id: segment.id } });
    await keepAnswer?.(tx, segment);
    return segment;
  });
}

/**
 * Changes the name or the filter of a segment. Drafts that were made with it stay as they are.
 * @throws AppError not_found; invalid_request for a field of the filter
 */
export async function updateSegment(
  ctx: Pick<Context, 'sql'>,
  caller: Caller,
  waitlistId: string,
  segmentId: string,
  patch: SegmentPatch,
): Promise<Segment> {
  const { accountId } = caller;
  const { id } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  if (patch.filter !== undefined) await toWideFilter(ctx.sql, accountId, id, patch.filter);
  return transaction(ctx.sql, async (tx) => {
    const segment =
      (await updateRow(tx, { accountId, waitlistId: id }, segmentId, patch)) ?? notFound('segment');
    await recordAction(tx, caller, 'segment.updated', { id, details: { segment_id: segment.id } });
    return segment;
  });
}

/** Deletes a segment. Drafts that were made with it stay as they are. @throws AppError not_found */
export async function deleteSegment(
  ctx: Pick<Context, 'sql'>,
  caller: Caller,
  waitlistId: string,
  segmentId: string,
): Promise<void> {
  const { accountId } = caller;
  const { id } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  await transaction(ctx.sql, async (tx) => {
    if (!(await deleteRow(tx, { accountId, waitlistId: id }, segmentId))) notFound('segment');
    await recordAction(tx, caller, 'segment.deleted', { id, details: { segment_id: segmentId } });
  });
}
