import { z } from 'zod';
import { type EventType, eventTypes } from '../../list/publishing/events.ts';
import { named } from '../../platform/schema/described.ts';

/** The first instant that a time names, in whole milliseconds. */
export const IsoTime = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T09:30:00Z' })
  .refine(isKnownYear, 'must be a time of the years 2000 to 2999');

function isKnownYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 2000 && year <= 2999;
}

/** Event types in a query: one parameter, separated by commas. */
const TypeList = z
  .string()
  .max(1_000, { abort: true })
  .transform((text) => text.split(',').map((type) => type.trim()))
  .refine(
    (types) => types.every(isEventType),
    'must be event types such as signup.created, separated by commas',
  )
  .transform((types) => types.filter(isEventType))
  .meta({ type: 'string' });

const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text);

const cursorForm = /^e[0-9a-z]{1,11}$/;

/** The place behind an event in the feed. */
const Cursor = z
  .string()
  .regex(cursorForm, 'must be the next_cursor of an earlier page')
  .transform((text) => Number.parseInt(text.slice(1), 36))
  .meta({ type: 'string' });

/** The cursor behind the event with this number. */
export const toCursor = (seq: number) => `e${seq.toString(36)}`;

/** Digits only, as `PageQuery` has them. */
const Limit = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number from 1 to 200')
  .transform(Number)
  .pipe(z.int().min(1).max(200))
  .meta({ type: 'integer', minimum: 1, maximum: 200 });

/** The query of GET events (N2). */
export const EventQuery = z.object({
  after: Cursor.optional().describe('The `next_cursor` of the last page: the events behind it.'),
  from: IsoTime.optional().describe('Only events from this time on.'),
  types: TypeList.optional().describe('Only these types, separated by commas.'),
  waitlist_id: z.guid().optional().describe('Only events of this waitlist.'),
  limit: Limit.default(50).describe('The most events on the page.'),
});
export type EventQuery = z.infer<typeof EventQuery>;

/** An event of the feed (N2). */
export const FeedEvent = named(
  'FeedEvent',
  z.object({
    id: z.uuid().describe('The id of the event, as the header `webhook-id` has it.'),
    type: z.enum(eventTypes).describe('The type of the event.'),
    waitlist_id: z.uuid().nullable().describe('The waitlist that it is about; null for an integration.'),
    created_at: z.iso.datetime().describe('When it was recorded. Never before that of an earlier event.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('The data of the event, as a webhook without `include` gets them.'),
  }),
);
export type FeedEvent = z.infer<typeof FeedEvent>;

/** A page of the feed. */
export const EventPage = named(
  'EventPage',
  z.object({
    data: z.array(FeedEvent).describe('The events, oldest first.'),
    next_cursor: z
      .string()
      .describe(
        'Where the next page begins. There is one on an empty page too: keep it, and ask again later.',
      ),
    has_more: z.boolean().describe('Whether more events may follow: read the next page at once.'),
  }),
);
export type EventPage = z.infer<typeof EventPage>;
