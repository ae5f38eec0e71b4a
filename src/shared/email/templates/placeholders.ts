import type { builtInVariables } from '../../fields/schema.ts';
import type { TemplateKind } from '../kinds.ts';

/** The links that a mail may hold; null where the signup has none. */
export interface EmailLinks {
  readonly referral: string | null;
  readonly status: string | null;
  readonly unsubscribe: string | null;
  /** Only in a mail that asks for confirmation. */
  readonly confirm: string | null;
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
  (typeof builtInVariables)[number] | `links.${Exclude<keyof EmailLinks, 'confirm'>}`,
  string
>;

/** What only templates of one kind may hold. */
export const placeholdersOfKind: Readonly<Record<TemplateKind, Readonly<Record<string, string>>>> = {
  signup: {},
  confirm: { 'confirm.url': 'Link that confirms the address; the template must hold it' },
};

export type BuiltInVariables = Readonly<
  Record<keyof typeof builtInPlaceholders | 'confirm.url', string | number | boolean | null>
>;
