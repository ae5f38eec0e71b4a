import { type EventType, type OutboundEvent, timeOf } from '../../../events.ts';

/** An event as text for people in a chat, not escaped for any service. */
export interface ChatSummary {
  /** What happened, without user text. */
  readonly title: string;
  /** When, in ISO 8601. */
  readonly at: string;
  /** The signup's address. */
  readonly email: string;
  /** More facts. The labels are ours; each value is one line with visible text. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

const titles: Readonly<Record<EventType, string>> = {
  'signup.created': 'New signup',
  'signup.removed': 'Signup removed',
  'signup.email_delivered': 'Signup email delivered',
  'signup.email_opened': 'Signup email opened',
  'signup.email_clicked': 'Link in signup email clicked',
};

/** Valid addresses, names and sources are not longer (§2, §4.3), so none of them is cut. */
const longestEmail = 320;
const longestName = 200;

/** Summarizes an event of any type. */
export function summarize(event: OutboundEvent): ChatSummary {
  const { data } = event;
  return {
    title: titles[event.type],
    at: timeOf(event),
    email: toLine(data.email, longestEmail),
    facts: [
      { label: 'Waitlist', value: toLine(data.waitlist_name, longestName) },
      { label: 'Position', value: positionOf(event) },
      ...originOf(event),
    ],
  };
}

/** A time in a form that is the same everywhere: `2026-01-31 09:30 UTC`. */
export function toUtcText(isoTime: string): string {
  return `${isoTime.slice(0, 16).replace('T', ' ')} UTC`;
}

function positionOf({ type, data }: OutboundEvent): string {
  return type === 'signup.created' ? `${data.position} of ${data.total}` : String(data.position);
}

function originOf({ type, data }: OutboundEvent): ChatSummary['facts'] {
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
function toLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replace(turns, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (!visible.test(line)) return 'none';
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}
