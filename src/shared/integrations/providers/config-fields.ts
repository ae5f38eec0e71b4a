import { z } from 'zod';
import { type EventType, eventTypes } from '../../events.ts';
import { boundedList } from '../../schema/bounded.ts';
import { trimmedText } from '../../schema/text.ts';

/** Far more than there are: one that stands twice does no harm. */
const maxEvents = 100;

/** Event types, each once. */
export const Events = boundedList(z.array(z.enum(eventTypes)), maxEvents, 'event types')
  .transform(eachOnce)
  .describe('The event types to send. Empty or left out: all.');

/** At least one event type; `allowed` are those that the integration has a use for. */
export const someEvents = (allowed: readonly EventType[] = eventTypes) =>
  boundedList(z.array(z.enum(allowed)).min(1, 'expected at least one event type'), maxEvents, 'event types')
    .transform(eachOnce)
    .describe('The event types to send, at least one.');

/** A URL as it is pasted; what it may lead to is checked when it is saved and again when it is called (C7.6). */
export const UrlText = trimmedText(2_048).min(1);

/** What a list holds, in its order. */
export function eachOnce<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
