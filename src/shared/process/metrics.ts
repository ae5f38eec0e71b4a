import { hostname } from 'node:os';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { emailProviderTypes } from '../email/providers/index.ts';

/**
 * What a process counts and times of its own work; every series carries the label `process`. Labels are names from the code, such as a
 * route's pattern: never an account, an address or a URL. What each means is told in docs/operations.md.
 */
export function openMetrics(kind: 'web' | 'worker' | 'cli') {
  const registry = new Registry();
  const registers = [registry];
  const name = `${kind}-${hostname()}-${process.pid}`;
  registry.setDefaultLabels({ process: name });

  const emails = new Counter<'provider' | 'result'>({
    name: 'waitlist_emails_total',
    help: 'Signup emails by the type of their provider and what became of handing them over.',
    labelNames: ['provider', 'result'],
    registers,
  });
  // From 0 on: the first one of them shall already be an increase.
  for (const provider of [...emailProviderTypes, 'unknown']) emails.inc({ provider, result: 'ambiguous' }, 0);

  return {
    registry,
    /** Kind, host and process id: the value of the label `process`. */
    process: name,
    emails,
    httpDuration: new Histogram<'method' | 'route' | 'status'>({
      name: 'waitlist_http_request_duration_seconds',
      help: 'Time to answer a request, by method, route pattern and class of the status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    rateLimited: new Counter<'route'>({
      name: 'waitlist_rate_limited_total',
      help: 'Calls refused because a limit per minute was reached, by route pattern.',
      labelNames: ['route'],
      registers,
    }),
    signupBatchSize: new Histogram({
      name: 'waitlist_signup_batch_size',
      help: 'Signups stored in one transaction.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200],
      registers,
    }),
    signupBatchWait: new Histogram({
      name: 'waitlist_signup_batch_wait_seconds',
      help: 'How long the first signup of a batch waited for the batch to begin.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    jobDuration: new Histogram<'job' | 'result'>({
      name: 'waitlist_job_duration_seconds',
      help: 'Time that a job took, by job and result: done or failed (then it is tried again).',
      labelNames: ['job', 'result'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
      registers,
    }),
    deliveries: new Counter<'type' | 'result'>({
      name: 'waitlist_deliveries_total',
      help: 'Events told to integrations, by type of integration and result.',
      labelNames: ['type', 'result'],
      registers,
    }),
    emailEvents: new Counter<'provider' | 'outcome'>({
      name: 'waitlist_email_events_total',
      help: "Mail providers' events, by provider and outcome, as they come in and again as they are applied.",
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    poolMax: new Gauge<'pool'>({
      name: 'waitlist_postgres_pool_max_connections',
      help: 'The most Postgres connections that a pool of the process opens.',
      labelNames: ['pool'],
      registers,
    }),
    postgresUp: new Gauge({
      name: 'waitlist_postgres_up',
      help: 'Whether Postgres answered the process within 2 s when it last asked, and takes writes.',
      registers,
    }),
    postgresProbe: new Gauge({
      name: 'waitlist_postgres_probe_seconds',
      help: 'Time that the process last took to get a connection of its pool and an answer on it.',
      registers,
    }),
  };
}
export type Metrics = ReturnType<typeof openMetrics>;

/** What the service as a whole has at the moment of a scrape, whichever process is asked: these series have no label `process`. */
export function openServiceGauges() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    redisUp: new Gauge({
      name: 'waitlist_redis_up',
      help: 'Whether Redis answered; while it does not, only the process that was asked shows its metrics.',
      registers,
    }),
    processes: new Gauge<'kind'>({
      name: 'waitlist_processes',
      help: 'Processes that have published their metrics in the last 15 s, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    queueJobs: new Gauge<'queue' | 'state'>({
      name: 'waitlist_queue_jobs',
      help: 'Groups of up to fifty notifications in the queues in Redis, by queue and state.',
      labelNames: ['queue', 'state'],
      registers,
    }),
    outboxJobs: new Gauge<'job'>({
      name: 'waitlist_outbox_jobs',
      help: 'Jobs that are owed, by job; those that are being done and those that wait for a later try too.',
      labelNames: ['job'],
      registers,
    }),
    outboxDeadLettered: new Gauge<'job'>({
      name: 'waitlist_outbox_dead_lettered_jobs',
      help: 'Owed jobs that are not begun any more, because the worker died each of three times.',
      labelNames: ['job'],
      registers,
    }),
    outboxOldestDue: new Gauge<'job'>({
      name: 'waitlist_outbox_oldest_due_age_seconds',
      help: 'For how long the longest overdue job could have been done; 0 where none is due.',
      labelNames: ['job'],
      registers,
    }),
    connections: new Gauge<'pool' | 'state'>({
      name: 'waitlist_postgres_connections',
      help: 'Open Postgres connections of the service, by pool and state.',
      labelNames: ['pool', 'state'],
      registers,
    }),
  };
}
