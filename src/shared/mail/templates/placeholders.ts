import type { builtInVariables } from '../../list/fields/schema.ts';
import type { TemplateKind } from '../kinds.ts';

/** The links that a mail may hold; null where the signup has none. */
export interface EmailLinks {
  readonly referral: string | null;
  readonly status: string | null;
  readonly unsubscribe: string | null;
  /** Only in a mail that asks for confirmation. */
  readonly confirm: string | null;
  /** Only in a mail that invites. */
  readonly invite?: InviteLink | null;
}

/** The link of an invitation. */
export interface InviteLink {
  readonly url: string;
  /** Until when it is valid, for people. */
  readonly expiresAt: string;
}

/** What the built-in variables stand for, for people (§2.6). No custom field can have a name with a dot. */
export const builtInPlaceholders = {
  email: 'Email of the signup',
  position: 'Position of the signup',
  total: 'Number of signups',
  waitlist_name: 'Name of the waitlist',
  referral_code: 'Referral code to share',
  referral_bonus: 'Positions gained per referral',
  'links.referral': 'Link to share, if the settings have a site URL',
  'links.status': 'Page with the person’s place, if the settings turn it on',
  'links.unsubscribe': 'Page where the person stops the mails of this waitlist',
} as const satisfies Record<
  (typeof builtInVariables)[number] | `links.${Exclude<keyof EmailLinks, 'confirm' | 'invite'>}`,
  string
>;

/** What only templates of one kind may hold. */
export const placeholdersOfKind: Readonly<Record<TemplateKind, Readonly<Record<string, string>>>> = {
  signup: {},
  status: {},
  confirm: { 'confirm.url': 'Link that confirms the address; the template must hold it' },
  reward: {
    'reward.key': 'Key of the reward, as the settings have it',
    'reward.at': 'How many referrals the reward takes',
  },
  invite: {
    'invite.url': 'Link to your page with the token of the invitation; the template must hold it',
    'invite.expires_at': 'Until when the link is valid, in UTC',
  },
};

export type BuiltInVariables = Readonly<
  Record<
    | keyof typeof builtInPlaceholders
    | 'confirm.url'
    | 'invite.url'
    | 'invite.expires_at'
    | 'reward.key'
    | 'reward.at',
    string | number | boolean | null
  >
>;
