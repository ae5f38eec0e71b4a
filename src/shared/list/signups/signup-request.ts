import type { Caller } from '../../account/api-keys/caller.ts';
import { AppError, notFound, unavailable } from '../../platform/errors.ts';
import { parseUrl } from '../../platform/outbound/parse-url.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import type { Context } from '../context.ts';
import { toCampaign } from './campaign.ts';
import { describeMismatch, type FieldValues } from './field-values.ts';
import type { SignupOutcome, SignupRequest } from './queries.ts';
import { toReferralCode } from './referral-code.ts';
import type { SignupInput } from './schema.ts';

/** The part of a request that depends on the caller and the waitlist. */
type SignupTarget = Pick<SignupRequest, 'account_id' | 'waitlist_id' | 'signup_cap' | 'mailed' | 'notified'>;

export function targetOf(config: Context['config'], caller: Caller, waitlistId: string): SignupTarget {
  const { acceptedSignups, integrations } = caller.limits;
  return {
    account_id: caller.accountId,
    waitlist_id: waitlistId.toLowerCase(),
    signup_cap: acceptedSignups,
    mailed: caller.hasEmailProvider || (config.email.managed !== null && caller.allowance > 0),
    notified: integrations,
  };
}

/**
 * `fields` comes from `toFieldValues`. Written out, because a spread of `target` costs more than the rest.
 */
export function toSignupRequest(
  target: SignupTarget,
  id: string,
  input: SignupInput,
  fields: FieldValues,
): SignupRequest {
  const referrer = input.referrer ?? null;
  const code = input.referral_code?.trim();
  const request = {
    account_id: target.account_id,
    waitlist_id: target.waitlist_id,
    signup_cap: target.signup_cap,
    mailed: target.mailed,
    notified: target.notified,
    id,
    email: input.email,
    email_key: toEmailKey(input.email) ?? invalidEmail(),
    utm_source: input.utm_source ?? null,
    referrer,
    referrer_domain: referrerDomain(referrer),
    referrer_code: toReferralCode(code ?? '') ?? null,
    metadata: input.metadata ?? {},
    fields,
  };
  const { locale } = input;
  const campaign = toCampaign(input);
  if (!code && !locale && !campaign) return request;
  return {
    ...request,
    ...(code && { referrer_alias: code }),
    ...(locale && { locale }),
    ...(campaign && { campaign }),
  };
}

type StoredSignup = Extract<SignupOutcome, { id: string }>;

export function isStored(outcome: SignupOutcome): outcome is StoredSignup {
  return outcome.outcome === 'created' || outcome.outcome === 'existing';
}

/** The error for a signup that was not stored. */
export function toRefusal(refused: Exclude<SignupOutcome, StoredSignup>, { fields }: SignupInput): AppError {
  switch (refused.outcome) {
    case 'no_waitlist':
      return notFound('waitlist');
    case 'field_missing':
      return new AppError('invalid_request', `fields.${refused.field}: is required`);
    case 'field_type': {
      const [key = '', type = ''] = refused.field.split(' ');
      return new AppError('invalid_request', `fields.${key}: ${describeMismatch(fields?.[key], type)}`);
    }
    case 'unjudged': // the batcher tries those again, with signals
      return unavailable(new Error('A signup was not judged'));
    case 'over_quota':
      return new AppError(
        'quota_exceeded',
        'The plan’s limit of stored signups is reached. Delete signups or upgrade the plan.',
      );
    case 'archived':
      return new AppError('conflict', refused.field);
    case 'list_full':
      return new AppError('conflict', listFullReason);
  }
}

export const listFullReason = 'The waitlist has given out its last position. Start a new waitlist.';

function invalidEmail(): never {
  throw new AppError('invalid_request', 'email: must be an email address');
}

/**
 * The host of the referrer, for statistics (§2.7, C4.9): lower case, without `www.`; null if it is not an
 * http(s) URL.
 */
export function referrerDomain(referrer: string | null): string | null {
  const url = referrer !== null && /^\s*https?:\/\//i.test(referrer) ? parseUrl(referrer) : undefined;
  if (!url) return null;
  const domain = url.hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
  return domain !== '' && domain.length <= 253 ? domain : null;
}
