import { toEmailStatus } from '../email/status.ts';
import type { SignupRow } from './queries.ts';
import type { Signup } from './schema.ts';

/** A stored signup as it is shown (§2.3), by the bonus of its waitlist. */
export const toSignup =
  ({ referral_bonus }: { referral_bonus: number | null }) =>
  (row: SignupRow): Signup => ({
    ...row,
    display_position: displayPosition(row.position, row.referral_count, referral_bonus),
    email_status: toEmailStatus(row.email_status),
  });

/** The position shown where referrals move people up (§2.3); null while the waitlist's bonus is unset. The stored position never changes. */
export function displayPosition(
  position: number,
  referralCount: number,
  referralBonus: number | null,
): number | null {
  return referralBonus === null ? null : Math.max(1, position - referralCount * referralBonus);
}
