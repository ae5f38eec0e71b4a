import type { Caller } from '../shared/account/api-keys/caller.ts';
import { callerFinder } from '../shared/account/api-keys/find-caller.ts';
import { appCallerFinder } from '../shared/account/apps/find-app-caller.ts';
import { openUploads, type Uploads } from '../shared/capabilities/imports/upload/uploads.ts';
import type { Config } from '../shared/config.ts';
import { type Context, openContext } from '../shared/context.ts';
import { openScans, type Scans } from '../shared/list/signups/search/scans.ts';
import { openSignupBatcher, type SignupBatcher } from '../shared/list/signups/signup-batcher.ts';
import { type Downloads, openDownloads, type Rereading } from '../shared/platform/csv/downloads.ts';
import { AppError } from '../shared/platform/errors.ts';
import { publishMetrics } from '../shared/platform/monitoring/publish-metrics.ts';
import { assertWritable, type Sql } from '../shared/platform/postgres/connection.ts';
import { pendingMigrations } from '../shared/platform/postgres/migrate.ts';
import { type OwnPool, openOwnPool } from '../shared/platform/postgres/own-pool.ts';
import { openReplica, type Replica } from '../shared/platform/postgres/reading/replica.ts';
import { assertNotOver, sqlUntil } from '../shared/platform/postgres/reading/sql-until.ts';
import { openSchemaCheck, type SchemaCheck } from '../shared/platform/postgres/server/schema-check.ts';
import { limitPerKey } from '../shared/platform/process/limit-concurrency.ts';
import { type JobNotifier, openJobNotifier } from '../shared/platform/queue/job-notifier.ts';
import { openTurns, type Turns } from '../shared/platform/queue/turns.ts';
import { openFailFastRedis, type RedisClient } from '../shared/platform/redis/redis.ts';
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
  readonly redis: RedisClient;
  /**
   * Runs what reads for an account, on the replica if there is one, it is near enough, and the account has
   * not written lately; else on the primary (N7). The read gets the context for it, and may run twice. It
   * ends when its request is over. An account has two at a time, so that many of one slow down no other.
   * @throws AppError rate_limited if too many of the account wait
   */
  read<T>(request: Reading, read: (ctx: ReadContext) => Promise<T>): Promise<T>;
  /**
   * Runs all of a request that only reads when it is its turn. What it reads takes no other turn, and nothing
   * begins once it is over.
   */
  inTurn<T>(request: Reading, run: () => Promise<T>): Promise<T>;
  /** The same context for a request that only reads: its statements end when it is over. */
  until(over: AbortSignal): WebContext;
  /** Notes that an account writes, where reads may go to a replica. To be awaited before the answer. */
  noteWrite(accountId: string): Promise<void> | undefined;
  /** For short statements that every request or health check waits for. */
  readonly lookups: OwnPool;
  readonly schema: SchemaCheck;
  readonly downloads: Downloads;
  readonly scans: Scans;
  readonly uploads: Uploads;
  /** Authenticates an `Authorization` header. @throws AppError unauthorized */
  findCaller(authorization: string | undefined): Promise<Caller>;
  /**
   * Authenticates the access token of a connected app, for the URL of a tool server.
   * @throws AppError unauthorized
   */
  findAppCaller(token: string, resource: string): Promise<Caller>;
  /** Aborted once the process is shutting down. It still serves requests, but asks for no new connections. */
  readonly draining: AbortController;
  close(): Promise<void>;
}

/** Who reads. */
interface Reading {
  readonly caller: Pick<Caller, 'accountId'>;
  readonly over: AbortSignal;
  /** Whether it reads so little that it need not wait for its turn. */
  readonly isShort?: boolean;
}

/** What operations read with. */
type ReadContext = Context & Pick<WebContext, 'downloads' | 'scans'> & Rereading;

/** More than one, because the list of one may be locked. */
const concurrentBulks = 2;
const lookupConnections = 2;
/** Shorter than the time limit of a request. */
const lookupTimeoutMs = 4_000;

/** Of an account in a process. Those that wait get 503 at their time limit. */
const reads = { atATime: 2, waiting: 200 };

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
  const { replica: place } = config.database;
  const replica = place && openReplica(config, place, { log: ctx.log, primary: ctx.sql, redis });
  const downloads = openDownloads(config.database.connections);
  const scans = openScans(ctx.sql, config.database.connections);
  const publication = publishMetrics(ctx, redis, () => lookups.run(assertWritable));
  const readTurns = limitPerKey(reads.atATime, reads.waiting, tooManyReads);
  /** Requests that have their turn. */
  const inTurn = new WeakSet<AbortSignal>();
  const readFrom: ReadFrom = replica
    ? readerOf(replica, () => web, config.database.connections)
    : (_, read) => read(web);
  const web: WebContext = {
    ...ctx,
    signups,
    bulkTurns: openTurns(concurrentBulks),
    notifier,
    redis,
    limiter: openRateLimiter(redis, ctx.log),
    lookups,
    schema: openSchemaCheck(() => lookups.run(pendingMigrations)),
    downloads,
    async read({ caller: { accountId }, over, isShort = false }, read) {
      const run = () => {
        assertNotOver(over);
        return readFrom(accountId, (from) => read(withSqlUntil(from, over)));
      };
      return isShort || inTurn.has(over) ? run() : readTurns(accountId, async () => run());
    },
    inTurn: ({ caller: { accountId }, over }, run) =>
      readTurns(accountId, async () => {
        assertNotOver(over);
        inTurn.add(over);
        return run();
      }),
    until: (over) => withSqlUntil(web, over),
    noteWrite: (accountId) => replica?.noteWrite(accountId),
    uploads: openUploads(),
    scans,
    findCaller: callerFinder(ctx, lookups),
    findAppCaller: appCallerFinder(ctx, lookups),
    draining: new AbortController(),
    async close() {
      await publication.stop();
      await replica?.close();
      await signups.close();
      await lookups.close();
      await notifier.close();
      redis.disconnect();
      await ctx.sql.end({ timeout: 5 });
    },
  };
  return web;
}

type ReadFrom = <T>(accountId: string, read: (ctx: ReadContext) => Promise<T>) => Promise<T>;

function withSqlUntil<Of extends ReadContext>(ctx: Of, over: AbortSignal): Of {
  return { ...ctx, sql: sqlUntil(ctx.sql, over), scans: ctx.scans.until(over) };
}

function tooManyReads(): AppError {
  return new AppError('rate_limited', 'Other reads of the account are still running. Try again soon.', {
    retryAfterSeconds: 2,
  });
}

/** Reads on a replica. `onPrimary` gives the context of the process. */
function readerOf(replica: Replica, onPrimary: () => ReadContext, connections: number): ReadFrom {
  const scansOf = new WeakMap<Sql, Scans>();
  function contextOf(sql: Sql): ReadContext {
    const scans = scansOf.get(sql) ?? openScans(sql, connections);
    scansOf.set(sql, scans);
    const { sql: primary, ...others } = onPrimary();
    return {
      ...others,
      sql,
      scans,
      readPage: (query) => replica.read(query, () => query(primary)),
      primary,
    };
  }
  return async (accountId, read) => {
    if (!replica.sql || (await replica.hasWritten(accountId))) return read(onPrimary());
    return replica.read(
      (sql) => read(contextOf(sql)),
      () => read(onPrimary()),
    );
  };
}
