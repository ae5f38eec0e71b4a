import type { Context } from '../context.ts';
import { confirmUrl, type LinkSource, linksOf } from '../../list/links/signup-links.ts';
import type { TemplateKind } from '../kinds.ts';
import type { EmailLinks } from './placeholders.ts';

/** The links of a signup, as its mail of a kind holds them (N1, N3). */
export async function toEmailLinks(
  ctx: Pick<Context, 'linkSigner'>,
  signup: { accountId: string; id: string },
  source: LinkSource,
  kind: TemplateKind,
): Promise<EmailLinks> {
  const signer = await ctx.linkSigner();
  const { referral_link, status_url, unsubscribe_url } = linksOf(signer, signup, source);
  const confirm = kind === 'confirm' ? confirmUrl(signer, signup) : null;
  return { referral: referral_link, status: status_url, unsubscribe: unsubscribe_url, confirm };
}
