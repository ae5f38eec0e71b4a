import type { Context } from '../context.ts';
import { brokenUnique, isRetryable, isUnavailable, openDatabase, type Sql } from '../db.ts';
import type { Doorbell } from '../doorbell.ts';
import { microBatch } from '../micro-batch.ts';
import { TimedOut, within } from '../within.ts';
import { addSignups, type SignupOutcome, type SignupRequest } from './queries.ts';
import { newReferralCode } from './referral-code.ts';

/** Longer than the server lets a statement run. */
const batchMs = 6_000;

/** Stores signups, many in one transaction; resolves once theirs is committed. */
export interface SignupLane {
  add(request: SignupRequest): Promise<SignupOutcome>;
  close(): Promise<void>;
}

/**
 * The one way a signup gets stored. All requests that arrive while a batch commits go into the next one:
 * a hot list's counter row is locked once per batch instead of once per signup, which is several times faster
 * than one commit each. It has a connection of its own, so that slow reads cannot hold signups up.
 */
export function openSignupLane({ config, log, metrics }: Context, doorbell: Doorbell): SignupLane {
  metrics.poolMax.set({ pool: 'signups' }, 1);
  let sql = openDatabase(config, log, 'signups', 1);

  /** A connection that the network has swallowed says nothing, for minutes: what is not answered in time is given up for a new one. */
  async function store(requests: readonly SignupRequest[]): Promise<SignupOutcome[]> {
    const connection = sql;
    try {
      return await within(batchMs, 'Postgres', addWithFreshCodes(connection, requests));
    } catch (error) {
      if (error instanceof TimedOut && sql === connection) {
        sql = openDatabase(config, log, 'signups', 1);
        connection.end({ timeout: 0 }).catch(() => {});
      }
      throw error;
    }
  }

  const add = microBatch<SignupRequest, SignupOutcome>({
    run: async (requests) => {
      const outcomes = await store(requests);
      const mailed = outcomes.flatMap((stored, index) => {
        const request = requests[index];
        return stored.outcome === 'created' && request?.mailed
          ? [{ id: stored.id, accountId: request.account_id }]
          : [];
      });
      const fired = outcomes.flatMap((stored, index) => {
        const accountId = requests[index]?.account_id;
        return stored.outcome === 'created' && stored.fired && accountId
          ? [{ id: stored.id, accountId }]
          : [];
      });
      if (mailed.length > 0) doorbell.ring('send-signup-email', mailed);
      if (fired.length > 0) doorbell.ring('fan-out-event', fired);
      return outcomes;
    },
    maxItems: 200,
    // One address twice in a batch: the second must find the first one stored, or refused.
    keyOf: (request) => `${request.waitlist_id} ${request.email_key}`,
    isItemError: (error) => !isUnavailable(error),
    onBatch: (signups, waitedMs) => {
      metrics.signupBatchSize.observe(signups);
      metrics.signupBatchWait.observe(waitedMs / 1_000);
    },
  });

  return { add, close: () => sql.end({ timeout: 5 }) };
}

/** A code that another signup has (one in 10^15) and a deadlock are met with another try; nothing was stored then. */
async function addWithFreshCodes(sql: Sql, requests: readonly SignupRequest[]): Promise<SignupOutcome[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await addSignups(
        sql,
        requests.map((request) => ({ ...request, code: newReferralCode() })),
      );
    } catch (error) {
      const worthAnother = isRetryable(error) || brokenUnique(error) === 'signups_referral_code';
      if (!worthAnother || tries === 3) throw error;
    }
  }
}
