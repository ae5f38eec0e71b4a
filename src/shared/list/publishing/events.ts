import { z } from 'zod';
import { named } from '../../platform/schema/described.ts';
import { announcementEvents } from './types/announcements.ts';
import { confirmationEvents } from './types/confirmations.ts';
import { type EventSpec, type Included, included } from './types/event-type.ts';
import { importEvents } from './types/imports.ts';
import { integrationEvents } from './types/integrations.ts';
import { releaseEvents } from './types/release.ts';
import { rewardEvents } from './types/rewards.ts';
import { signupEvents } from './types/signups.ts';
import { trustEvents } from './types/trust.ts';
import { unsubscribingEvents } from './types/unsubscribing.ts';

/** All types of events, with what is known of each. */
const types = {
  ...signupEvents,
  ...confirmationEvents,
  ...unsubscribingEvents,
  ...trustEvents,
  ...rewardEvents,
  ...releaseEvents,
  ...integrationEvents,
  ...importEvents,
  ...announcementEvents,
};
type Types = typeof types;

export type EventType = keyof Types;
export const eventTypes = Object.keys(types) as [EventType, ...EventType[]];

/** The events that integrations receive (§6.1), discriminated by `type`. */
export type OutboundEvent = {
  [Type in EventType]: { type: Type; data: z.infer<Types[Type]['data']> };
}[EventType];

/** What is known of a type of events. */
export const specOf = (type: EventType): EventSpec => types[type] as unknown as EventSpec;

/** The schemas of the events, by their types. They have names in the API description. */
export const eventSchemas = Object.fromEntries(
  eventTypes.map((type) => {
    const { id, data } = specOf(type);
    const shape = {
      type: z.literal(type).describe('The type of the event.'),
      data: data.describe('The data of the event.'),
    };
    return [type, named(id, z.object(shape))];
  }),
) as unknown as { readonly [Type in EventType]: z.ZodType<Extract<OutboundEvent, { type: Type }>> };

export type IncludedData = z.infer<typeof Included>;
export type EventInclude = keyof typeof included;
export const eventIncludes = Object.keys(included) as [EventInclude, ...EventInclude[]];

/** The events that are about a signup. */
export type SignupEvent = Extract<OutboundEvent, { type: `signup.${string}` }>;
export const signupEventTypes = eventTypes.filter((type) => type.startsWith('signup.')) as [
  SignupEvent['type'],
  ...SignupEvent['type'][],
];

/** The events that are about an invitation, or about a conversion without one. */
export type InvitationEvent = Extract<OutboundEvent, { type: `invitation.${string}` }>;

export function isSignupEvent(event: OutboundEvent): event is SignupEvent {
  return event.type.startsWith('signup.');
}

/** Converts the stored data of an event to the event. @throws ZodError if the data is invalid */
export function toOutboundEvent({ type, data }: { type: EventType; data: unknown }): OutboundEvent {
  return eventSchemas[type].parse({ type, data: withUtcTimes(data) });
}

/** Data that the SQL functions store (migrations/functions) have times in the format of Postgres. */
export function withUtcTimes(data: unknown): Record<string, unknown> {
  const stored = data as Record<string, unknown>;
  const times = ['created_at', 'occurred_at'].flatMap((key) => {
    const time = new Date(String(stored[key]));
    return Number.isNaN(time.getTime()) ? [] : [[key, time.toISOString()]];
  });
  return { ...stored, ...Object.fromEntries(times) };
}

/** When the event happened, in ISO 8601; not when it was delivered. */
export const timeOf = ({ type, data }: OutboundEvent): string =>
  String((data as Readonly<Record<string, unknown>>)[specOf(type).at]);
