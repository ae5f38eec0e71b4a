import { Gauge, Registry } from 'prom-client';

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
