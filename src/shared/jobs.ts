import { z } from 'zod';
import { eventTypes } from './list/publishing/events.ts';
import { NoticeMail, NoticeMessage } from './owner/notices/schema.ts';

/**
 * What `toOutboundEvent` makes the event of. `fired_at` is the database's, to the microsecond: an integration
 * gets no event from before it was active.
 */
const FiredEvent = z.object({ type: z.enum(eventTypes), data: z.unknown(), fired_at: z.string() });

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

interface JobSpec {
  /** Facts that may be gone when the job runs; everything else is read by the job's id. */
  readonly payload: z.ZodType;
}

/**
 * Every background job, by the name of its queue. Its id is its subject: the signup to mail, the waitlist to
 * purge, the delivery to make, the referrer that was removed, the selection to act on, the erasure, the
 * waitlist with signups that are not kept, the signup whose referral is to be judged, the signup that has
 * reached a reward, the waitlist that got rewards, the wave of invitations, the import.
 */
export const jobs = {
  'send-signup-email': { payload: z.object({}) },
  /** `lifts`: it was applied before there were classes of bounces, and turned out to be none for good. */
  'apply-email-event': { payload: z.object({ lifts: z.boolean().optional() }) },
  'fan-out-event': {
    /** `signup`, of the shape `FactsOfRow`, of a deleted signup that an integration includes more of. */
    payload: FiredEvent.extend({ signup: z.unknown() }),
  },
  'deliver-event': {
    /**
     * `is_surplus` where too many wait for its integration: it is recorded as failed and not attempted. A job
     * of an older release has the data of its event, and no event of the feed.
     */
    payload: FiredEvent.extend({
      ...FedEvent.partial().shape,
      type: FiredEvent.shape.type,
      fired_at: FiredEvent.shape.fired_at,
      data: z.unknown().optional(),
      is_surplus: z.boolean().default(false),
      facts: z.unknown().optional(),
    }),
  },
  'deliver-with-retries': { payload: RetriedDelivery },
  /** The same for events that are replayed: a few at a time, so that live ones do not wait. */
  'deliver-again': { payload: RetriedDelivery },
  /** Its id is that of the integration: it has one replay at a time. */
  'replay-events': { payload: Replay },
  'send-notice': { payload: NoticeMail },
  'post-notice': { payload: NoticeMessage },
  /** Its id is that of the link. The payload holds no token: there is none yet. */
  'send-user-link': { payload: z.object({}) },
  'purge-waitlist': { payload: z.object({}) },
  'clear-referrals': { payload: z.object({ waitlist_id: z.uuid() }) },
  'act-on-selection': { payload: z.object({}) },
  'erase-person': { payload: z.object({}) },
  'apply-retention': { payload: z.object({}) },
  'judge-referral': { payload: z.object({}) },
  'grant-rewards': { payload: z.object({}) },
  'catch-up-rewards': { payload: z.object({}) },
  'select-wave': { payload: z.object({}) },
  'send-wave': { payload: z.object({}) },
  'cancel-wave': { payload: z.object({}) },
  'validate-import': { payload: z.object({}) },
  'run-import': { payload: z.object({}) },
} as const satisfies Record<string, JobSpec>;

export type JobName = keyof typeof jobs;
export type Payload<N extends JobName> = z.infer<(typeof jobs)[N]['payload']>;
export const jobNames = Object.keys(jobs) as JobName[];

/** What travels through Redis: ids and nothing else, neither an address nor a secret. */
export interface JobNotification {
  readonly id: string;
  readonly accountId: string;
}

/**
 * A job as BullMQ knows it: several notifications, because each costs Redis and the process that adds it some
 * 50 µs.
 */
export interface NotificationGroup {
  readonly notifications: readonly JobNotification[];
}
