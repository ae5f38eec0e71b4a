import { hostname } from 'node:os';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { jobNames } from '../queue/jobs.ts';

/** What a process does. */
export type ProcessKind = 'web' | 'worker' | 'cli';

/**
 * The metrics of one process. Every series has the label `process`.
 * Labels are names from the code, such as a route pattern: never an account, an email address or a URL.
 * docs/operations.md describes each metric. Districts add their own to the registry.
 */
export function openPlatformMetrics(kind: ProcessKind) {
  const registry = new Registry();
  const registers = [registry];
  const name = `${kind}-${hostname()}-${process.pid}`;
  registry.setDefaultLabels({ process: name });
  const metrics = {
    registry,
    /** Kind, host and process id: the value of the label `process`. */
    process: name,
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
    jobDuration: new Histogram<'task' | 'result'>({
      name: 'waitlist_job_duration_seconds',
      help: 'Duration of jobs by job and result: done, or failed (and retried).',
      labelNames: ['task', 'result'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
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
  // What alerts count exists with 0 before it happens: Prometheus sees no increase where a series begins.
  // There are too many real routes.
  if (kind === 'web') metrics.httpDuration.zero({ method: 'GET', route: 'unknown', status: '5xx' });
  if (kind === 'worker') for (const task of jobNames()) metrics.jobDuration.zero({ task, result: 'failed' });
  return metrics;
}
export type PlatformMetrics = ReturnType<typeof openPlatformMetrics>;
