import type { Redis } from 'ioredis';
import type { Caller } from '../shared/accounts/caller.ts';
import { callerFinder } from '../shared/accounts/find-caller.ts';
import type { Config } from '../shared/config.ts';
import { type Context, openContext } from '../shared/context.ts';
import { type Doorbell, openDoorbell } from '../shared/doorbell.ts';
import { publishMetrics } from '../shared/publish-metrics.ts';
import { openFailFastRedis } from '../shared/redis.ts';
import { openSignupLane, type SignupLane } from '../shared/signups/signup-lane.ts';
import { openRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** What the routes work with. */
export interface WebContext extends Context {
  /** Where new signups are stored, many in one transaction. */
  readonly signups: SignupLane;
  readonly doorbell: Doorbell;
  readonly limiter: RateLimiter;
  /** Fails fast; what needs it must do without. */
  readonly redis: Redis;
  /** Who stands behind an `Authorization` header. @throws AppError unauthorized */
  findCaller(authorization: string | undefined): Promise<Caller>;
  /** Aborted when the process was asked to end: it still answers, but wants no more. */
  readonly draining: AbortController;
  close(): Promise<void>;
}

export function openWebContext(config: Config): WebContext {
  const ctx = openContext(config, 'web');
  const redis = openFailFastRedis(config, ctx.log);
  const doorbell = openDoorbell(config, ctx.log);
  const signups = openSignupLane(ctx, doorbell);
  const publication = publishMetrics(ctx, redis);
  return {
    ...ctx,
    signups,
    doorbell,
    redis,
    limiter: openRateLimiter(redis, ctx.log),
    findCaller: callerFinder(ctx),
    draining: new AbortController(),
    async close() {
      await publication.stop();
      await signups.close();
      await doorbell.close();
      redis.disconnect();
      await ctx.sql.end({ timeout: 5 });
    },
  };
}
