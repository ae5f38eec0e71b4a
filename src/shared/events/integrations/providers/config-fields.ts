import { z } from 'zod';
import { type EventType, eventIncludes, eventTypes } from '../../../list/publishing/events.ts';
import { boundedList } from '../../../platform/schema/bounded.ts';
import { trimmedText } from '../../../platform/schema/text.ts';

/** Far more than there are: repeated ones do no harm. */
const maxEvents = 100;

/** Event types without repeats. */
export const Events = boundedList(z.array(z.enum(eventTypes)), maxEvents, 'event types')
  .transform(eachOnce)
  .describe('The event types to send. Empty or left out: all.');

/** At least one event type, of those that the integration can use. */
export const someEvents = (allowed: readonly EventType[] = eventTypes) =>
  boundedList(z.array(z.enum(allowed)).min(1, 'must have at least one event type'), maxEvents, 'event types')
    .transform(eachOnce)
    .describe('The event types to send, at least one.');

/** What the data of events have in addition (N1). */
export const Include = boundedList(z.array(z.enum(eventIncludes)), maxEvents, 'items')
  .transform(eachOnce)
  .optional()
  .describe(
    'What events have in addition: `fields`, the custom fields; `display_position`; `referral_link`. Left out: nothing.',
  );

/** Whether failed deliveries are tried again (N2). */
export const Retries = z
  .enum(['none', 'standard'])
  .optional()
  .describe(
    '`standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out: each event is tried once.',
  );

/** A URL as it is entered. Where it leads is checked when it is saved, and again at each request (C7.6). */
export const UrlText = trimmedText(2_048).min(1);

/** The items of a list without repeats, in their order. */
export function eachOnce<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
