import { z } from 'zod';
import { declareJobs } from '../platform/queue/jobs.ts';

const mailJobs = declareJobs({
  'send-signup-email': { payload: z.object({}) },
  'apply-email-event': { payload: z.object({}) },
});
type MailJobs = typeof mailJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends MailJobs {}
}
