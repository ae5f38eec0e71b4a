import { z } from 'zod';
import { noFacts } from '../platform/queue/jobs.ts';
import { eventTypes } from './publishing/events.ts';

/**
 * What `toOutboundEvent` makes the event of. `fired_at` is the database's, to the microsecond: an integration
 * gets no event from before it was active.
 */
const FiredEvent = z.object({ type: z.enum(eventTypes), data: z.unknown(), fired_at: z.string() });

export const listJobs = {
  'purge-waitlist': noFacts,
  /** Its id is that of the referrer that was removed. */
  'clear-referrals': z.object({ waitlist_id: z.uuid() }),
  'act-on-selection': noFacts,
  /** `signup`, of the shape `FactsOfRow`, of a deleted signup that an integration includes more of. */
  'fan-out-event': FiredEvent.extend({ signup: z.unknown() }),
};
type ListJobs = typeof listJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends ListJobs {}
}
