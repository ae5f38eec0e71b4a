/**
 * The position with the referral bonus (§2.3); null if the waitlist has no bonus. The stored position never
 * changes.
 */
export function displayPosition(
  position: number,
  referralCount: number,
  referralBonus: number | null,
): number | null {
  return referralBonus === null ? null : Math.max(1, position - referralCount * referralBonus);
}
