import { z } from 'zod';
import { declareJobs } from '../../platform/queue/jobs.ts';

const trustJobs = declareJobs({
  'judge-referral': { payload: z.object({}) },
});
type TrustJobs = typeof trustJobs;

declare module '../../platform/queue/jobs.ts' {
  interface Jobs extends TrustJobs {}
}
