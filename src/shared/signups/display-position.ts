/** The position shown where referrals move people up (§2.3); null while the waitlist's bonus is unset. The stored position never changes. */
export function displayPosition(
  position: number,
  referralCount: number,
  referralBonus: number | null,
): number | null {
  return referralBonus === null ? null : Math.max(1, position - referralCount * referralBonus);
}
