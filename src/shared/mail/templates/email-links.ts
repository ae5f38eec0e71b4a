import { type LinkSource, linksOf } from '../../list/links/signup-links.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { LinkSigner } from '../../platform/secrets/link-signer.ts';
import type { EmailLinks } from './placeholders.ts';

/** The links of a signup, as its mails hold them (N1). */
export function toEmailLinks(signer: LinkSigner, signup: RowKey, source: LinkSource): EmailLinks {
  const { referral_link, status_url, unsubscribe_url } = linksOf(signer, signup, source);
  return { referral: referral_link, status: status_url, unsubscribe: unsubscribe_url };
}
