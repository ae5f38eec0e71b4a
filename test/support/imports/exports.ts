import { stringify } from 'csv-stringify/sync';
import type { Preset } from '../../../src/shared/capabilities/imports/schema.ts';

/** How somebody has left a tool; null for those who have not. */
type Left = 'unsubscribed' | 'bounced' | 'complained' | null;

/** Somebody in the export of a tool. */
export interface Member {
  readonly email: string;
  readonly left: Left;
}

interface Tool {
  readonly header: readonly string[];
  /** The cells of somebody who signed up at `at`, the n-th from 1. */
  row(member: Member, n: number, at: Date): readonly (string | number)[];
}

const iso = (at: Date) => at.toISOString();
/** `2025-01-31 09:30:00` */
const plain = (at: Date) => iso(at).replace('T', ' ').slice(0, 19);
const word = (left: Left, words: { [how in Exclude<Left, null>]: string }, none: string) =>
  left === null ? none : words[left];
const later = (at: Date) => plain(new Date(at.getTime() + 86_400_000));

/** The exports of tools, as they document them or people have published them. */
export const tools: Readonly<Partial<Record<Preset, Tool>>> = {
  own: {
    header: ['position', 'email', 'created_at', 'email_status', 'id', 'referral_code', 'unsubscribed_at'],
    row: ({ email, left }, n, at) => [
      n,
      email,
      iso(at),
      word(left, { unsubscribed: 'delivered', bounced: 'bounced', complained: 'complained' }, 'delivered'),
      `01a1fc51-dbab-7000-8000-${n.toString(16).padStart(12, '0')}`,
      '',
      left === 'unsubscribed' ? iso(at) : '',
    ],
  },
  mailchimp: {
    header: [
      'Email Address',
      'First Name',
      'MEMBER_RATING',
      'OPTIN_TIME',
      'CONFIRM_TIME',
      'UNSUB_TIME',
      'UNSUB_REASON',
      'CLEAN_TIME',
      'LEID',
      'NOTES',
      'TAGS',
    ],
    row: ({ email, left }, n, at) => [
      email,
      `Person ${n}`,
      2,
      plain(at),
      plain(at),
      left === 'unsubscribed' || left === 'complained' ? later(at) : '',
      left === 'complained' ? 'spam' : '',
      left === 'bounced' ? later(at) : '',
      n,
      '',
      '"a","b"',
    ],
  },
  kit: {
    header: ['Subscriber ID', 'Email', 'First Name', 'Status', 'Subscribed At', 'Tags'],
    row: ({ email, left }, n, at) => [
      n,
      email,
      `Person ${n}`,
      word(left, { unsubscribed: 'cancelled', bounced: 'bounced', complained: 'complained' }, 'active'),
      `${plain(at)} UTC`,
      'a, b',
    ],
  },
  substack: {
    header: [
      'email',
      'active_subscription',
      'expiry',
      'plan',
      'email_disabled',
      'created_at',
      'first_payment_at',
    ],
    row: ({ email, left }, _n, at) => [email, 'false', '', 'other', String(left !== null), iso(at), ''],
  },
  beehiiv: {
    header: ['Email', 'Status', 'Created At', 'Unsubscribed At', 'Subscription Tier', 'UTM Source'],
    row: ({ email, left }, _n, at) => [
      email,
      left === null ? 'active' : 'inactive',
      plain(at),
      left === 'unsubscribed' ? later(at) : '',
      'free',
      'x',
    ],
  },
  ghost: {
    header: [
      'id',
      'email',
      'name',
      'note',
      'subscribed_to_emails',
      'complimentary_plan',
      'stripe_customer_id',
      'created_at',
      'deleted_at',
      'labels',
      'tiers',
    ],
    row: ({ email, left }, n, at) => [
      n,
      email,
      '',
      '',
      String(left === null),
      'false',
      '',
      iso(at),
      '',
      '',
      '',
    ],
  },
  listmonk: {
    header: ['uuid', 'email', 'name', 'attributes', 'status', 'created_at', 'updated_at'],
    row: ({ email, left }, n, at) => [
      n,
      email,
      '',
      '{}',
      word(left, { unsubscribed: 'blocklisted', bounced: 'disabled', complained: 'blocklisted' }, 'enabled'),
      iso(at),
      iso(at),
    ],
  },
  keila: {
    header: ['Email', 'First name', 'Last name', 'Data', 'Status', 'External ID'],
    row: ({ email, left }, n) => [
      email,
      '',
      '',
      '{"a": {"b": 1}}',
      word(
        left,
        { unsubscribed: 'unsubscribed', bounced: 'unreachable', complained: 'unsubscribed' },
        'active',
      ),
      n,
    ],
  },
  buttondown: {
    header: ['id', 'email_address', 'notes', 'type', 'creation_date', 'source'],
    row: ({ email, left }, n, at) => [
      n,
      email,
      '',
      word(
        left,
        { unsubscribed: 'unsubscribed', bounced: 'undeliverable', complained: 'complained' },
        'regular',
      ),
      iso(at),
      'api',
    ],
  },
  kickofflabs: {
    header: ['email', 'social_id', 'rank', 'when', 'verified', 'opted_out', 'parent_id'],
    row: ({ email, left }, n, at) => [email, `K${n}`, n, iso(at), 'false', String(left !== null), ''],
  },
  waitlister: {
    header: [
      'id',
      'email',
      'deliverability',
      'position',
      'points',
      'referral_code',
      'referred_by',
      'joined_at',
    ],
    row: ({ email, left }, n, at) => [
      n,
      email,
      word(
        left,
        { unsubscribed: 'unsubscribed', bounced: 'undeliverable', complained: 'unsubscribed' },
        'unconfirmed',
      ),
      n,
      50,
      `happy-star-${n}`,
      '',
      plain(at),
    ],
  },
  viral_loops: {
    header: ['firstname', 'email', 'referralCode', 'referrerId', 'createdAt', 'unsubscribed'],
    row: ({ email, left }, n, at) => ['', email, `V${n}`, '', iso(at), String(left !== null)],
  },
  launchlist: {
    header: ['Name', 'Email', 'Referral code', 'Referred by', 'Created at', 'Verified', 'Unsubscribed'],
    row: ({ email, left }, n, at) => ['', email, `L${n}`, '', plain(at), 'no', left === null ? 'no' : 'yes'],
  },
};

/** People of a tool: of each hundred eight have left. */
export function makeMembers(tool: string, count: number): Member[] {
  const ways = ['unsubscribed', 'bounced', 'complained'] as const;
  return Array.from({ length: count }, (_, n) => ({
    email: `${tool.replace('_', '-')}${n}@example.com`,
    left: n % 25 < 2 ? (ways[Math.floor(n / 25 + n) % 3] ?? null) : null,
  }));
}

/** The export of a tool. */
export function exportOf({ header, row }: Tool, members: readonly Member[]): string {
  const begin = Date.UTC(2025, 0, 2, 3, 4, 5);
  return stringify([header, ...members.map((member, n) => row(member, n + 1, new Date(begin + n * 60_000)))]);
}
