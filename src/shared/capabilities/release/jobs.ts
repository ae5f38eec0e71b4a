import { z } from 'zod';
import { declareJobs } from '../../platform/queue/jobs.ts';

const releaseJobs = declareJobs({
  'select-wave': { payload: z.object({}) },
  'send-wave': { payload: z.object({}) },
  'cancel-wave': { payload: z.object({}) },
});
type ReleaseJobs = typeof releaseJobs;

declare module '../../platform/queue/jobs.ts' {
  interface Jobs extends ReleaseJobs {}
}
