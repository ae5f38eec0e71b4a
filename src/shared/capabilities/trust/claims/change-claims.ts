import { tellProof } from '../../../list/credits.ts';
import { type FiredEvent, fireEvents } from '../../../list/publishing/fire-event.ts';
import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import {
  type ClaimChange,
  type ClaimState,
  creditChange,
  type HeldClaim,
  holdReferralClaims,
  saveClaims,
} from './queries.ts';

/** What came of decisions. */
export interface ChangedClaims {
  /** Those that were there, as they were before. */
  readonly held: readonly HeldClaim[];
  readonly changes: readonly ClaimChange[];
  /** Jobs to notify workers of after the commit. */
  readonly fired: readonly JobNotification[];
}

const eventOf = {
  given: 'referral.credited',
  taken: 'referral.revoked',
  withheld: 'referral.withheld',
} as const;

/**
 * Decides on claims of a waitlist whose counter the caller holds, and stores what changed. Fires
 * referral.credited, referral.revoked or referral.withheld for each credit that came or went, and tells
 * what waits for proof.
 */
export async function changeClaims(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  signupIds: readonly string[],
  decide: (claim: HeldClaim) => ClaimState,
): Promise<ChangedClaims> {
  const held = await holdReferralClaims(tx, accountId, waitlistId, signupIds);
  const changes = held
    .map((before) => ({ before, after: decide(before) }))
    .filter(({ before, after }) =>
      Object.entries(after).some(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof ClaimState]),
      ),
    );
  await saveClaims(tx, accountId, waitlistId, changes);
  const referrers = held.map(({ referrer_id: id }) => ({ accountId, id }));
  if (held.length > 0) await pipeline(...tellProof(tx, referrers));
  const fired = await fireEvents(
    tx,
    changes.flatMap((change): FiredEvent[] => {
      const credit = creditChange(change);
      if (credit === 'none') return [];
      const { before, after } = change;
      const { waitlist_id, waitlist_name, email, position, referrer_id, plan } = before;
      const data = {
        ...{ id: before.signup_id, waitlist_id, waitlist_name, email, position, referrer_id },
        reasons: [...after.reasons],
        occurred_at: new Date().toISOString(),
      };
      return [{ accountId, plan, event: { type: eventOf[credit], data } }];
    }),
  );
  return { held, changes, fired };
}
