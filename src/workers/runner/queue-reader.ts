import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../shared/config.ts';
import type { Logger } from '../../shared/platform/process/log.ts';
import {
  blockSeconds,
  keyPrefix,
  openBlockingRedis,
  type RedisClient,
} from '../../shared/platform/redis/redis.ts';

/** How long after a failed read the next one follows. */
const pauseMs = 1_000;
/** An interruption that nobody reads, because the process has ended, is gone after so long. */
const interruptionSeconds = 60;

/** Waits for the notifications of all queues on one connection, where BullMQ would open one for each. */
export interface QueueReader {
  /** `isFull` tells whether this worker can take no more of the queue, so that another one has to. */
  watch(markerKey: string, isFull: () => boolean): QueueWatch;
  /** To be called once nothing waits any more. */
  close(): void;
}

export interface QueueWatch {
  /** Resolves when there may be something in the queue. @returns false where the watch has ended */
  wait(): Promise<boolean>;
  /** To be called when this worker can take no more: what it was told of meanwhile is for others. */
  passOn(): void;
  /** Leaves the queue to other workers. */
  end(): void;
}

interface Watched {
  readonly isFull: () => boolean;
  /** The queue has got something while nobody waited. */
  signalled: boolean;
  resolve?: ((hasMore: boolean) => void) | undefined;
}

/**
 * BullMQ puts a marker beside a queue that has something, and whoever removes it looks into the queue. One
 * read blocks on the markers of all queues that have room here. A queue that gets room while it is under way
 * interrupts it with a marker of this process's own.
 */
export function openQueueReader(config: Config, log: Logger, connection: RedisClient): QueueReader {
  const blocking = openBlockingRedis(config, log);
  const ownMarker = `${keyPrefix}:wake:${randomUUID()}`;
  const watched = new Map<string, Watched>();
  let readNow: readonly string[] | undefined;
  let closed = false;

  function signal(queue: Watched): void {
    if (queue.resolve) queue.resolve(true);
    else queue.signalled = true;
    queue.resolve = undefined;
  }

  async function read(): Promise<void> {
    readNow = [...watched].flatMap(([key, { isFull }]) => (isFull() ? [] : [key]));
    const [key] = (await blocking.bzpopmin(ownMarker, ...readNow, blockSeconds)) ?? [];
    readNow = undefined;
    if (key === undefined || key === ownMarker) return;
    const queue = watched.get(key);
    if (queue && !queue.isFull()) signal(queue);
    else mark(key);
  }

  /** Has whoever waits for the queue look into it. */
  function mark(key: string): void {
    connection.zadd(key, 0, '0').catch(ignore);
  }

  function interrupt(): void {
    connection.multi().zadd(ownMarker, 0, '0').expire(ownMarker, interruptionSeconds).exec().catch(ignore);
  }

  const ignore = (err: unknown) => log.debug({ err }, 'queue');

  async function keepReading(): Promise<void> {
    while (!closed) {
      try {
        await read();
      } catch (err) {
        if (closed) return;
        readNow = undefined;
        log.debug({ err }, 'queues are not read');
        if (blocking.status === 'ready') blocking.disconnect(true); // it hangs, or the server refuses
        for (const queue of watched.values()) signal(queue); // a marker may be lost
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  }
  setImmediate(() => void keepReading()); // once all queues are watched

  return {
    watch(key, isFull) {
      const queue: Watched = { isFull, signalled: false };
      watched.set(key, queue);
      return {
        wait() {
          if (queue.signalled || !watched.has(key)) {
            queue.signalled = false;
            return Promise.resolve(watched.has(key));
          }
          if (readNow && !readNow.includes(key)) interrupt();
          return new Promise((resolve) => {
            queue.resolve = resolve;
          });
        },
        passOn() {
          if (queue.signalled) mark(key);
          queue.signalled = false;
        },
        end() {
          watched.delete(key);
          if (readNow?.includes(key)) interrupt();
          this.passOn();
          queue.resolve?.(false);
        },
      };
    },
    close() {
      closed = true;
      blocking.disconnect();
    },
  };
}
