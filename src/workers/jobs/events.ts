import { type JobEntries, share } from '../job-entry.ts';
import { claimingRunner, unclaimedRunner } from '../runner/job-runner.ts';
import { inSteps } from '../runner/job-steps.ts';
import { deliverEvent } from './events/deliver-event.ts';
import { deliverWithRetries } from './events/deliver-with-retries.ts';
import { replayEvents } from './events/replay-events.ts';

export const eventJobs: JobEntries<
  'deliver-event' | 'deliver-with-retries' | 'deliver-again' | 'replay-events'
> = {
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
  'replay-events': { run: replayEvents, concurrency: () => share(10, { most: 10, first: 10 }) },
};
