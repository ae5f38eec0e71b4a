import type { builtInVariables } from '../../list/fields/schema.ts';

/** The links that a mail may hold; null where the signup has none. */
export interface EmailLinks {
  readonly referral: string | null;
  readonly status: string | null;
  readonly unsubscribe: string | null;
}

/** What the built-in variables stand for, for people (§2.6). No custom field can have a name with a dot. */
export const builtInPlaceholders = {
  email: 'Email of the signup',
  position: 'Position of the signup',
  rank: 'Place in line now, which nobody else has',
  total: 'Number of signups',
  waitlist_name: 'Name of the waitlist',
  referral_code: 'Referral code to share',
  referral_bonus: 'Positions gained per referral',
  'links.referral': 'Link to share, if the settings have a site URL',
  'links.status': 'Page with the person’s place, if the settings turn it on',
  'links.unsubscribe': 'Page where the person stops the mails of this waitlist',
} as const satisfies Record<(typeof builtInVariables)[number] | 'rank' | `links.${keyof EmailLinks}`, string>;
