import { z } from 'zod';
import { declareJobs } from '../platform/queue/jobs.ts';

const mailJobs = declareJobs({
  'send-signup-email': { payload: z.object({}) },
  /** `lifts`: it was applied before there were classes of bounces, and turned out to be none for good. */
  'apply-email-event': { payload: z.object({ lifts: z.boolean().optional() }) },
});
type MailJobs = typeof mailJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends MailJobs {}
}
