import { toReferralCode } from '../../list/signups/referral-code.ts';
import type { Context } from '../context.ts';
import type { OpenPage } from './open-page.ts';
import { findReferrerField } from './queries.ts';

const longestCode = 64;

/**
 * What whoever has shared a link wrote in a custom field; null for a code of nobody on the list, and where
 * the field is empty.
 */
export async function findInviterName(
  { sql }: Pick<Context, 'sql'>,
  { caller, waitlist_id }: Pick<OpenPage, 'caller' | 'waitlist_id'>,
  code: string,
  field: string,
): Promise<string | null> {
  if (code === '' || code.length > longestCode) return null;
  const list = { accountId: caller.accountId, waitlistId: waitlist_id };
  return findReferrerField(sql, list, toReferralCode(code) ?? null, code, field);
}
