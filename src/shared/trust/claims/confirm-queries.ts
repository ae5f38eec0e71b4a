import type { RowKey } from '../../postgres/by-key.ts';
import { pipeline, type Tx } from '../../postgres/connection.ts';
import { isWaitedFor } from '../../rewards/wait-queries.ts';
import type { ReasonCode } from '../reasons.ts';

/** The referral of a signup, for its event. */
interface ConfirmedReferral {
  readonly referrer_id: string;
  readonly reasons: ReasonCode[];
}

/**
 * Records on the claim of a signup that its address is confirmed. With `isCredited` the credit waited for
 * that, and the caller has given it, holding the counter. Otherwise a claim is judged again that is withheld,
 * or that a reward waits for.
 * @returns the referral that is credited now, on a list that judges them
 */
export async function confirmClaim(
  tx: Tx,
  { accountId, id }: RowKey,
  isCredited: boolean,
): Promise<ConfirmedReferral | undefined> {
  const ofSignup = () => tx`account_id = ${accountId} AND signup_id = ${id}`;
  if (!isCredited) {
    await tx`
      INSERT INTO outbox (account_id, job, id)
      SELECT account_id, 'judge-referral', signup_id FROM referral_claims c
      WHERE ${ofSignup()} AND ((NOT credited AND state = 'open') OR ${isWaitedFor(tx)})
      ON CONFLICT (account_id, job, id) DO NOTHING`;
    return undefined;
  }
  const [[referral]] = await pipeline(
    tx<ConfirmedReferral[]>`
      UPDATE referral_claims SET credited = true WHERE ${ofSignup()} AND NOT credited RETURNING referrer_id, reasons`,
  );
  if (!referral) return undefined;
  await tx`
    UPDATE referral_claim_counts SET credited = credited + 1
    WHERE account_id = ${accountId} AND referrer_id = ${referral.referrer_id}`;
  return referral;
}
