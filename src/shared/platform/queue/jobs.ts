import { z } from 'zod';
import { openPlace } from '../place.ts';

/**
 * Every background job, by the name of its queue, with the schema of its payload: facts that may be gone when
 * it runs. Everything else is read by the job's id, which is its subject: the signup to mail, the waitlist to
 * purge, the delivery to make. Each district and capability adds its own.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface Jobs {}

export type JobName = keyof Jobs & string;
export type Payload<N extends JobName> = z.infer<Jobs[N]>;

/** The payload of a job whose id says all. */
export const noFacts = z.object({});

/** Jobs of one district or capability. */
export type SomeJobs = { readonly [Name in JobName]?: Jobs[Name] };

export const jobPlace = openPlace<SomeJobs>('platform/queue/');

/** The names of all jobs. */
export const jobNames = (): JobName[] => jobPlace.parts().flatMap((jobs) => Object.keys(jobs)) as JobName[];

/** Reads a stored payload. @throws ZodError; Error for a job that nobody has */
export function readPayload<N extends JobName>(job: N, stored: unknown): Payload<N> {
  const schema: z.ZodType | undefined = jobPlace.parts().find((jobs) => job in jobs)?.[job];
  if (!schema) throw new Error(`nobody has a job with the name ${job}`);
  return schema.parse(stored) as Payload<N>;
}

/** What travels through Redis: ids and nothing else, neither an address nor a secret. */
export interface JobNotification {
  readonly id: string;
  readonly accountId: string;
  /** Whether all other jobs of its account and kind go first where they wait in a worker. */
  readonly isLate?: boolean;
}

/**
 * A job as BullMQ knows it: several notifications, because each costs Redis and the process that adds it some
 * 50 µs.
 */
export interface NotificationGroup {
  readonly notifications: readonly JobNotification[];
}
