import { isProofAwaited } from '../../../list/credits.ts';
import type { ConfirmedReferral } from '../../../list/parts.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';

/**
 * Records on the claim of a signup that its address is confirmed. With `isCredited` the credit waited for
 * that, and the caller has given it, holding the counter. Otherwise a claim is judged again that is withheld,
 * or whose proof is awaited.
 */
export async function confirmClaim(
  tx: Tx,
  { accountId, id }: RowKey,
  isCredited: boolean,
): Promise<ConfirmedReferral> {
  const ofSignup = () => tx`account_id = ${accountId} AND signup_id = ${id}`;
  if (!isCredited) {
    const { count } = await tx`
      INSERT INTO outbox (account_id, job, id)
      SELECT account_id, 'judge-referral', signup_id FROM referral_claims c
      WHERE ${ofSignup()} AND ((NOT credited AND state = 'open') OR ${isProofAwaited(tx)})
      ON CONFLICT (account_id, job, id) DO NOTHING`;
    return { isToJudge: count > 0 };
  }
  const [[credited]] = await pipeline(
    tx<NonNullable<ConfirmedReferral['credited']>[]>`
      UPDATE referral_claims SET credited = true WHERE ${ofSignup()} AND NOT credited RETURNING referrer_id, reasons`,
  );
  if (credited)
    await tx`
      UPDATE referral_claim_counts SET credited = credited + 1
      WHERE account_id = ${accountId} AND referrer_id = ${credited.referrer_id}`;
  return { credited, isToJudge: false };
}
