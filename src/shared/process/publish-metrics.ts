import type { Redis } from 'ioredis';
import { collectDefaultMetrics } from 'prom-client';
import type { Context } from '../context.ts';
import { assertWritable } from '../postgres/connection.ts';
import { keyPrefix } from '../queue/redis.ts';
import { repeat } from './repeat.ts';
import { withTimeout } from './with-timeout.ts';

const publishEveryMs = 5_000;
/** Three times as long, so that one lost publication hides nobody. */
const expirySeconds = 15;
const probeMs = 2_000;

/** Gauges that are called totals, which only counters may be; the same by type stays. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** The names of the processes that publish; each has its metrics under a key of its own. */
const namesKey = `${keyPrefix}:metrics`;
const keyOf = (process: string) => `${namesKey}:${process}`;

/**
 * Shows a process' metrics in Redis every 5 s, so that any web process can answer for all: a worker has no port, and a balancer reaches
 * one web process of many. A process that ends is forgotten after 15 s. Measures the process itself from now on, too: what
 * prom-client installs for that lasts as long as the process, and keeps it from nothing. `alsoProbe` asks Postgres over another pool.
 */
export function publishMetrics(
  { log, sql, metrics }: Context,
  redis: Redis,
  alsoProbe: () => Promise<void> = async () => {},
): { stop(): Promise<void> } {
  collectDefaultMetrics({ register: metrics.registry });
  for (const name of misnamed) metrics.registry.removeSingleMetric(name);

  async function probePostgres(): Promise<void> {
    const started = performance.now();
    try {
      await withTimeout(probeMs, 'Postgres', assertWritable(sql)); // an idle process, too, leaves a server that only reads
      metrics.postgresUp.set(1);
    } catch {
      metrics.postgresUp.set(0);
    }
    metrics.postgresProbe.set((performance.now() - started) / 1_000);
    await alsoProbe().catch((err: unknown) => log.debug({ err }, 'Postgres was not probed'));
  }

  return repeat(
    publishEveryMs,
    async () => {
      await probePostgres();
      const text = await metrics.registry.metrics();
      await redis.set(keyOf(metrics.process), text, 'EX', expirySeconds);
      await redis.sadd(namesKey, metrics.process);
    },
    { onFailing: (err) => log.debug({ err }, 'metrics cannot be published') },
  );
}

/** The metrics of every process that lives, in Prometheus' text form, by its name. @throws when Redis does not answer */
export async function readPublishedMetrics(redis: Redis): Promise<Map<string, string>> {
  const names = await redis.smembers(namesKey);
  const texts = names.length > 0 ? await redis.mget(names.map(keyOf)) : [];
  const gone = names.filter((_, index) => texts[index] === null);
  if (gone.length > 0) await redis.srem(namesKey, gone); // one that was only late puts itself in again
  return new Map(names.flatMap((name, index) => (texts[index] ? [[name, texts[index]]] : [])));
}
