import { hostname } from 'node:os';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { emailProviderTypes } from '../email/providers/index.ts';
import { integrationNames } from '../integrations/names.ts';
import { jobNames } from '../queue/jobs.ts';

/**
 * The metrics of one process. Every series has the label `process`.
 * Labels are names from the code, such as a route pattern: never an account, an email address or a URL.
 * docs/operations.md describes each metric.
 */
export function openMetrics(kind: 'web' | 'worker' | 'cli') {
  const registry = new Registry();
  const registers = [registry];
  const name = `${kind}-${hostname()}-${process.pid}`;
  registry.setDefaultLabels({ process: name });

  const emails = new Counter<'provider' | 'result'>({
    name: 'waitlist_emails_total',
    help: 'Signup emails by provider type and result of sending them.',
    labelNames: ['provider', 'result'],
    registers,
  });
  const metrics = {
    registry,
    /** Kind, host and process id: the value of the label `process`. */
    process: name,
    emails,
    httpDuration: new Histogram<'method' | 'route' | 'status'>({
      name: 'waitlist_http_request_duration_seconds',
      help: 'Duration of requests by method, route pattern and status class.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    rateLimited: new Counter<'route'>({
      name: 'waitlist_rate_limited_total',
      help: 'Requests rejected by a rate limit, by route pattern.',
      labelNames: ['route'],
      registers,
    }),
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
    jobDuration: new Histogram<'task' | 'result'>({
      name: 'waitlist_job_duration_seconds',
      help: 'Duration of jobs by job and result: done, or failed (and retried).',
      labelNames: ['task', 'result'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
      registers,
    }),
    deliveries: new Counter<'type' | 'result'>({
      name: 'waitlist_deliveries_total',
      help: 'Events delivered to integrations, by integration type and result.',
      labelNames: ['type', 'result'],
      registers,
    }),
    emailEvents: new Counter<'provider' | 'outcome'>({
      name: 'waitlist_email_events_total',
      help: 'Events of email providers by provider and outcome, counted when received and again when applied.',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    poolMax: new Gauge<'pool'>({
      name: 'waitlist_postgres_pool_max_connections',
      help: 'Maximum size of each Postgres connection pool of the process.',
      labelNames: ['pool'],
      registers,
    }),
    postgresUp: new Gauge({
      name: 'waitlist_postgres_up',
      help: 'Whether Postgres answered the last probe of the process within 2 s and accepts writes.',
      registers,
    }),
    postgresProbe: new Gauge({
      name: 'waitlist_postgres_probe_seconds',
      help: 'Duration of the last probe of Postgres, including the wait for a pooled connection.',
      registers,
    }),
  };
  if (kind === 'web') startWebSeries(metrics);
  if (kind === 'worker') startWorkerSeries(metrics);
  return metrics;
}
export type Metrics = ReturnType<typeof openMetrics>;
type SeriesToStart = Pick<Metrics, 'httpDuration' | 'emailEvents' | 'jobDuration' | 'emails' | 'deliveries'>;

/** What alerts count exists with 0 before it happens: Prometheus sees no increase where a series begins. */
function startWebSeries({ httpDuration, emailEvents }: SeriesToStart): void {
  httpDuration.zero({ method: 'GET', route: 'unknown', status: '5xx' }); // there are too many real routes
  for (const provider of emailProviderTypes) emailEvents.inc({ provider, outcome: 'bad_signature' }, 0);
  emailEvents.inc({ provider: 'unknown', outcome: 'bad_token' }, 0);
}

/** Likewise. */
function startWorkerSeries({ jobDuration, emails, deliveries }: SeriesToStart): void {
  for (const task of jobNames) jobDuration.zero({ task, result: 'failed' });
  for (const provider of emailProviderTypes)
    for (const result of ['retry', 'failed', 'config_error', 'ambiguous'])
      emails.inc({ provider, result }, 0);
  emails.inc({ provider: 'unknown', result: 'ambiguous' }, 0);
  for (const type of Object.keys(integrationNames)) deliveries.inc({ type, result: 'failed' }, 0);
}

/**
 * The state of the whole service at a scrape.
 * It does not depend on the process, so there is no label `process`.
 */
export function openServiceGauges() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    redisUp: new Gauge({
      name: 'waitlist_redis_up',
      help: 'Whether Redis answered. If not, only the scraped process reports its metrics.',
      registers,
    }),
    processes: new Gauge<'kind'>({
      name: 'waitlist_processes',
      help: 'Processes that published metrics in the last 15 s, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    queueJobs: new Gauge<'queue' | 'state'>({
      name: 'waitlist_queue_jobs',
      help: 'Groups of up to fifty job notifications in Redis, by queue and state.',
      labelNames: ['queue', 'state'],
      registers,
    }),
    outboxJobs: new Gauge<'task'>({
      name: 'waitlist_outbox_jobs',
      help: 'Pending jobs by job, including running jobs and jobs that wait for a retry.',
      labelNames: ['task'],
      registers,
    }),
    outboxDeadLettered: new Gauge<'task'>({
      name: 'waitlist_outbox_dead_lettered_jobs',
      help: 'Dead-lettered jobs by job: no longer started, because the worker crashed three times.',
      labelNames: ['task'],
      registers,
    }),
    outboxOldestDue: new Gauge<'task'>({
      name: 'waitlist_outbox_oldest_due_age_seconds',
      help: 'Age of the longest overdue job in seconds since it was due, by job; 0 if none is due.',
      labelNames: ['task'],
      registers,
    }),
    emailServersDown: new Gauge<'route'>({
      name: 'waitlist_email_servers_down',
      help: 'Mail servers that are down: the one of the service (managed), and those of accounts (own).',
      labelNames: ['route'],
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
