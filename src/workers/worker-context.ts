import type { Config } from '../shared/config.ts';
import { type Context, openContext } from '../shared/context.ts';
import type { ServerFailures } from '../shared/mail/sending/throttles/outages.ts';
import { type JobNotifier, openJobNotifier } from '../shared/platform/queue/job-notifier.ts';
import { openFailFastRedis, type RedisClient } from '../shared/platform/redis/redis.ts';
import { openPendingCounts, type PendingCounts } from './pending-counts.ts';
import { openTransportCache, type TransportCache } from './transport-cache.ts';

/** What jobs and maintenance work with, opened once. */
export interface WorkerContext extends Context {
  readonly notifier: JobNotifier;
  /** Commands fail fast while Redis is away. */
  readonly redis: RedisClient;
  readonly transportCache: TransportCache;
  readonly pendingCounts: PendingCounts;
  readonly failures: ServerFailures;
  /** How long one job is worked on before other accounts have their turn. */
  readonly turnMs: number;
  /** Aborted once the process is asked to end: what takes long is handed back. */
  readonly stopping: AbortSignal;
  /** To be called once nothing uses the context any more. */
  close(): Promise<void>;
}

/** Opens what workers need beyond the context that every process has. */
export function openWorkerContext(config: Config, stopping: AbortSignal): WorkerContext {
  const ctx = openContext(config, 'worker');
  const redis = openFailFastRedis(config, ctx.log);
  const notifier = openJobNotifier(config, ctx.log, redis);
  const transportCache = openTransportCache(ctx);
  return {
    ...ctx,
    notifier,
    redis,
    transportCache,
    pendingCounts: openPendingCounts(),
    failures: new Map(),
    turnMs: 1_000,
    stopping,
    async close() {
      await notifier.close();
      transportCache.close();
      await ctx.sql.end({ timeout: 5 });
    },
  };
}
