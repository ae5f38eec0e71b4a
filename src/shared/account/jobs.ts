import { z } from 'zod';
import { declareJobs } from '../platform/queue/jobs.ts';

const accountJobs = declareJobs({
  /** Its id is that of the link. The payload holds no token: there is none yet. */
  'send-user-link': { payload: z.object({}) },
});
type AccountJobs = typeof accountJobs;

declare module '../platform/queue/jobs.ts' {
  interface Jobs extends AccountJobs {}
}
