import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import type { WaitlistKey } from '../../../list/parts.ts';
import { fireEvents } from '../../../list/publishing/fire-event.ts';
import { lockSignups } from '../../../list/signups/queries.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { notFound, unavailable } from '../../../platform/errors.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { Context } from '../../context.ts';
import { type ChangedReward, listToChange, markGrants } from './queries.ts';
import type { FulfilOrder, FulfilResult, GrantKey } from './schema.ts';

type FulfilContext = Context & { readonly notifier: Pick<JobNotifier, 'notify'> };

/** What one transaction marks: the credits of these signups wait for it. */
const grantsPerPart = 200;
/** The most that one call marks. */
export const mostPerCall = 10_000;

interface FulfilOptions {
  /** Whether the request has its answer already. */
  readonly isAnswered?: () => boolean;
  /** When they are handed over: all of a call at the same time, so that it can be found again. */
  readonly at?: Date;
}

/**
 * Notes that rewards were handed over, or takes that back: of all grants that match and are not so yet, at
 * most 10,000, in parts that each are one transaction. Fires reward.fulfilled for each that was handed over.
 * With `dry_run` it only counts. The same again changes nothing.
 * @throws AppError not_found; internal_error 503 if `isAnswered` says meanwhile that the request has its
 * answer. What was marked until then stays.
 */
export async function fulfilRewards(
  ctx: FulfilContext,
  caller: Caller,
  waitlistId: string,
  input: FulfilOrder,
  { isAnswered = () => false, at = new Date() }: FulfilOptions = {},
): Promise<FulfilResult> {
  const { accountId } = caller;
  const { id } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const list = { accountId, waitlistId: id };
  const grants = await listToChange(ctx.sql, list, input, mostPerCall);
  let changed = 0;
  for (let from = 0; from < grants.length && !input.dry_run; from += grantsPerPart) {
    if (isAnswered()) throw unavailable(new Error('The rewards took too long'));
    const part = grants.slice(from, from + grantsPerPart);
    changed += await markPart(ctx, caller, list, part, input.fulfilled, at);
  }
  return { matched: grants.length, changed };
}

async function markPart(
  ctx: FulfilContext,
  caller: Caller,
  list: WaitlistKey,
  grants: readonly GrantKey[],
  fulfilled: boolean,
  at: Date,
): Promise<number> {
  const { accountId, waitlistId } = list;
  const keys = grants.map(({ signup_id: id }) => ({ accountId, id }));
  const { count, fired } = await transaction(ctx.sql, async (tx) => {
    await lockSignups(tx, keys);
    const changed = await markGrants(tx, list, grants, fulfilled, { at, by: caller.actor.name });
    if (changed.length > 0)
      await recordAction(tx, caller, fulfilled ? 'reward.fulfilled' : 'reward.reopened', {
        id: waitlistId,
        details: { count: changed.length, rewards: [...new Set(changed.map(({ key }) => key))] },
      });
    const events = changed.flatMap((each) => toEvent(list, each));
    return { count: changed.length, fired: await fireEvents(tx, events) };
  });
  ctx.notifier.notify('fan-out-event', fired);
  return count;
}

/** Nothing is published of what was taken back. */
function toEvent({ accountId, waitlistId: waitlist_id }: WaitlistKey, reward: ChangedReward) {
  const { signup_id: id, waitlist_name, email, position, metadata, created_at, plan } = reward;
  const { key, at, referral_count, reached_at, fulfilled_at } = reward;
  if (fulfilled_at === null) return [];
  const data = {
    ...{ id, waitlist_id, waitlist_name, email, position, metadata, created_at },
    ...{ key, at, referral_count, reached_at, fulfilled_at },
  };
  return [{ accountId, plan, event: { type: 'reward.fulfilled', data } as const }];
}
