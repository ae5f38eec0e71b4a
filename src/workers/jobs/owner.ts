import { type JobEntries, share } from '../job-entry.ts';
import { postNotice } from './owner/post-notice.ts';
import { sendNotice } from './owner/send-notice.ts';

export const ownerJobs: JobEntries<'send-notice' | 'post-notice'> = {
  'send-notice': { run: sendNotice, concurrency: () => share(4, { most: 2, first: 4 }) },
  'post-notice': { run: postNotice, concurrency: () => share(4, { most: 2, first: 4 }) },
};
