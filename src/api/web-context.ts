import type { Redis } from 'ioredis';
import type { Caller } from '../shared/api-keys/caller.ts';
import { callerFinder } from '../shared/api-keys/find-caller.ts';
import type { Config } from '../shared/config.ts';
import { type Context, openContext } from '../shared/context.ts';
import { assertWritable } from '../shared/postgres/connection.ts';
import { type OwnPool, openOwnPool } from '../shared/postgres/own-pool.ts';
import { publishMetrics } from '../shared/process/publish-metrics.ts';
import { type JobNotifier, openJobNotifier } from '../shared/queue/job-notifier.ts';
import { openFailFastRedis } from '../shared/queue/redis.ts';
import { openTurns, type Turns } from '../shared/queue/turns.ts';
import { type Downloads, openDownloads } from '../shared/signups/export/downloads.ts';
import { openScans, type Scans } from '../shared/signups/search/scans.ts';
import { openSignupBatcher, type SignupBatcher } from '../shared/signups/signup-batcher.ts';
import { openRateLimiter, type RateLimiter } from './limits/rate-limiter.ts';

/** What the routes use. */
export interface WebContext extends Context {
  /** Stores new signups, many in one transaction. */
  readonly signups: SignupBatcher;
  /** Bulks of all accounts take turns to use the batcher. */
  readonly bulkTurns: Turns;
  readonly notifier: JobNotifier;
  readonly limiter: RateLimiter;
  /** Commands fail fast while Redis is away; callers must work without it. */
  readonly redis: Redis;
  /** For short statements that every request or health check waits for. */
  readonly lookups: OwnPool;
  readonly downloads: Downloads;
  readonly scans: Scans;
  /** Authenticates an `Authorization` header. @throws AppError unauthorized */
  findCaller(authorization: string | undefined): Promise<Caller>;
  /** Aborted once the process is shutting down. It still serves requests, but asks for no new connections. */
  readonly draining: AbortController;
  close(): Promise<void>;
}

/** More than one, because the list of one may be locked. */
const concurrentBulks = 2;
const lookupConnections = 2;
/** Shorter than the time limit of a request. */
const lookupTimeoutMs = 4_000;

export function openWebContext(config: Config): WebContext {
  const ctx = openContext(config, 'web');
  const redis = openFailFastRedis(config, ctx.log);
  const notifier = openJobNotifier(config, ctx.log);
  const signups = openSignupBatcher(ctx, notifier);
  const lookups = openOwnPool(ctx, {
    name: 'lookups',
    connections: lookupConnections,
    timeoutMs: lookupTimeoutMs,
  });
  const publication = publishMetrics(ctx, redis, () => lookups.run(assertWritable));
  return {
    ...ctx,
    signups,
    bulkTurns: openTurns(concurrentBulks),
    notifier,
    redis,
    limiter: openRateLimiter(redis, ctx.log),
    lookups,
    downloads: openDownloads(config.database.connections),
    scans: openScans(ctx.sql, config.database.connections),
    findCaller: callerFinder(ctx, lookups),
    draining: new AbortController(),
    async close() {
      await publication.stop();
      await signups.close();
      await lookups.close();
      await notifier.close();
      redis.disconnect();
      await ctx.sql.end({ timeout: 5 });
    },
  };
}
