import type { Context } from '../context.ts';
import {
  isDiskFull,
  isLockTimeout,
  isRetryable,
  isUnavailable,
  type Sql,
  uniqueViolation,
} from '../postgres/connection.ts';
import { type OwnPool, openOwnPool } from '../postgres/own-pool.ts';
import { isReadOnly } from '../postgres/reconnecting-pool.ts';
import type { JobNotifier } from '../queue/job-notifier.ts';
import { microBatch } from '../queue/micro-batch.ts';
import { addSignups, type SignupOutcome, type SignupRequest } from './queries.ts';
import { newReferralCode } from './referral-code.ts';

/** Longer than the server lets a statement run. */
const batchMs = 6_000;
/** Far longer than another process' batch takes; who waits in vain has another try behind it. */
const sharedLockMs = 1_000;
const ownLockMs = 2_000;
/** One for a list whose lock is not granted, and one for those that merely shared a batch with it. */
const isolatedConnections = 2;
/** A list stays apart for so long after its lock was last waited for in vain, or until it is granted. */
const isolatedMs = 10_000;
/** So long a process is unready behind a signup that there was no disk for; then it is tried again. */
const noRoomMs = 10_000;

/** Stores signups, many in one transaction; resolves once theirs is committed. */
export interface SignupBatcher {
  add(request: SignupRequest): Promise<SignupOutcome>;
  /** False for 10 s behind a signup that Postgres had no disk for, unless one was stored since. */
  hasRoom(): boolean;
  close(): Promise<void>;
}

/** Takes one request into its next batch. */
type Add = (request: SignupRequest) => Promise<SignupOutcome>;

/**
 * The one way a signup gets stored. All requests that arrive while a batch commits go into the next one:
 * a hot list's counter row is locked once per batch instead of once per signup, which is several times faster
 * than one commit each. It has a connection of its own, so that slow reads cannot hold signups up.
 *
 * Lists share a batch, so one that somebody holds locked would hold up all others. Which one it was a failed batch does not tell: each
 * of its requests is tried once more in a batch of its list alone. A list stays isolated while its lock is not granted.
 */
export function openSignupBatcher(ctx: Context, notifier: JobNotifier): SignupBatcher {
  const shared = openOwnPool(ctx, {
    name: 'signups',
    connections: 1,
    timeoutMs: batchMs,
    lockTimeoutMs: sharedLockMs,
  });
  const isolated = openOwnPool(ctx, {
    name: 'signups-apart',
    connections: isolatedConnections,
    timeoutMs: batchMs,
    lockTimeoutMs: ownLockMs,
  });
  const lists = new Map<string, { add: Add; until: number }>();
  let noRoomUntil = 0;

  function openBatch(pool: OwnPool, onError: (error: unknown) => void = () => {}): Add {
    return microBatch<SignupRequest, SignupOutcome>({
      async run(requests) {
        const adding = pool.run((sql) => addWithFreshCodes(sql, requests));
        const outcomes = await adding.catch((error: unknown) => {
          if (isDiskFull(error)) noRoomUntil = performance.now() + noRoomMs;
          onError(error);
          throw error;
        });
        noRoomUntil = 0;
        notifyFor(notifier, requests, outcomes);
        return outcomes;
      },
      maxItems: 200,
      // One address twice in a batch: the second must find the first one stored, or refused.
      keyOf: (request) => `${request.waitlist_id} ${request.email_key}`,
      isItemError: (error) => !isUnavailable(error),
      onBatch: (signups, waitedMs) => {
        ctx.metrics.signupBatchSize.observe(signups);
        ctx.metrics.signupBatchWait.observe(waitedMs / 1_000);
      },
    });
  }

  const addShared = openBatch(shared);

  /** The batch of a list that is isolated, if it still is. */
  function findIsolated(waitlistId: string): Add | undefined {
    const list = lists.get(waitlistId);
    if (list && performance.now() > list.until) lists.delete(waitlistId);
    return lists.get(waitlistId)?.add;
  }
  function isolate(waitlistId: string): Add {
    const known = findIsolated(waitlistId);
    if (known) return known;
    const list = {
      until: performance.now() + isolatedMs,
      add: openBatch(isolated, (error) => {
        if (isLockTimeout(error)) list.until = performance.now() + isolatedMs;
      }),
    };
    for (const id of lists.keys()) findIsolated(id); // those that nobody called any more
    lists.set(waitlistId, list);
    return list.add;
  }
  async function addIsolated(add: Add, request: SignupRequest): Promise<SignupOutcome> {
    const outcome = await add(request);
    lists.delete(request.waitlist_id); // its lock was granted
    return outcome;
  }

  return {
    async add(request) {
      const own = findIsolated(request.waitlist_id);
      if (own) return addIsolated(own, request);
      try {
        return await addShared(request);
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        return addIsolated(isolate(request.waitlist_id), request);
      }
    },
    hasRoom: () => performance.now() > noRoomUntil,
    async close() {
      await Promise.all([shared.close(), isolated.close()]);
    },
  };
}

/** For the mails and events that a stored batch owes. */
function notifyFor(
  notifier: JobNotifier,
  requests: readonly SignupRequest[],
  outcomes: readonly SignupOutcome[],
): void {
  const created = outcomes.flatMap((stored, index) => {
    const request = requests[index];
    return stored.outcome === 'created' && request ? [{ stored, request }] : [];
  });
  const notificationOf = ({ stored, request }: (typeof created)[number]) => ({
    id: stored.id,
    accountId: request.account_id,
  });
  const mailed = created.filter(({ request }) => request.mailed).map(notificationOf);
  const fired = created.filter(({ stored }) => stored.fired).map(notificationOf);
  if (mailed.length > 0) notifier.notify('send-signup-email', mailed);
  if (fired.length > 0) notifier.notify('fan-out-event', fired);
}

/** A code that another signup has (one in 10^15), a deadlock and a server that only reads are met with another try; nothing was stored then. */
async function addWithFreshCodes(sql: Sql, requests: readonly SignupRequest[]): Promise<SignupOutcome[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await addSignups(
        sql,
        requests.map((request) => ({ ...request, code: newReferralCode() })),
      );
    } catch (error) {
      const worthAnother =
        isRetryable(error) || isReadOnly(error) || uniqueViolation(error) === 'signups_referral_code';
      if (!worthAnother || tries === 3) throw error;
    }
  }
}
