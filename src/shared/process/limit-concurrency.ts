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

/** Runs the calls of a key one after the other. */
export function oneAtATime(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { readonly inTurn: InTurn; calls: number }>();
  return async (key, run) => {
    const queue = queues.get(key) ?? { inTurn: limitConcurrency(1), calls: 0 };
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
