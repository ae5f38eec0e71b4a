import { countOutages } from '../../shared/mail/sending/throttles/outage-queries.ts';
import { readPublishedMetrics } from '../../shared/platform/monitoring/publish-metrics.ts';
import { openServiceGauges } from '../../shared/platform/monitoring/service-gauges.ts';
import { countConnections, type Sql } from '../../shared/platform/postgres/connection.ts';
import { withTimeout } from '../../shared/platform/process/with-timeout.ts';
import { measureOutbox } from '../../shared/platform/queue/overdue-jobs.ts';
import type { WebContext } from '../web-context.ts';

/** Frequent scrapes share the result of one query per process and interval. */
const tablesIntervalMs = 5_000;
const postgresTimeoutMs = 1_500;
const redisTimeoutMs = 500;
const queueStates = ['waiting', 'active', 'delayed', 'failed'] as const;

/**
 * Collects the metrics of every live process and the state of the whole service, in Prometheus's text format.
 * Returns within two seconds, and leaves out what Redis or Postgres does not provide in time.
 */
export function openScraper(ctx: WebContext): () => Promise<string> {
  const readTables = cached(tablesIntervalMs, () => measureTables(ctx.sql));

  return async () => {
    const gauges = openServiceGauges();
    const [processes, queues, tables] = await Promise.all([
      withTimeout(redisTimeoutMs, 'Redis', readPublishedMetrics(ctx.redis)).catch(() => undefined),
      withTimeout(redisTimeoutMs, 'Redis', countJobs(ctx)).catch(() => []),
      withTimeout(postgresTimeoutMs, 'Postgres', readTables()).catch(() => undefined),
    ]);
    const texts = processes ?? new Map<string, string>();
    texts.set(ctx.metrics.process, await ctx.metrics.registry.metrics());

    gauges.redisUp.set(processes ? 1 : 0);
    if (processes) {
      for (const kind of ['web', 'worker']) gauges.processes.set({ kind }, 0);
      for (const name of texts.keys()) gauges.processes.inc({ kind: name.split('-')[0] ?? '' });
    }
    for (const { queue, state, jobs } of queues) gauges.queueJobs.set({ queue, state }, jobs);
    if (tables) {
      for (const { job: task, pending, deadLettered, overdueSeconds } of tables.outbox) {
        gauges.outboxJobs.set({ task }, pending);
        gauges.outboxDeadLettered.set({ task }, deadLettered);
        gauges.outboxOldestDue.set({ task }, overdueSeconds);
      }
      for (const route of ['managed', 'own'] as const)
        gauges.emailServersDown.set({ route }, tables.outages[route]);
      for (const { pool, state, connections } of tables.connections)
        gauges.connections.set({ pool, state }, connections);
    }
    return merge([await gauges.registry.metrics(), ...texts.values()]);
  };
}

async function countJobs({ notifier }: WebContext) {
  const counts = await Promise.all(
    notifier.queues.map(async (queue) => ({
      queue: queue.name,
      states: await queue.getJobCounts(...queueStates),
    })),
  );
  return counts.flatMap(({ queue, states }) =>
    queueStates.map((state) => ({ queue, state, jobs: states[state] ?? 0 })),
  );
}

async function measureTables(sql: Sql) {
  const [outbox, connections, outages] = await Promise.all([
    measureOutbox(sql),
    countConnections(sql),
    countOutages(sql),
  ]);
  return { outbox, connections, outages };
}

/** Reuses the last result, also a failed one, until it is `ms` old. */
function cached<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= ms) last = { at: performance.now(), result: read() };
    return last.result;
  };
}

/** Merges texts. Each metric has its help and type once, followed by its series of all processes. */
function merge(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const [help = '', type = '', ...series] = block.split('\n');
    const lines = metrics.get(type) ?? [help, type];
    lines.push(...series);
    metrics.set(type, lines);
  }
  return `${[...metrics.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
