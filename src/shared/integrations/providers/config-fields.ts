import { z } from 'zod';
import { type EventType, eventTypes } from '../../events.ts';

/** Event types, each once. */
export const Events = z
  .array(z.enum(eventTypes))
  .transform(eachOnce)
  .describe('The event types to tell of. Empty or left out: all of them.');

/** At least one event type; `allowed` are those that the integration has a use for. */
export const someEvents = (allowed: readonly EventType[] = eventTypes) =>
  z
    .array(z.enum(allowed))
    .min(1, 'expected at least one event type')
    .transform(eachOnce)
    .describe('The event types to tell of, at least one.');

/** A URL as it is pasted; what it may lead to is checked when it is saved and again when it is called (C7.6). */
export const UrlText = z.string().trim().min(1).max(2_048);

/** What a list holds, in its order. */
export function eachOnce<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
