import { z } from 'zod';
import { declareJobs } from '../../platform/queue/jobs.ts';

const retentionJobs = declareJobs({
  'apply-retention': { payload: z.object({}) },
});
type RetentionJobs = typeof retentionJobs;

declare module '../../platform/queue/jobs.ts' {
  interface Jobs extends RetentionJobs {}
}
