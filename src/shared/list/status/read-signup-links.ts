import { z } from 'zod';
import type { Caller } from '../../account/api-keys/caller.ts';
import { scopeForLinks } from '../../account/scopes.ts';
import { notFound } from '../../platform/errors.ts';
import { named } from '../../platform/schema/described.ts';
import type { Context } from '../context.ts';
import { linksOf } from '../links/signup-links.ts';
import { findLinkedSignupOf } from './queries.ts';

/** The response of GET links (N1). */
export const LinksOfSignup = named(
  'SignupLinks',
  z.object({
    referral_link: z
      .string()
      .nullable()
      .describe(
        '`links.site_url` of the settings with the code of this signup, else the hosted signup page; null without both.',
      ),
    status_token: z
      .string()
      .nullable()
      .describe(
        'Shows this signup’s own place and nothing else. Give it only to the person who signed up. Null without the scope `signups:write`.',
      ),
    status_url: z
      .string()
      .nullable()
      .describe('The hosted status page; null while `status_page` is off, and without `signups:write`.'),
    unsubscribe_url: z
      .string()
      .nullable()
      .describe(
        'The page that stops the mails of the waitlist to this person. Null without the scope `signups:write`.',
      ),
  }),
);
export type LinksOfSignup = z.infer<typeof LinksOfSignup>;

/**
 * The links of a signup, for its person alone (N1). Who only reads gets the link to share.
 * @throws AppError not_found
 */
export async function readSignupLinks(
  ctx: Context,
  { accountId, scopes }: Pick<Caller, 'accountId' | 'scopes'>,
  waitlistId: string,
  signupId: string,
): Promise<LinksOfSignup> {
  const signup = (await findLinkedSignupOf(ctx.sql, accountId, waitlistId, signupId)) ?? notFound('signup');
  const links = linksOf(await ctx.linkSigner(), { accountId, id: signupId }, signup);
  return scopes.has(scopeForLinks)
    ? links
    : { ...links, status_token: null, status_url: null, unsubscribe_url: null };
}
