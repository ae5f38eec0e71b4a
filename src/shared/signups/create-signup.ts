import type { Caller } from '../api-keys/caller.ts';
import type { OperatorConfig } from '../config.ts';
import { toEmailKey } from '../email/address.ts';
import { AppError, notFound } from '../errors.ts';
import { listFieldKeys } from '../fields/queries.ts';
import { newId } from '../ids.ts';
import { parseUrl } from '../outbound/parse-url.ts';
import { plans } from '../plans.ts';
import type { Sql } from '../postgres/connection.ts';
import { describeMismatch, toFieldValues } from './field-values.ts';
import { toReferralCode } from './referral-code.ts';
import type { SignupInput, SignupResult } from './schema.ts';
import type { SignupBatcher } from './signup-batcher.ts';

/**
 * Adds a signup to a waitlist (§4.3, §4.6). If the email is already on it, returns the existing signup.
 * An unknown referral code is ignored.
 * @throws AppError not_found; invalid_request for a custom field; quota_exceeded
 */
export async function createSignup(
  ctx: { config: OperatorConfig; sql: Sql; signups: SignupBatcher },
  caller: Caller,
  waitlistId: string,
  input: SignupInput,
): Promise<SignupResult> {
  const referrer = input.referrer ?? null;
  const fields = input.fields ?? {};
  const stored = await ctx.signups.add({
    account_id: caller.accountId,
    waitlist_id: waitlistId.toLowerCase(),
    signup_cap: plans[caller.plan].acceptedSignups,
    mailed: caller.hasEmailProvider || (ctx.config.email.managed !== null && caller.allowance > 0),
    notified: plans[caller.plan].integrations,
    id: newId(),
    email: input.email,
    email_key: toEmailKey(input.email) ?? invalidEmail(),
    utm_source: input.utm_source ?? null,
    referrer,
    referrer_domain: referrerDomain(referrer),
    referrer_code: toReferralCode(input.referral_code ?? '') ?? null,
    metadata: input.metadata ?? {},
    fields: await toFieldValues(fields, () => listFieldKeys(ctx.sql, caller.accountId, waitlistId)),
  });
  switch (stored.outcome) {
    case 'created':
    case 'existing':
      return {
        id: stored.id,
        position: stored.position,
        total: stored.total,
        referral_code: stored.referral_code,
      };
    case 'no_waitlist':
      return notFound('waitlist');
    case 'field_missing':
      throw new AppError('invalid_request', `fields.${stored.field}: is required`);
    case 'field_type': {
      const [key = '', type = ''] = stored.field.split(' ');
      throw new AppError('invalid_request', `fields.${key}: ${describeMismatch(fields[key], type)}`);
    }
    case 'over_quota':
      throw new AppError(
        'quota_exceeded',
        'The plan’s limit of stored signups is reached. Delete signups or upgrade the plan.',
      );
  }
}

function invalidEmail(): never {
  throw new AppError('invalid_request', 'email: expected an email address');
}

/**
 * The host of the referrer, for statistics (§2.7, C4.9): lower
 * case, without `www.`; null if it is not an http(s) URL.
 */
export function referrerDomain(referrer: string | null): string | null {
  const url = referrer !== null && /^\s*https?:\/\//i.test(referrer) ? parseUrl(referrer) : undefined;
  if (!url) return null;
  const domain = url.hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
  return domain !== '' && domain.length <= 253 ? domain : null;
}
