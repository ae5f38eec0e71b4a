import { setTimeout as sleep } from 'node:timers/promises';
import type { ServingConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../process/log.ts';
import { repeat } from '../../process/repeat.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import type { RedisClient } from '../../redis/redis.ts';
import { openDatabase, type Sql } from '../connection.ts';
import { serversOf } from '../server/find-server.ts';

/** Longer than the minute in which a caller reads its own writes, because a write may take long. */
const wroteSeconds = 120;
const markerTimeoutMs = 200;
const probeMs = 300;
const probeTimeoutMs = 1_000;
/** How many positions of the primary are remembered. */
const maxMarks = 200;

/** Where reads go that a caller does not need as of this instant (N7). */
export interface Replica {
  /** The replica's pool; undefined while it is too far behind, or away. */
  readonly sql: Sql | undefined;
  /**
   * Notes that an account writes, for all processes. To be awaited before the answer. Never rejects: this
   * process remembers the account itself, and tries again until the others can know.
   */
  noteWrite(accountId: string): Promise<void>;
  /** Whether an account may have written lately. True if Redis cannot tell. */
  hasWritten(accountId: string): Promise<boolean>;
  /**
   * Runs a read on the replica, or on the primary: also if the replica fails, or goes away meanwhile. It may
   * run twice.
   */
  read<T>(query: (sql: Sql) => Promise<T>, primary: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Position {
  readonly timeline: number;
  /** Bytes of WAL. */
  readonly wal: number;
}

/**
 * Follows how far the replica is. Every 300 ms it asks the primary how much WAL there is, and then the
 * replica how much of it is applied. What the primary had at a time, and the replica has now, bounds the lag
 * without comparing clocks. The bound ages by itself: if nobody can be asked, the replica is not used.
 */
export function openReplica(
  config: ServingConfig,
  replica: NonNullable<ServingConfig['database']['replica']>,
  { log, primary, redis }: { log: Logger; primary: Sql; redis: RedisClient },
): Replica {
  const open = (name: string, connections: number) =>
    openDatabase(
      { database: { ...config.database, ...replica.address, direct: null } },
      log,
      name,
      connections,
      undefined,
      'replica',
    );
  let sql = open('replica', config.database.connections);
  let probe = open('replica-probe', 1);
  /** When the primary had how much, oldest first. */
  const marks: (Position & { readonly at: number })[] = [];
  const { hosts } = replica.address;
  const moves = () => (hosts.length > 0 ? serversOf(replica.address, 'standby').moves() : 0);
  /** How often another standby had taken over when `goodUntil` was set. */
  let goodMoves = 0;
  /** Until when the replica is known to be near enough. */
  let goodUntil = Number.NEGATIVE_INFINITY;
  let wasGood = false;
  let lost = openSignal();

  function noteState(): void {
    const isGood = performance.now() < goodUntil && moves() === goodMoves;
    if (isGood === wasGood) return;
    wasGood = isGood;
    if (isGood) {
      log.info('reads go to the replica');
      lost = openSignal();
      void watchLoss();
    } else {
      log.warn('the replica is away or too far behind: reads go to the primary');
      lost.give();
    }
  }
  async function watchLoss(): Promise<void> {
    while (wasGood && !isClosed) {
      await sleep(Math.max(1, goodUntil - performance.now()), undefined, { ref: false });
      noteState();
    }
  }
  let isClosed = false;

  async function look(): Promise<void> {
    const at = performance.now();
    const movesBefore = moves();
    marks.push({ at, ...(await withTimeout(probeTimeoutMs, 'Postgres', readPrimary(primary))) });
    if (marks.length > maxMarks) marks.shift();
    const applied = await withTimeout(probeTimeoutMs, 'Replica', readReplica(probe)).catch(
      (error: unknown) => {
        // Its connections may hang for minutes.
        const used = [sql, probe];
        sql = open('replica', config.database.connections);
        probe = open('replica-probe', 1);
        for (const pool of used) pool.end({ timeout: 0 }).catch(() => {});
        throw error;
      },
    );
    const reached = marks.findLast(
      ({ timeline, wal }) => applied && timeline === applied.timeline && wal <= applied.wal,
    );
    if (moves() !== goodMoves) goodUntil = Number.NEGATIVE_INFINITY;
    if (reached && moves() === movesBefore) {
      goodUntil = Math.max(goodUntil, reached.at + replica.maxLagMs);
      goodMoves = movesBefore;
    }
    if (!applied) goodUntil = Number.NEGATIVE_INFINITY; // it was promoted
    noteState();
  }
  const looking = repeat(probeMs, look, {
    onFailing: (err) => log.debug({ err }, 'the replica was not asked'),
  });

  const key = (accountId: string) => `wrote:${accountId}`;
  /** Accounts that wrote in this process, and until when that counts. */
  const wrote = new Map<string, number>();

  async function mark(accountId: string): Promise<void> {
    await withTimeout(markerTimeoutMs, 'Redis', redis.set(key(accountId), 1, 'EX', wroteSeconds));
  }
  async function markLater(accountId: string): Promise<void> {
    for (const end = performance.now() + wroteSeconds * 1_000; !isClosed && performance.now() < end; ) {
      await sleep(500, undefined, { ref: false });
      if (await mark(accountId).then(...answered)) return;
    }
  }

  return {
    get sql() {
      noteState();
      return wasGood ? sql : undefined;
    },
    async noteWrite(accountId) {
      const now = performance.now();
      for (const [id, until] of wrote) {
        if (until > now) break; // in the order of their ends
        wrote.delete(id);
      }
      wrote.delete(accountId);
      wrote.set(accountId, now + wroteSeconds * 1_000);
      await mark(accountId).catch(() => void markLater(accountId));
    },
    async hasWritten(accountId) {
      if ((wrote.get(accountId) ?? 0) > performance.now()) return true;
      return withTimeout(markerTimeoutMs, 'Redis', redis.exists(key(accountId))).then(
        (found) => found > 0,
        () => true,
      );
    },
    async read(query, onPrimary) {
      noteState();
      if (!wasGood) return onPrimary();
      const gone = lost.given.then(() => ({ answer: undefined }));
      const reading = query(sql).then(
        (value) => ({ answer: { value } }),
        (error: unknown) => ({ answer: isAnswer(error) ? { error } : undefined }),
      );
      const { answer } = await Promise.race([reading, gone]);
      if (!answer) return onPrimary();
      if ('error' in answer) throw answer.error;
      return answer.value;
    },
    async close() {
      isClosed = true;
      await looking.stop();
      await Promise.all([sql.end({ timeout: 0 }), probe.end({ timeout: 0 })]);
    },
  };
}

function openSignal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const answered = [() => true, () => false] as const;

/**
 * A refusal that the primary would answer as well. All else is the replica's fault until the primary fails
 * too.
 */
const isAnswer = (error: unknown): boolean => error instanceof AppError && error.status < 500;

async function readPrimary(sql: Sql): Promise<Position> {
  const [row] = await sql<[Position]>`
    SELECT ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int AS timeline,
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS wal`;
  return row;
}

/**
 * How far a replica is; undefined for a primary. After a failover a replica may have WAL that the new primary
 * does not: its timeline tells, which may lag behind by a checkpoint.
 */
async function readReplica(sql: Sql): Promise<Position | undefined> {
  const [row] = await sql<[Position & { follows: boolean }]>`
    SELECT pg_is_in_recovery() AS follows, greatest(c.timeline_id, r.min_recovery_end_timeline) AS timeline,
      coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint, 0) AS wal
    FROM pg_control_checkpoint() c, pg_control_recovery() r`;
  return row.follows ? row : undefined;
}
