import { z } from 'zod';
import { declareJobs } from '../../platform/queue/jobs.ts';

const importJobs = declareJobs({
  'validate-import': { payload: z.object({}) },
  'run-import': { payload: z.object({}) },
});
type ImportJobs = typeof importJobs;

declare module '../../platform/queue/jobs.ts' {
  interface Jobs extends ImportJobs {}
}
