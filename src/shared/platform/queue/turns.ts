/** Shares a resource between accounts. */
export interface Turns {
  /** Runs the work when it is the account's turn. */
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * At most `limit` accounts have their turn at a time, each with one piece of work; the others follow one
 * after the other.
 */
export function openTurns(limit: number): Turns {
  const waiting = new Map<string, (() => void)[]>(); // in the order of the next turns
  const running = new Set<string>();

  function startNext(): void {
    for (const [accountId, [start, ...others]] of waiting) {
      if (running.size >= limit) return;
      if (running.has(accountId)) continue;
      if (others.length > 0) waiting.set(accountId, others);
      else waiting.delete(accountId);
      running.add(accountId);
      start?.();
    }
  }

  return {
    async run(accountId, work) {
      await new Promise<void>((resolve) => {
        waiting.set(accountId, [...(waiting.get(accountId) ?? []), resolve]);
        startNext();
      });
      try {
        return await work();
      } finally {
        running.delete(accountId);
        const others = waiting.get(accountId);
        if (others) {
          waiting.delete(accountId); // it goes behind the other accounts
          waiting.set(accountId, others);
        }
        startNext();
      }
    },
  };
}
