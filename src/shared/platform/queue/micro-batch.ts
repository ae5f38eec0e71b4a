import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';

export interface MicroBatchOptions<Item, Result> {
  /** Does the work for all items at once; one result per item, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxItems: number;
  /**
   * Milliseconds between a batch and the next: where nobody waits for them, fewer and larger ones take less
   * of the machine.
   */
  readonly gatherMs?: number;
  /** Items with the same key never share a batch; the later one waits for the next. */
  readonly keyOf?: (item: Item) => string;
  /** Whether a failed batch may hold one bad item: its items are then tried one by one. */
  readonly isItemError?: (error: unknown) => boolean;
  /** Calls that may wait; one more is refused. */
  readonly maxWaiting?: number;
  /** Called as each batch begins, with its size and how long its first item has waited. */
  readonly onBatch?: (items: number, waitedMs: number) => void;
}

interface Call<Item, Result> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Folds calls that arrive while a batch runs into the next one, so that many callers share a round trip and
 * a commit. One batch runs at a time; a call with none before it is not delayed.
 * @throws AppError internal_error 503 when `maxWaiting` calls wait already
 */
export function microBatch<Item, Result>(
  options: MicroBatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const {
    run,
    maxItems,
    keyOf,
    gatherMs = 0,
    isItemError = () => false,
    maxWaiting = 10_000,
    onBatch,
  } = options;
  let waiting: Call<Item, Result>[] = [];
  let running = false;

  function nextBatch(): Call<Item, Result>[] {
    if (!keyOf) return waiting.splice(0, maxItems);
    const batch: Call<Item, Result>[] = [];
    const left: Call<Item, Result>[] = [];
    const keys = new Set<string>();
    for (const call of waiting) {
      const key = keyOf(call.item);
      if (batch.length === maxItems || keys.has(key)) left.push(call);
      else {
        keys.add(key);
        batch.push(call);
      }
    }
    waiting = left;
    return batch;
  }

  async function settle(batch: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map((call) => call.item));
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} gave ${results.length} results`);
      batch.forEach((call, index) => {
        call.resolve(results[index] as Result);
      });
    } catch (error) {
      if (batch.length > 1 && isItemError(error)) {
        for (const call of batch) await settle([call]);
      } else {
        for (const call of batch) call.reject(error);
      }
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = nextBatch();
      if (onBatch && batch[0]) onBatch(batch.length, performance.now() - batch[0].since);
      await settle(batch);
      if (gatherMs > 0) await sleep(gatherMs);
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(unavailable(new Error(`${waiting.length} calls are waiting for a batch`)));
        return;
      }
      waiting.push({ item, since: performance.now(), resolve, reject });
      if (running) return;
      running = true;
      setImmediate(() => void drain());
    });
}
