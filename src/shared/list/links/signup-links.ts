import type { LinkSigner } from '../../platform/secrets/link-signer.ts';
import { type StoredSettings, toSettings } from '../settings/schema.ts';
import { makeLinkToken } from './link-token.ts';
import { referralLink } from './page-urls.ts';
import { signupPageUrl } from './signup-page.ts';

/** The links of a signup (N1). */
export interface SignupLinks {
  /** The page where people sign up, with the signup's code; null without one. */
  readonly referral_link: string | null;
  readonly status_token: string;
  /** The hosted page; null without `settings.links.status_page`. */
  readonly status_url: string | null;
  /** The page that stops the mails of the waitlist to this person. */
  readonly unsubscribe_url: string;
}

/** What the links of a signup depend on. */
export interface LinkSource {
  readonly settings: StoredSettings | null;
  readonly status_epoch: number;
  readonly referral_code: string;
  /** How often the address of the signup was corrected. */
  readonly address_generation: number;
}

/** Makes the links of a signup. */
export function linksOf(
  { key, baseUrl }: LinkSigner,
  { accountId, id }: { accountId: string; id: string },
  { settings, status_epoch, referral_code, address_generation: generation }: LinkSource,
): SignupLinks {
  const whole = toSettings(settings);
  const page = signupPageUrl(whole, accountId, baseUrl);
  const token = makeLinkToken(key, 'status', { accountId, id, epoch: status_epoch, generation });
  // Never revoked: a mail that somebody has must be one that they can unsubscribe from.
  const unsubscribeToken = makeLinkToken(key, 'unsubscribe', { accountId, id, epoch: 0, generation });
  return {
    referral_link: page === null ? null : referralLink(page, referral_code),
    status_token: token,
    status_url: whole.links.status_page ? `${baseUrl}/s/${token}` : null,
    unsubscribe_url: `${baseUrl}/u/${unsubscribeToken}`,
  };
}

/** The page that confirms the address of a signup (N3), which was corrected so often. */
export function confirmUrl(
  { key, baseUrl }: LinkSigner,
  { accountId, id }: { accountId: string; id: string },
  generation = 0,
): string {
  return `${baseUrl}/c/${makeLinkToken(key, 'confirm', { accountId, id, epoch: 0, generation })}`;
}
