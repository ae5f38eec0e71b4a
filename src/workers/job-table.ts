import type { OperatorConfig } from '../shared/config.ts';
import type { JobName } from '../shared/platform/queue/jobs.ts';
import { actOnSelection } from './jobs/act-on-selection.ts';
import { applyEmailEvent } from './jobs/apply-email-event.ts';
import { applyRetention } from './jobs/apply-retention.ts';
import { cancelWave } from './jobs/cancel-wave.ts';
import { catchUpRewards } from './jobs/catch-up-rewards.ts';
import { clearReferrals } from './jobs/clear-referrals.ts';
import { deliverEvent } from './jobs/deliver-event.ts';
import { deliverWithRetries } from './jobs/deliver-with-retries.ts';
import { erasePerson } from './jobs/erase-person.ts';
import { fanOutEvent } from './jobs/fan-out-event.ts';
import { grantRewards } from './jobs/grant-rewards.ts';
import { judgeReferral } from './jobs/judge-referral.ts';
import { postNotice } from './jobs/post-notice.ts';
import { purgeWaitlist } from './jobs/purge-waitlist.ts';
import { replayEvents } from './jobs/replay-events.ts';
import { runImport } from './jobs/run-import.ts';
import { selectWave } from './jobs/select-wave.ts';
import { sendNotice } from './jobs/send-notice.ts';
import { sendSignupEmail } from './jobs/send-signup-email.ts';
import { sendUserLink } from './jobs/send-user-link.ts';
import { sendWave } from './jobs/send-wave.ts';
import { validateImport } from './jobs/validate-import.ts';
import type { ConcurrencyLimits } from './runner/fair-scheduler.ts';
import { claimingRunner, type JobRunner, unclaimedRunner } from './runner/job-runner.ts';
import { inBatches, inSteps } from './runner/job-steps.ts';
import type { WorkerContext } from './worker-context.ts';

interface JobEntry {
  /** Opens what runs the job. */
  open(ctx: WorkerContext): JobRunner;
  /** How many of it a worker runs at a time, of all accounts and of one. */
  concurrency(config: OperatorConfig): ConcurrencyLimits;
}

/** Every job that workers run, and how. A job that is not in it does not compile. */
export const jobTable: Readonly<Record<JobName, JobEntry>> = {
  'send-signup-email': {
    open: (ctx) => claimingRunner(ctx, 'send-signup-email', inSteps(ctx, sendSignupEmail)),
    concurrency: ({ email }) => share(email.concurrency, { most: 2, first: 20 }),
  },
  'apply-email-event': {
    open: (ctx) => claimingRunner(ctx, 'apply-email-event', inBatches(ctx, applyEmailEvent)),
    // The more there are at a time, the fewer transactions.
    concurrency: () => share(200, { most: 2, first: 20 }),
  },
  'fan-out-event': {
    open: (ctx) => unclaimedRunner(ctx, 'fan-out-event', inBatches(ctx, fanOutEvent)),
    concurrency: () => share(50, { most: 2, first: 20 }),
  },
  'deliver-event': {
    open: (ctx) => unclaimedRunner(ctx, 'deliver-event', inSteps(ctx, deliverEvent)),
    // Any server may be a receiver, however slow.
    concurrency: ({ integrations }) => share(integrations.concurrency, { most: 10, first: 50 }),
  },
  'deliver-with-retries': {
    open: (ctx) =>
      claimingRunner(ctx, 'deliver-with-retries', inSteps(ctx, deliverWithRetries('deliver-with-retries'))),
    concurrency: ({ integrations }) => share(integrations.concurrency, { most: 10, first: 50 }),
  },
  'deliver-again': {
    open: (ctx) => claimingRunner(ctx, 'deliver-again', inSteps(ctx, deliverWithRetries('deliver-again'))),
    // A tenth of what live deliveries have, so that a replay of many events does not slow them.
    concurrency: ({ integrations }) =>
      share(Math.ceil(integrations.concurrency / 10), { most: 2, first: 10 }),
  },
  'replay-events': {
    open: (ctx) => claimingRunner(ctx, 'replay-events', (job) => replayEvents(ctx, job)),
    concurrency: () => share(10, { most: 10, first: 10 }),
  },
  'send-notice': {
    open: (ctx) => claimingRunner(ctx, 'send-notice', (job) => sendNotice(ctx, job)),
    concurrency: () => share(4, { most: 2, first: 4 }),
  },
  'send-user-link': {
    open: (ctx) => claimingRunner(ctx, 'send-user-link', (job) => sendUserLink(ctx, job)),
    concurrency: () => share(4, { most: 2, first: 4 }),
  },
  'post-notice': {
    open: (ctx) => claimingRunner(ctx, 'post-notice', (job) => postNotice(ctx, job)),
    concurrency: () => share(4, { most: 2, first: 4 }),
  },
  'purge-waitlist': {
    open: (ctx) => claimingRunner(ctx, 'purge-waitlist', (job) => purgeWaitlist(ctx, job)),
    concurrency: () => share(1, { most: 1, first: 1 }),
  },
  'clear-referrals': {
    open: (ctx) => claimingRunner(ctx, 'clear-referrals', (job) => clearReferrals(ctx, job)),
    concurrency: () => share(1, { most: 1, first: 1 }),
  },
  'act-on-selection': {
    open: (ctx) => claimingRunner(ctx, 'act-on-selection', (job) => actOnSelection(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'erase-person': {
    open: (ctx) => claimingRunner(ctx, 'erase-person', (job) => erasePerson(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'apply-retention': {
    open: (ctx) => claimingRunner(ctx, 'apply-retention', (job) => applyRetention(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'validate-import': {
    open: (ctx) => claimingRunner(ctx, 'validate-import', (job) => validateImport(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'run-import': {
    open: (ctx) => claimingRunner(ctx, 'run-import', (job) => runImport(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'judge-referral': {
    open: (ctx) => claimingRunner(ctx, 'judge-referral', (job) => judgeReferral(ctx, job)),
    concurrency: () => share(20, { most: 4, first: 20 }),
  },
  'grant-rewards': {
    open: (ctx) => claimingRunner(ctx, 'grant-rewards', (job) => grantRewards(ctx, job)),
    concurrency: () => share(8, { most: 2, first: 8 }),
  },
  'catch-up-rewards': {
    open: (ctx) => claimingRunner(ctx, 'catch-up-rewards', (job) => catchUpRewards(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'select-wave': {
    open: (ctx) => claimingRunner(ctx, 'select-wave', (job) => selectWave(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'send-wave': {
    open: (ctx) => claimingRunner(ctx, 'send-wave', (job) => sendWave(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
  'cancel-wave': {
    open: (ctx) => claimingRunner(ctx, 'cancel-wave', (job) => cancelWave(ctx, job)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};

/** One account has at most a `most`-th of the concurrency, and begins with a `first`-th. */
function share(total: number, { most, first }: { most: number; first: number }): ConcurrencyLimits {
  return { total, perAccount: Math.ceil(total / most), atFirst: Math.ceil(total / first) };
}
