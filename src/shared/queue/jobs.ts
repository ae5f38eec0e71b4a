import { z } from 'zod';
import { eventTypes } from '../events.ts';

/**
 * What `toOutboundEvent` makes the event of. `fired_at` is the database's, to the microsecond: an integration
 * gets no event from before it was active.
 */
const FiredEvent = z.object({ type: z.enum(eventTypes), data: z.unknown(), fired_at: z.string() });

interface JobSpec {
  /** Facts that may be gone when the job runs; everything else is read by the job's id. */
  readonly payload: z.ZodType;
}

/**
 * Every background job, by the name of its queue. Its id is its subject: the signup to mail, the waitlist to
 * purge, the delivery to make, the referrer that was removed.
 */
export const jobs = {
  'send-signup-email': { payload: z.object({}) },
  'apply-email-event': { payload: z.object({}) },
  'fan-out-event': { payload: FiredEvent },
  'deliver-event': {
    /** `is_surplus` where too many wait for its integration: it is recorded as failed and not attempted. */
    payload: FiredEvent.extend({ is_surplus: z.boolean().default(false) }),
  },
  'purge-waitlist': { payload: z.object({}) },
  'clear-referrals': { payload: z.object({ waitlist_id: z.uuid() }) },
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
