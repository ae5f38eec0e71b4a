import { z } from 'zod';
import { eventTypes } from '../list/publishing/events.ts';

/** An event of the feed for one integration. Its data are read from the feed. */
const FedEvent = z.object({
  type: z.enum(eventTypes),
  fired_at: z.string(),
  event_id: z.uuid(),
  seq: z.int(),
});

/** A delivery that is claimed, and tried until it succeeds or its attempts are used up (N2). */
const RetriedDelivery = FedEvent.extend({
  /** How many attempts have failed. */
  attempts: z.int().default(0),
  /** The event as the first attempt sent it. */
  body: z.string().optional(),
});

/** A replay that is under way. */
const Replay = z.object({
  replay_id: z.uuid(),
  /** The last event that was looked at, and the last one to look at. */
  after_seq: z.int(),
  up_to_seq: z.int(),
  until: z.string().nullable(),
  types: z.array(z.string()).nullable(),
  only: z.enum(['failed', 'all']),
});
export type Replay = z.infer<typeof Replay>;

export const eventJobs = {
  /** `is_surplus` where too many wait for its integration: it is recorded as failed and not attempted. */
  'deliver-event': FedEvent.extend({ is_surplus: z.boolean().default(false) }),
  'deliver-with-retries': RetriedDelivery,
  /** The same for events that are replayed: a few at a time, so that live ones do not wait. */
  'deliver-again': RetriedDelivery,
  /** Its id is that of the integration: it has one replay at a time. */
  'replay-events': Replay,
};
type EventJobs = typeof eventJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends EventJobs {}
}
