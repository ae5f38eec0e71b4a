import { NoticeMail, NoticeMessage } from './notices/schema.ts';

export const ownerJobs = { 'send-notice': NoticeMail, 'post-notice': NoticeMessage };
type OwnerJobs = typeof ownerJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends OwnerJobs {}
}
