import { collectDefaultMetrics } from 'prom-client';
import { assertWritable, type Sql } from '../postgres/connection.ts';
import type { Outage } from '../postgres/server/outage.ts';
import type { Logger } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { keyPrefix, type RedisClient } from '../redis/redis.ts';
import { describeRedisProblem, isRefusal, logRedisProblem, noteProblem } from '../redis/redis-problem.ts';
import type { PlatformMetrics } from './metrics.ts';

const publishIntervalMs = 5_000;
/** Three intervals, so a process does not disappear because of one lost update. */
const expirySeconds = 15;
const probeTimeoutMs = 2_000;

/** Gauges named `_total`, a suffix reserved for counters. The gauges without it, by type, are kept. */
const misnamedGauges = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** The set of publishing processes. Each has its own key for its metrics. */
const namesKey = `${keyPrefix}:metrics`;
const keyOf = (process: string) => `${namesKey}:${process}`;

/**
 * Publishes the metrics of this process in Redis every 5 s, so any web process can serve the metrics of all.
 * Workers have no port, and a load balancer reaches only one of many web processes.
 * The metrics of a process that has ended expire after 15 s.
 * Also starts prom-client's default metrics, which run until the process ends but do not keep it alive.
 * `alsoProbe` probes Postgres through another pool.
 */
export function publishMetrics(
  { log, sql, metrics, outage }: { log: Logger; sql: Sql; metrics: PlatformMetrics; outage: Outage },
  redis: RedisClient,
  alsoProbe: () => Promise<void> = async () => {},
): { stop(): Promise<void> } {
  collectDefaultMetrics({ register: metrics.registry });
  for (const name of misnamedGauges) metrics.registry.removeSingleMetric(name);

  async function probePostgres(): Promise<void> {
    const started = performance.now();
    try {
      // The probe also makes an idle process leave a server that has become read-only.
      await withTimeout(probeTimeoutMs, 'Postgres', assertWritable(sql));
      metrics.postgresUp.set(1);
    } catch (err) {
      metrics.postgresUp.set(0);
      outage.explains(err);
    }
    metrics.postgresProbe.set((performance.now() - started) / 1_000);
    await alsoProbe().catch((err: unknown) => log.debug({ err }, 'Postgres probe failed'));
  }

  return repeat(
    publishIntervalMs,
    async () => {
      await probePostgres();
      const text = await metrics.registry.metrics();
      try {
        await redis.set(keyOf(metrics.process), text, 'EX', expirySeconds);
        await redis.sadd(namesKey, metrics.process);
      } catch (err) {
        if (isRefusal(err)) noteProblem(redis, describeRedisProblem(err));
        throw err;
      }
      if (redis.status === 'ready') noteProblem(redis, undefined);
    },
    {
      onFailing(err) {
        if (isRefusal(err)) logRedisProblem(log, err, describeRedisProblem(err), 'redis refuses commands');
        else log.debug({ err }, 'metrics were not published'); // the connection has said why
      },
    },
  );
}

/**
 * The metrics of every live process in Prometheus's text format, by process.
 * @throws Error if Redis does not answer
 */
export async function readPublishedMetrics(redis: RedisClient): Promise<Map<string, string>> {
  const names = await redis.smembers(namesKey);
  const texts = names.length > 0 ? await redis.mget(names.map(keyOf)) : [];
  const gone = names.filter((_, index) => texts[index] === null);
  if (gone.length > 0) await redis.srem(namesKey, gone); // a process that was only late adds itself again
  return new Map(names.flatMap((name, index) => (texts[index] ? [[name, texts[index]]] : [])));
}
