import type { Preset } from '../schema.ts';
import { type Mapping, plainTargets } from './targets.ts';

/** The name of a column in the form that is compared: `Opt-In Time` is `opt_in_time`. */
const toName = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');

/** What columns become, by the forms of their names. */
type HeaderMap = Readonly<Record<string, string>>;

const common: HeaderMap = {
  email: 'email',
  e_mail: 'email',
  mail: 'email',
  email_address: 'email',
  created_at: 'created_at',
  signed_up_at: 'created_at',
  signup_date: 'created_at',
  date: 'created_at',
  timestamp: 'created_at',
  position: 'position',
  referral_code: 'referral_code',
  referred_by: 'referred_by',
  utm_source: 'utm_source',
  source: 'utm_source',
  referrer: 'referrer',
  unsubscribed_at: 'unsubscribed_at',
  confirmed_at: 'confirmed_at',
  converted_at: 'converted_at',
};

const maps: Readonly<Record<Exclude<Preset, 'auto'>, HeaderMap>> = {
  own: Object.fromEntries(
    plainTargets.filter((target) => target !== 'bounced_at').map((target) => [target, target]),
  ),
  getwaitlist: {
    email: 'email',
    created_at: 'created_at',
    priority: 'position',
    referral_token: 'referral_code',
    referred_by_signup_token: 'referred_by',
    uuid: 'id',
  },
  prefinery: {
    email: 'email',
    email_address: 'email',
    applied_at: 'created_at',
    joined_at: 'created_at',
    position: 'position',
    waitlist_position: 'position',
    referral_code: 'referral_code',
    referral_token: 'referral_code',
    referred_by: 'referred_by',
    utm_source: 'utm_source',
    http_referrer: 'referrer',
    id: 'id',
  },
  mailchimp: {
    email_address: 'email',
    optin_time: 'created_at',
    confirm_time: 'confirmed_at',
    unsub_time: 'unsubscribed_at',
    clean_time: 'bounced_at',
    leid: 'id',
  },
};

/** Columns that only files of one product have. */
const signs: readonly (readonly [Exclude<Preset, 'auto'>, readonly string[]])[] = [
  ['own', ['position', 'email', 'referral_code', 'email_status']],
  ['getwaitlist', ['email', 'referral_token']],
  ['getwaitlist', ['email', 'amount_referred']],
  ['mailchimp', ['email_address', 'optin_time']],
  ['prefinery', ['email', 'applied_at']],
];

/** Which product wrote a file with these columns; `auto` if none is known to. */
export function recognise(names: readonly string[]): Preset {
  const present = new Set(names.map(toName));
  return signs.find(([, needed]) => needed.every((name) => present.has(name)))?.[0] ?? 'auto';
}

/**
 * What the columns of a file become at first. A column that is named like a custom field becomes that. Of
 * several that would become the same, the first one does.
 */
export function toMapping(
  names: readonly string[],
  preset: Preset,
  declaredKeys: readonly string[],
): Mapping {
  const map = preset === 'auto' ? common : maps[preset];
  const declared = new Set(declaredKeys);
  const used = new Set<string>();
  const mapping: [string, string][] = [];
  for (const name of names) {
    const form = toName(name);
    const known = Object.hasOwn(map, form) ? map[form] : undefined;
    const target = known ?? (declared.has(form) ? `fields.${form}` : undefined);
    if (target === undefined || used.has(target)) continue;
    used.add(target);
    mapping.push([name, target]);
  }
  return Object.fromEntries(mapping);
}
