import { z } from 'zod';
import { declareJobs } from '../../platform/queue/jobs.ts';

const rewardJobs = declareJobs({
  'grant-rewards': { payload: z.object({}) },
  'catch-up-rewards': { payload: z.object({}) },
});
type RewardJobs = typeof rewardJobs;

declare module '../../platform/queue/jobs.ts' {
  interface Jobs extends RewardJobs {}
}
