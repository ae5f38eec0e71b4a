import { z } from 'zod';
import { SiteUrl } from '../../platform/schema/site-url.ts';

const texts = {
  url: 'Your own page that accepts an invitation: https, or http on localhost. Links of invitations are this URL with `token=TOKEN` in its query. Null: nobody can be invited.',
  require_email_match:
    'Whether an invitation converts only for the address that was invited. Without it anybody with the link can use it, once.',
  show_link:
    'Whether the status of an invited person has the link of the invitation, as a button on the hosted page. Whoever has the status token can then use the invitation.',
} as const;

export const invitationsText = 'Invitations from the list into your product.';

/** The group `invitations` of a waitlist's settings, whole (N5). */
export const InvitationSettings = z.object({
  url: z.string().nullable().default(null).describe(texts.url),
  require_email_match: z.boolean().default(true).describe(texts.require_email_match),
  show_link: z.boolean().default(false).describe(texts.show_link),
});
export type InvitationSettings = z.infer<typeof InvitationSettings>;

/** The same in a JSON merge patch. */
export const InvitationsPatch = z
  .strictObject({
    url: SiteUrl.nullable().describe(texts.url),
    require_email_match: z.boolean().nullable().describe(texts.require_email_match),
    show_link: z.boolean().nullable().describe(texts.show_link),
  })
  .partial();
