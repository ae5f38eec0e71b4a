import { declareJobs } from '../platform/queue/jobs.ts';
import { NoticeMail, NoticeMessage } from './notices/schema.ts';

const ownerJobs = declareJobs({
  'send-notice': { payload: NoticeMail },
  'post-notice': { payload: NoticeMessage },
});
type OwnerJobs = typeof ownerJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends OwnerJobs {}
}
