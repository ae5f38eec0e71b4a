import { noFacts } from '../platform/queue/jobs.ts';

export const mailJobs = { 'send-signup-email': noFacts, 'apply-email-event': noFacts };
type MailJobs = typeof mailJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends MailJobs {}
}
