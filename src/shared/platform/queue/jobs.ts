import type { z } from 'zod';

/** What is known of a kind of job. */
export interface JobSpec {
  /** Facts that may be gone when the job runs; everything else is read by the job's id. */
  readonly payload: z.ZodType;
}

/**
 * Every background job, by the name of its queue. Its id is its subject: the signup to mail, the waitlist to
 * purge, the delivery to make. Each district and capability adds its own.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface Jobs {}

export type JobName = keyof Jobs & string;
export type Payload<N extends JobName> = z.infer<Jobs[N]['payload']>;

const declared = new Map<string, JobSpec>();

/** Makes jobs known. Their types are added to `Jobs` beside the call. */
export function declareJobs<const Specs extends Readonly<Record<string, JobSpec>>>(specs: Specs): Specs {
  for (const [name, spec] of Object.entries(specs)) declared.set(name, spec);
  return specs;
}

/** The names of all jobs. */
export const jobNames = (): JobName[] => [...declared.keys()] as JobName[];

/** Reads a stored payload. @throws ZodError; Error for a job that nothing declares */
export function readPayload<N extends JobName>(job: N, stored: unknown): Payload<N> {
  const spec = declared.get(job);
  if (!spec) throw new Error(`no job is declared with the name ${job}`);
  return spec.payload.parse(stored) as Payload<N>;
}

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
