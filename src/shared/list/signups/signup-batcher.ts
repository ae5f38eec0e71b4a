import {
  isDiskFull,
  isLockTimeout,
  isRetryable,
  isUnavailable,
  type Sql,
  uniqueViolation,
} from '../../platform/postgres/connection.ts';
import { type OwnPool, openOwnPool } from '../../platform/postgres/own-pool.ts';
import { isReadOnly } from '../../platform/postgres/reconnecting-pool.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { microBatch } from '../../platform/queue/micro-batch.ts';
import type { Context } from '../context.ts';
import { foldAddress } from '../signals/address-forms.ts';
import { toSignals, type Visitor } from '../signals/signals.ts';
import { networkKeyOf } from '../signals/visitor.ts';
import { addSignups, type SignupOutcome, type SignupRequest } from './queries.ts';
import { newReferralCode } from './referral-code.ts';

/** Longer than statement_timeout. */
const batchTimeoutMs = 6_000;
/** Far longer than a batch of another process takes. Each request is retried once after this timeout. */
const sharedLockTimeoutMs = 1_000;
const isolatedLockTimeoutMs = 2_000;
/** One for a locked list, and one for the lists that shared a batch with it. */
const isolatedConnections = 2;
/** How long a list stays isolated after the last lock timeout, unless its lock is granted earlier. */
const isolationMs = 10_000;
/** How long the process reports not ready after Postgres had no disk space for a signup. */
const diskFullMs = 10_000;
const maxAttempts = 3;
/** How long a list that judges referrals is known as such, and how many lists are. */
const judgingMs = 60_000;
const maxJudging = 10_000;

export interface SignupBatcher {
  /**
   * Stores a signup in a batch with others. Resolves after the commit. What is known of the visitor is used
   * on waitlists that judge referrals.
   */
  add(request: SignupRequest, visitor?: Visitor): Promise<SignupOutcome>;
  /** False for 10 s after Postgres had no disk space for a signup, or until a signup is stored again. */
  hasDiskSpace(): boolean;
  close(): Promise<void>;
}

/** Adds a request to the next batch. */
type Add = (request: SignupRequest) => Promise<SignupOutcome>;

/**
 * Stores all signups. Requests that arrive while a batch commits go into the next batch. The counter row of a
 * busy list is locked once per batch instead of once per signup, which is several times faster. Batches have
 * their own connection, so slow reads do not delay signups.
 *
 * Lists share batches, so a locked list would block all others. The error of a batch does not name that list,
 * so each request is retried once in a batch of its own list. A list stays isolated until its lock is
 * granted.
 */
export function openSignupBatcher(ctx: Context, notifier: JobNotifier): SignupBatcher {
  const shared = openOwnPool(ctx, {
    name: 'signups',
    connections: 1,
    timeoutMs: batchTimeoutMs,
    lockTimeoutMs: sharedLockTimeoutMs,
  });
  const isolated = openOwnPool(ctx, {
    name: 'signups-isolated',
    connections: isolatedConnections,
    timeoutMs: batchTimeoutMs,
    lockTimeoutMs: isolatedLockTimeoutMs,
  });
  const isolatedLists = new Map<string, { add: Add; until: number }>();
  let diskFullUntil = 0;
  let highestPosition = 0;

  function noteHighestPosition(outcomes: readonly SignupOutcome[]): void {
    for (const stored of outcomes)
      if (stored.outcome === 'created' && stored.position > highestPosition)
        highestPosition = stored.position;
    ctx.metrics.highestPosition.set(highestPosition);
  }

  function openBatch(pool: OwnPool, onError: (error: unknown) => void = () => {}): Add {
    return microBatch<SignupRequest, SignupOutcome>({
      async run(requests) {
        const adding = pool.run((sql) => addWithNewCodes(sql, requests, ctx.config.cell));
        const outcomes = await adding.catch((error: unknown) => {
          if (isDiskFull(error)) diskFullUntil = performance.now() + diskFullMs;
          onError(error);
          throw error;
        });
        diskFullUntil = 0;
        noteHighestPosition(outcomes);
        notifyJobs(notifier, requests, outcomes);
        return outcomes;
      },
      maxItems: 200,
      // A repeated email must go into a later batch, so that it finds the outcome of the first request.
      keyOf: (request) => `${request.waitlist_id} ${request.email_key}`,
      isItemError: (error) => !isUnavailable(error),
      onBatch: (signups, waitedMs) => {
        ctx.metrics.signupBatchSize.observe(signups);
        ctx.metrics.signupBatchWait.observe(waitedMs / 1_000);
      },
    });
  }

  const addShared = openBatch(shared);

  /** The batch of an isolated list. Forgets the list if its isolation has ended. */
  function findIsolated(waitlistId: string): Add | undefined {
    const list = isolatedLists.get(waitlistId);
    if (list && performance.now() > list.until) isolatedLists.delete(waitlistId);
    return isolatedLists.get(waitlistId)?.add;
  }
  function isolate(waitlistId: string): Add {
    const existing = findIsolated(waitlistId);
    if (existing) return existing;
    const list = {
      until: performance.now() + isolationMs,
      add: openBatch(isolated, (error) => {
        if (isLockTimeout(error)) list.until = performance.now() + isolationMs;
      }),
    };
    for (const id of isolatedLists.keys()) findIsolated(id); // forgets lists that get no more signups
    isolatedLists.set(waitlistId, list);
    return list.add;
  }
  async function addIsolated(add: Add, request: SignupRequest): Promise<SignupOutcome> {
    const outcome = await add(request);
    isolatedLists.delete(request.waitlist_id); // its lock was granted
    return outcome;
  }

  async function addOnce(request: SignupRequest): Promise<SignupOutcome> {
    const isolatedAdd = findIsolated(request.waitlist_id);
    if (isolatedAdd) return addIsolated(isolatedAdd, request);
    try {
      return await addShared(request);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return addIsolated(isolate(request.waitlist_id), request);
    }
  }

  /** Waitlists that judge referrals, as their last signup showed: theirs come with signals at once. */
  const judging = new Map<string, { until: number }>();
  async function addJudged(request: SignupRequest, visitor: Visitor): Promise<SignupOutcome> {
    const { waitlist_id: waitlistId, email_key: emailKey } = request;
    if (request.referrer_code === null && request.referrer_alias === undefined)
      return addOnce({ ...request, signals: { fold: foldAddress(emailKey) } });
    const networkKey = networkKeyOf(await ctx.linkSigner());
    const sources = { networkKey, disposableFile: ctx.config.trust.disposableFile };
    return addOnce({ ...request, signals: toSignals(sources, { waitlistId, emailKey }, visitor) });
  }

  return {
    async add(request, visitor = {}) {
      const list = judging.get(request.waitlist_id);
      if (list && list.until > performance.now()) return addJudged(request, visitor);
      const outcome = await addOnce(request);
      if (outcome.outcome !== 'unjudged') {
        if (list) judging.delete(request.waitlist_id);
        return outcome;
      }
      if (judging.size >= maxJudging) judging.clear();
      judging.set(request.waitlist_id, { until: performance.now() + judgingMs });
      return addJudged(request, visitor);
    },
    hasDiskSpace: () => performance.now() > diskFullUntil,
    async close() {
      await Promise.all([shared.close(), isolated.close()]);
    },
  };
}

/** Notifies the workers of the emails and events of new signups. */
function notifyJobs(
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
  const mailed = created
    .filter(({ request }) => request.mailed)
    .map(({ stored, request }) => ({ id: stored.confirm_mail ?? stored.id, accountId: request.account_id }));
  const fired = created.filter(({ stored }) => stored.fired).map(notificationOf);
  if (mailed.length > 0) notifier.notify('send-signup-email', mailed);
  if (fired.length > 0) notifier.notify('fan-out-event', fired);
}

/** Retries after a duplicate code, a deadlock or a read-only server. Nothing was stored in these cases. */
async function addWithNewCodes(
  sql: Sql,
  requests: readonly SignupRequest[],
  cell: string | null,
): Promise<SignupOutcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await addSignups(
        sql,
        requests.map((request) => ({ ...request, code: newReferralCode(cell) })),
      );
    } catch (error) {
      const canRetry =
        isRetryable(error) || isReadOnly(error) || uniqueViolation(error) === 'signups_referral_code';
      if (!canRetry || attempt === maxAttempts) throw error;
    }
  }
}
