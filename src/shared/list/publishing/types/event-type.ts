import { z } from 'zod';

/** A fact of an event for people in a chat. Whoever shows it makes the value one line. */
export interface EventFact {
  /** Ours, with a capital letter. */
  readonly label: string;
  readonly value: string;
  /** How many characters of the value are shown; 200 if left out. */
  readonly longest?: number;
}

/** All that is known of a type of events. */
export interface EventSpec<Data extends z.ZodObject = z.ZodObject> {
  /** Its name in the API description. */
  readonly id: string;
  /** What happened, in a few words, and when it is published. */
  readonly summary: string;
  readonly description: string;
  readonly data: Data;
  /** The key of its data that says when it happened. */
  readonly at: keyof z.infer<Data> & string;
  /** How chats show it: what happened, without user text, and a colour where they have one. */
  readonly chat: {
    readonly title: string;
    readonly color: ChatColor;
    /** Facts behind the waitlist and the position. */
    facts?(data: z.infer<Data>): readonly EventFact[];
  };
}

export type ChatColor = 'green' | 'red' | 'blue' | 'yellow' | 'pink' | 'orange';

/** The same, with the types of its data. */
export const eventType = <Data extends z.ZodObject>(spec: EventSpec<Data>): EventSpec<Data> => spec;

export const Uuid = z.uuid();
export const IsoTime = z.iso.datetime();

/** What the data of an event about a signup begin with. */
export const signupFields = {
  id: Uuid.describe('The id of the signup.'),
  waitlist_id: Uuid.describe('The id of its waitlist.'),
  waitlist_name: z.string().describe('The name of its waitlist.'),
  email: z.string().meta({ description: 'The address as it was first sent.', format: 'email' }),
  position: z.int().min(1).describe('The stored position.'),
};

/** Strings, and in a test event the flag `service_test` (§4.7 rule 6). */
export const Metadata = z
  .record(z.string(), z.union([z.string(), z.literal(true)]))
  .describe(
    'The metadata of the signup: strings. A test event has only the key `service_test` with the value `true`.',
  );

/** What event data have only for an integration whose configuration asks for it with `include` (N1). */
export const included = {
  fields: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe(
      'The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event.',
    ),
  display_position: z
    .int()
    .min(1)
    .nullable()
    .describe(
      'The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`.',
    ),
  referral_link: z
    .string()
    .nullable()
    .describe(
      'The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`.',
    ),
};
export const Included = z.object(included).partial();

/** A time in a form that is the same everywhere: `2026-01-31 09:30 UTC`. */
export function toUtcText(isoTime: string): string {
  return `${isoTime.slice(0, 16).replace('T', ' ')} UTC`;
}
