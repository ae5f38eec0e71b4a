import type { Caller } from '../../account/api-keys/caller.ts';
import { toOutboundEvent, withUtcTimes } from '../../list/publishing/events.ts';
import { beginFeed } from '../../list/publishing/fan-out-queries.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import { assertIncluded } from '../assert-included.ts';
import type { Context } from '../context.ts';
import {
  type EventRow,
  findLastSeq,
  findRangeEnd,
  findSeqBefore,
  listEvents as listRows,
} from './queries.ts';
import { type EventPage, type EventQuery, type FeedEvent, toCursor } from './schema.ts';

/** A filtered page looks at so many events at most; the next page goes on behind them. */
const mostLookedAt = 5_000;

/**
 * A page of the account's events, oldest first (N2). The first call begins the feed. The cursor is behind
 * everything that was looked at, and every event up to it was seen: numbers are committed in their order.
 * @throws AppError quota_exceeded on a plan without integrations
 */
export async function listEvents(
  { sql }: Context,
  { accountId, plan }: Pick<Caller, 'accountId' | 'plan'>,
  { after = 0, from, types, waitlist_id, limit }: EventQuery,
): Promise<EventPage> {
  assertIncluded(plan);
  if ((await findLastSeq(sql, accountId)) === undefined)
    await statement(sql, (tx) => beginFeed(tx, accountId));
  const start =
    from === undefined
      ? after
      : Math.max(after, await findSeqBefore(sql, accountId, new Date(from).toISOString()));
  const isFiltered = types !== undefined || waitlist_id !== undefined;
  const most = isFiltered ? mostLookedAt : limit;
  const upTo = await findRangeEnd(sql, accountId, start, most + 1);
  const waitlistId = waitlist_id?.toLowerCase();
  const rows = await listRows(sql, accountId, { after: start, upTo, types, waitlistId, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const isFull = (rows[0]?.listed ?? 0) > shown.length;
  const last = shown.at(-1);
  const end = isFull && last ? last.seq : upTo;
  const hasMore = isFull || (isFiltered && (await findRangeEnd(sql, accountId, upTo, 1)) > upTo);
  return { data: shown.map(toFeedEvent), next_cursor: toCursor(end), has_more: hasMore };
}

/** Converts a row of the feed. Of an erased event it has what is left of its data. */
export function toFeedEvent({ id, type, created_at, data: stored, erased }: EventRow): FeedEvent {
  if (erased) {
    const left = withUtcTimes(stored);
    const of = typeof left.waitlist_id === 'string' ? left.waitlist_id : null;
    return { id, type, waitlist_id: of, created_at, data: left };
  }
  const event = toOutboundEvent({ type, data: stored });
  const waitlistId = 'waitlist_id' in event.data ? event.data.waitlist_id : null;
  return { id, type, waitlist_id: waitlistId, created_at, data: event.data };
}
