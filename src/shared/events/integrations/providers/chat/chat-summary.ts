import {
  isSignupEvent,
  type OutboundEvent,
  type SignupEvent,
  specOf,
  timeOf,
} from '../../../../list/publishing/events.ts';
import type { ChatColor, EventFact } from '../../../../list/publishing/types/event-type.ts';

/** An event as text for people in a chat, not escaped for any service. */
export interface ChatSummary {
  /** What happened, without user text. */
  readonly title: string;
  readonly color: ChatColor;
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

/** A valid address is not longer (§2), so none is cut. Nor is a name or a source (§4.3). */
const longestEmail = 320;
const longestFact = 200;

/** Summarizes an event of any type. */
export function summarize(event: OutboundEvent): ChatSummary {
  const { title, color, facts } = specOf(event.type).chat;
  const { data } = event;
  const list = 'waitlist_name' in data ? [{ label: 'Waitlist', value: data.waitlist_name }] : [];
  const position = 'position' in data ? [{ label: 'Position', value: String(data.position) }] : [];
  const told: readonly EventFact[] = [...list, ...position, ...(facts?.(data) ?? [])];
  return {
    ...{ title, color, at: timeOf(event) },
    email: 'email' in data ? toLine(data.email, longestEmail) : null,
    facts: [
      ...told.map(({ label, value, longest = longestFact }) => ({
        label,
        value: toLine(value, longest),
      })),
      ...(isSignupEvent(event) ? includedFacts(event) : []),
    ],
  };
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
