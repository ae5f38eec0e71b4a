import { z } from 'zod';
import { boundedList } from '../platform/schema/bounded.ts';
import { SiteUrl } from '../platform/schema/site-url.ts';

const hidable = ['position', 'total'] as const;
const Hide = boundedList(z.array(z.enum(hidable)), 10, 'items').transform((items) => [...new Set(items)]);

const texts = {
  site_url:
    'The page where people sign up: https, or http on localhost. Referral links are this URL with `ref=CODE` in its query. Null: they lead to the hosted signup page; without one there are none.',
  status_page: 'Whether the service serves a small status page for each signup.',
  hide: 'What the status of a signup leaves out: `position` (with `display_position` and `rank`), `total`.',
  show_rewards:
    'Whether the status of a signup shows the rewards: which it has reached, and how many referrals the others take.',
} as const;

export const linksText = 'Links that the people on the list get.';

/** The group `links` of a waitlist's settings, whole (N1). */
export const LinkSettings = z.object({
  site_url: z.string().nullable().default(null).describe(texts.site_url),
  status_page: z.boolean().default(false).describe(texts.status_page),
  hide: z.array(z.enum(hidable)).default([]).describe(texts.hide),
  show_rewards: z.boolean().default(false).describe(texts.show_rewards),
});
export type LinkSettings = z.infer<typeof LinkSettings>;

/** The same in a JSON merge patch. */
export const LinksPatch = z
  .strictObject({
    site_url: SiteUrl.nullable().describe(texts.site_url),
    status_page: z.boolean().nullable().describe(texts.status_page),
    hide: Hide.nullable().describe(texts.hide),
    show_rewards: z.boolean().nullable().describe(texts.show_rewards),
  })
  .partial();
export type LinksPatch = z.infer<typeof LinksPatch>;
