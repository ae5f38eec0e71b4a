import { codeAlphabet, codeCharacter, randomBytes } from '../../platform/ids.ts';

const canonical = new RegExp(`^${codeCharacter}{10}$`);

/**
 * A new referral code: 10 characters, 50 random bits. In a cell the first character is its name and 45 bits
 * are random, so that no other cell makes the same code (N7). The database ensures that it is unique.
 */
export function newReferralCode(cell: string | null = null): string {
  let code = cell ?? '';
  for (const byte of randomBytes(10 - code.length)) code += codeAlphabet[byte & 31];
  return code;
}

/**
 * Normalizes a referral code (§4.6): ignores case and hyphens, reads O as 0, I and L as 1. Undefined if the
 * text cannot be a code.
 */
export function toReferralCode(typed: string): string | undefined {
  const code = typed.trim().toLowerCase().replaceAll('-', '').replaceAll('o', '0').replace(/[il]/g, '1');
  return canonical.test(code) ? code : undefined;
}
