import type { JobName } from '../shared/platform/queue/jobs.ts';
import type { JobEntries } from './job-entry.ts';
import { accountJobs } from './jobs/account.ts';
import { announcementJobs } from './jobs/announcements.ts';
import { eventJobs } from './jobs/events.ts';
import { importJobs } from './jobs/imports.ts';
import { listJobs } from './jobs/list.ts';
import { mailJobs } from './jobs/mail.ts';
import { ownerJobs } from './jobs/owner.ts';
import { peopleJobs } from './jobs/people.ts';
import { releaseJobs } from './jobs/release.ts';
import { retentionJobs } from './jobs/retention.ts';
import { rewardJobs } from './jobs/rewards.ts';
import { trustJobs } from './jobs/trust.ts';
import { claimingRunner, type JobRunner } from './runner/job-runner.ts';
import type { WorkerContext } from './worker-context.ts';

/** Every job that workers run, and how. A job that is not in it does not compile. */
export const jobTable: JobEntries = {
  ...accountJobs,
  ...listJobs,
  ...eventJobs,
  ...mailJobs,
  ...ownerJobs,
  ...trustJobs,
  ...rewardJobs,
  ...importJobs,
  ...releaseJobs,
  ...announcementJobs,
  ...peopleJobs,
  ...retentionJobs,
};

/** Opens what runs the jobs of one kind. */
export function openRunner<N extends JobName>(ctx: WorkerContext, name: N): JobRunner {
  const entry = jobTable[name];
  return 'open' in entry ? entry.open(ctx) : claimingRunner(ctx, name, (job) => entry.run(ctx, job));
}
