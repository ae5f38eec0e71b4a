import { Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of signups. */
export function openListMetrics(registry: Registry) {
  const registers = [registry];
  return {
    signupBatchSize: new Histogram({
      name: 'waitlist_signup_batch_size',
      help: 'Signups per transaction.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200],
      registers,
    }),
    signupBatchWait: new Histogram({
      name: 'waitlist_signup_batch_wait_seconds',
      help: 'Time that the first signup of a batch waited for the batch to start.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    highestPosition: new Gauge({
      name: 'waitlist_highest_position',
      help: 'Highest position on any waitlist that the process has given to a signup.',
      registers,
    }),
  };
}
