import { countConnections, type Sql } from '../../shared/postgres/connection.ts';
import { openServiceGauges } from '../../shared/process/metrics.ts';
import { readPublishedMetrics } from '../../shared/process/publish-metrics.ts';
import { withTimeout } from '../../shared/process/with-timeout.ts';
import { measureOutbox } from '../../shared/queue/outbox.ts';
import type { WebContext } from '../web-context.ts';

/** However often it is asked, a process reads the tables once in this time. */
const tablesEveryMs = 5_000;
const postgresMs = 1_500;
const redisMs = 500;
const queueStates = ['waiting', 'active', 'delayed', 'failed'] as const;

/**
 * What a scrape is answered with, in Prometheus' text form: the metrics of every live process and the state of the service as a
 * whole. Answers within two seconds whatever is away; what cannot be asked is left out.
 */
export function openScraper(ctx: WebContext): () => Promise<string> {
  const readTables = atMostEvery(tablesEveryMs, () => measureTables(ctx.sql));

  return async () => {
    const gauges = openServiceGauges();
    const [processes, queues, tables] = await Promise.all([
      withTimeout(redisMs, 'Redis', readPublishedMetrics(ctx.redis)).catch(() => undefined),
      withTimeout(redisMs, 'Redis', countJobs(ctx)).catch(() => []),
      withTimeout(postgresMs, 'Postgres', readTables()).catch(() => undefined),
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
      for (const { job, pending, deadLettered, overdueSeconds } of tables.outbox) {
        gauges.outboxJobs.set({ job }, pending);
        gauges.outboxDeadLettered.set({ job }, deadLettered);
        gauges.outboxOldestDue.set({ job }, overdueSeconds);
      }
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
  const [outbox, connections] = await Promise.all([measureOutbox(sql), countConnections(sql)]);
  return { outbox, connections };
}

/** The result of the last call, a failed one too, until it is `ms` old. */
function atMostEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= ms) last = { at: performance.now(), result: read() };
    return last.result;
  };
}

/** One text of many: what each metric is once, then its series of all processes. */
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
