import { exportColumns } from '../../../list/signups/export/export-queries.ts';
import type { Preset } from '../schema.ts';
import { campaignNames, commonNames, formsOf, type HeaderMap } from './header-names.ts';
import { type Mapping, plainTargets, subscriptionTarget } from './targets.ts';

type Product = Exclude<Preset, 'auto'>;

/** What the columns of each product become. Other columns are found by what they are called everywhere. */
const maps: Readonly<Record<Product, HeaderMap>> = {
  own: Object.fromEntries(
    exportColumns.map((column) => [column, plainTargets.find((target) => target === column) ?? null]),
  ),
  getwaitlist: {
    priority: 'position',
    referral_token: 'referral_code',
    referred_by_signup_token: 'referred_by',
    uuid: 'id',
  },
  prefinery: {
    applied_at: 'created_at',
    joined_at: 'created_at',
    position: 'position',
    waitlist_position: 'position',
    referral_token: 'referral_code',
    http_referrer: 'referrer',
    id: 'id',
  },
  waitlister: {
    joined_at: 'created_at',
    deliverability: subscriptionTarget,
    email_deliverability: subscriptionTarget,
    email_deliverability_status: subscriptionTarget,
    sign_up_date: 'created_at',
    id: 'id',
    points: null,
  },
  launchlist: {
    referral_id: 'referral_code',
    referral_key: 'referral_code',
    unsubscribed: subscriptionTarget,
    opted_out: subscriptionTarget,
    id: 'id',
    verified: null,
    is_email_verified: null,
  },
  viral_loops: {
    referralcode: 'referral_code',
    referrerid: 'referred_by',
    referrer_id: 'referred_by',
    createdat: 'created_at',
    unsubscribed: subscriptionTarget,
    is_unsubscribed: subscriptionTarget,
    rank: 'position',
    id: 'id',
  },
  kickofflabs: {
    social_id: 'referral_code',
    kid: 'referral_code',
    parent_id: 'referred_by',
    referred_by_social_id: 'referred_by',
    opted_out: subscriptionTarget,
    unsubscribed: subscriptionTarget,
    when: 'created_at',
    rank: 'position',
    id: 'id',
    verified: null,
    verified_email: null,
  },
  mailchimp: {
    confirm_time: 'confirmed_at',
    unsub_time: 'unsubscribed_at',
    clean_time: 'bounced_at',
    status: subscriptionTarget,
    confirm_status: subscriptionTarget,
    email_marketing_status: subscriptionTarget,
    subscription_status: subscriptionTarget,
    unsub: subscriptionTarget,
    bounce: subscriptionTarget,
    leid: 'id',
    unsub_reason: null,
    unsub_reason_other: null,
    unsub_campaign_id: null,
    unsub_campaign_title: null,
    clean_campaign_title: null,
    clean_campaign_id: null,
  },
  kit: {
    status: subscriptionTarget,
    state: subscriptionTarget,
    subscriber_id: 'id',
    last_subscribed_through: null,
  },
  substack: {
    email_disabled: subscriptionTarget,
    start_date: 'created_at',
    // These tell who pays.
    active_subscription: null,
    subscription_type: null,
    expiry: null,
    plan: null,
    cancel_date: null,
    prefer_digests: null,
  },
  beehiiv: {
    status: subscriptionTarget,
    subscriber_id: 'id',
    acquisition_source: 'utm_source',
    subscription_tier: null,
    tier: null,
  },
  google_forms: { username: 'email' },
  airtable: {},
  ghost: {
    subscribed_to_emails: subscriptionTarget,
    deleted_at: subscriptionTarget,
    id: 'id',
  },
  listmonk: { status: subscriptionTarget, subscription_status: subscriptionTarget, uuid: 'id' },
  keila: { status: subscriptionTarget, external_id: 'id', data: null },
  buttondown: {
    type: subscriptionTarget,
    subscriber_type: subscriptionTarget,
    id: 'id',
    unsubscription_reason: null,
    bounce_reason: null,
    churn_date: null,
  },
};

/** Columns that only files of one product have. */
const signs: readonly (readonly [Product, readonly string[]])[] = [
  ['own', ['position', 'email', 'referral_code', 'email_status']],
  ['getwaitlist', ['email', 'referral_token']],
  ['getwaitlist', ['email', 'amount_referred']],
  ['mailchimp', ['email_address', 'optin_time']],
  ['mailchimp', ['email_address', 'member_rating']],
  ['prefinery', ['email', 'applied_at']],
  ['waitlister', ['email', 'referral_code', 'points']],
  ['waitlister', ['email', 'deliverability']],
  ['waitlister', ['email', 'email_deliverability']],
  ['viral_loops', ['email', 'referralcode', 'firstname']],
  ['viral_loops', ['email', 'referralcode', 'createdat']],
  ['viral_loops', ['email', 'referrerid', 'referralcount']],
  ['launchlist', ['email', 'referral_code', 'users_referred']],
  ['kickofflabs', ['email', 'social_id']],
  ['substack', ['email', 'active_subscription']],
  ['substack', ['email', 'email_disabled']],
  ['substack', ['email', 'subscription_type', 'start_date']],
  ['ghost', ['email', 'subscribed_to_emails']],
  ['listmonk', ['uuid', 'email', 'status']],
  ['keila', ['email', 'data', 'status', 'external_id']],
  ['buttondown', ['email_address', 'type', 'creation_date']],
  ['buttondown', ['email', 'type', 'creation_date']],
  ['beehiiv', ['email', 'status', 'subscription_tier']],
  ['beehiiv', ['email', 'status', 'created_at', 'unsubscribed_at']],
  ['kit', ['subscriber_id', 'email', 'status']],
  ['kit', ['subscriber_id', 'email_address', 'state']],
  ['kit', ['email_address', 'first_name', 'state', 'created_at']],
  ['kit', ['email', 'first_name', 'status', 'subscribed_at']],
  ['kit', ['email', 'first_name', 'status', 'created_at', 'tags']],
  ['google_forms', ['timestamp', 'email_address']],
  ['google_forms', ['timestamp', 'username']],
  ['google_forms', ['zeitstempel', 'e_mail_adresse']],
  ['google_forms', ['horodateur', 'adresse_e_mail']],
  ['google_forms', ['marca_temporal', 'direccion_de_correo_electronico']],
  ['google_forms', ['carimbo_de_data_hora', 'endereco_de_e_mail']],
];

/** Which product wrote a file with these columns; `auto` if none is known to. */
export function recognise(names: readonly string[]): Preset {
  const present = new Set(names.flatMap(formsOf));
  return signs.find(([, needed]) => needed.every((name) => present.has(name)))?.[0] ?? 'auto';
}

/**
 * What the columns of a file become at first: what its product means by them, then what they are called
 * everywhere. A column that is named like a custom field becomes that. Of several that would become the same,
 * the first one does, but each may tell of the subscription.
 */
export function toMapping(
  names: readonly string[],
  preset: Preset,
  declaredKeys: readonly string[],
): Mapping {
  const declared: HeaderMap = Object.fromEntries(declaredKeys.map((key) => [key, `fields.${key}`]));
  const own = preset === 'auto' ? {} : maps[preset];
  const used = new Set<string>();
  const found = new Map<string, string>();
  for (const map of [own, preset === 'own' ? {} : commonNames, declared, campaignNames])
    for (const name of names) {
      if (found.has(name) || isLeftOut(preset, name)) continue;
      const target = lookUp(map, name);
      if (target === undefined || used.has(target)) continue;
      if (target !== subscriptionTarget) used.add(target);
      found.set(name, target);
    }
  return Object.fromEntries(
    names.flatMap((name) => (found.has(name) ? [[name, found.get(name) ?? '']] : [])),
  );
}

/** Whether a column of a product is known, and not imported. */
export function isLeftOut(preset: Preset, name: string): boolean {
  if (preset === 'auto') return false;
  return formsOf(name).some((form) => Object.hasOwn(maps[preset], form) && maps[preset][form] === null);
}

function lookUp(map: HeaderMap, name: string): string | undefined {
  for (const form of formsOf(name)) if (Object.hasOwn(map, form)) return map[form] ?? undefined;
  return undefined;
}
