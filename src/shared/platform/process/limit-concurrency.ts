/** Runs a call when it is its turn. */
export type InTurn = <T>(run: () => Promise<T>) => Promise<T>;

/** Runs at most `max` calls at a time; the others wait in order. */
export function limitConcurrency(max: number): InTurn {
  const waiting: (() => void)[] = [];
  let free = max;
  return async (run) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Runs a call when it is the turn of its key. */
export type InTurnOfKey = <T>(key: string, run: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `max` calls of a key at a time; the others wait in order. A call beyond `mostWaiting` throws
 * `refusal()`.
 */
export function limitPerKey(
  max: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  refusal = () => new Error('Too many calls wait'),
): InTurnOfKey {
  const queues = new Map<string, { readonly inTurn: InTurn; calls: number }>();
  return async (key, run) => {
    const queue = queues.get(key) ?? { inTurn: limitConcurrency(max), calls: 0 };
    if (queue.calls >= max + mostWaiting) throw refusal();
    queues.set(key, queue);
    queue.calls += 1;
    try {
      return await queue.inTurn(run);
    } finally {
      queue.calls -= 1;
      if (queue.calls === 0) queues.delete(key);
    }
  };
}
