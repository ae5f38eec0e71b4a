import {
  type EventType,
  type InvitationEvent,
  isSignupEvent,
  type OutboundEvent,
  type ReferralEvent,
  type SignupEvent,
  timeOf,
} from '../../../../list/publishing/events.ts';

/** An event as text for people in a chat, not escaped for any service. */
export interface ChatSummary {
  /** What happened, without user text. */
  readonly title: string;
  /** When, in ISO 8601. */
  readonly at: string;
  /** The signup's address; null for an event about no signup. */
  readonly email: string | null;
  /**
   * More facts; each value is one line with visible text. The labels are ours and begin with a capital
   * letter, or are keys of custom fields.
   */
  readonly facts: readonly ChatFact[];
}

interface ChatFact {
  readonly label: string;
  readonly value: string;
  /** It is a URL of the account's own page. */
  readonly isLink?: boolean;
}

const titles: Readonly<Record<EventType, string>> = {
  'signup.created': 'New signup',
  'signup.removed': 'Signup removed',
  'signup.email_delivered': 'Signup email delivered',
  'signup.email_opened': 'Signup email opened',
  'signup.email_clicked': 'Link in signup email clicked',
  'signup.confirmed': 'Email address confirmed',
  'signup.unsubscribed': 'Unsubscribed from the waitlist’s emails',
  'referral.credited': 'Referral credited',
  'referral.withheld': 'Referral withheld',
  'referral.revoked': 'Referral credit taken back',
  'reward.reached': 'Reward reached',
  'invitation.sent': 'Invitation sent',
  'invitation.converted': 'Became a user',
  'invitation.expired': 'Invitation expired',
  'invitation.declined': 'Invitation declined',
  'integration.disabled': 'Integration disabled',
  'import.finished': 'Import finished',
};

/** Valid addresses, names and sources are not longer (§2, §4.3), so none of them is cut. */
const longestEmail = 320;
const longestName = 200;

/** Summarizes an event of any type. */
export function summarize(event: OutboundEvent): ChatSummary {
  if (event.type === 'integration.disabled') return summarizeDisabling(event);
  if (event.type === 'reward.reached') return summarizeReward(event);
  if (event.type === 'import.finished') return summarizeImport(event);
  if (!isSignupEvent(event)) return summarizeAboutSignup(event);
  const { data } = event;
  return {
    title: titles[event.type],
    at: timeOf(event),
    email: toLine(data.email, longestEmail),
    facts: [
      { label: 'Waitlist', value: toLine(data.waitlist_name, longestName) },
      { label: 'Position', value: String(data.position) },
      ...originOf(event),
      ...includedFacts(event),
    ],
  };
}

function summarizeAboutSignup({ type, data }: ReferralEvent | InvitationEvent): ChatSummary {
  const reasons = 'reasons' in data ? data.reasons : [];
  return {
    title: titles[type],
    at: data.occurred_at,
    email: toLine(data.email, longestEmail),
    facts: [
      { label: 'Waitlist', value: toLine(data.waitlist_name, longestName) },
      { label: 'Position', value: String(data.position) },
      ...(reasons.length > 0 ? [{ label: 'Reasons', value: reasons.join(', ') }] : []),
    ],
  };
}

function summarizeReward({ type, data }: Extract<OutboundEvent, { type: 'reward.reached' }>): ChatSummary {
  return {
    title: titles[type],
    at: data.reached_at,
    email: toLine(data.email, longestEmail),
    facts: [
      { label: 'Waitlist', value: toLine(data.waitlist_name, longestName) },
      { label: 'Position', value: String(data.position) },
      { label: 'Reward', value: toLine(data.key, longestName) },
      { label: 'Referrals', value: String(data.referral_count) },
    ],
  };
}

function summarizeDisabling({
  type,
  data,
}: Extract<OutboundEvent, { type: 'integration.disabled' }>): ChatSummary {
  return {
    title: titles[type],
    at: data.disabled_at,
    email: null,
    facts: [
      { label: 'Integration', value: data.integration_type },
      { label: 'Reason', value: toLine(data.reason, longestLink) },
      { label: 'Failing since', value: toUtcText(data.failing_since) },
    ],
  };
}

function summarizeImport({ type, data }: Extract<OutboundEvent, { type: 'import.finished' }>): ChatSummary {
  return {
    title: titles[type],
    at: data.finished_at,
    email: null,
    facts: [
      { label: 'Waitlist', value: toLine(data.waitlist_name, longestName) },
      { label: 'New signups', value: String(data.created) },
      { label: 'On the list already', value: String(data.existing) },
      { label: 'Rejected', value: String(data.rejected) },
    ],
  };
}

/** A time in a form that is the same everywhere: `2026-01-31 09:30 UTC`. */
export function toUtcText(isoTime: string): string {
  return `${isoTime.slice(0, 16).replace('T', ' ')} UTC`;
}

/** With these, a message is within the limits of every service, whatever the custom fields hold. */
const mostFields = 10;
const longestValue = 100;
const longestLink = 500;
/** Of a notice: a few of them are within the limits of every service. */
export const longestLine = 500;

function includedFacts({ data }: SignupEvent): readonly ChatFact[] {
  const { fields = {}, display_position, referral_link } = data;
  const custom = Object.entries(fields);
  const more = custom.length - mostFields;
  const link = referral_link ?? '';
  return [
    ...(typeof display_position === 'number'
      ? [{ label: 'Display position', value: String(display_position) }]
      : []),
    ...(link !== '' && link.length <= longestLink
      ? [{ label: 'Referral link', value: link, isLink: true }]
      : []),
    ...custom
      .slice(0, mostFields)
      .map(([key, value]) => ({ label: key, value: toLine(String(value), longestValue) })),
    ...(more > 0 ? [{ label: 'More fields', value: String(more) }] : []),
  ];
}

function originOf({ type, data }: SignupEvent): ChatSummary['facts'] {
  if (type === 'signup.removed') return [{ label: 'Signed up', value: toUtcText(data.created_at) }];
  if (type !== 'signup.created') return [];
  return [
    { label: 'Source', value: toLine(data.utm_source ?? '', longestName) },
    { label: 'Referred', value: data.referred_by === null ? 'no' : 'yes' },
  ];
}

/** Characters that change the direction of the text behind them, even beyond the line. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]/u;

/** User text on one line, so that it cannot pass for another fact; `none` if nothing of it is visible. */
export function toLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replace(turns, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (!visible.test(line)) return 'none';
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}
