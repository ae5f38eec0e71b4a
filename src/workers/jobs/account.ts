import { type JobEntries, share } from '../job-entry.ts';
import { sendUserLink } from './account/send-user-link.ts';

export const accountJobs: JobEntries<'send-user-link'> = {
  'send-user-link': { run: sendUserLink, concurrency: () => share(4, { most: 2, first: 4 }) },
};
