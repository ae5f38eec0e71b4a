/** What `onFailing` returns where others tell of the failure. */
export const toldElsewhere = Symbol('told elsewhere');

/** Each is called once per series of consecutive failures. */
interface Callbacks {
  /** Called after the first failed run, and after each further one until it tells of the failure itself. */
  onFailing(error: unknown): unknown;
  /** Called after the first successful run that follows. */
  onRecovered?(): void;
}

/** What a task returns that had nothing to do, because another process does it. */
export const skipped = Symbol('skipped');

/** What a task returns that has more to do soon. */
export const unfinished = Symbol('unfinished');

/**
 * Runs `task` with a pause of `intervalMs` between runs until stopped, and of `soonMs` behind one that was
 * `unfinished`. `stop` waits for a run in progress. A run that was `skipped` has neither failed nor
 * succeeded.
 */
export function repeat(
  intervalMs: number,
  task: () => Promise<unknown>,
  { onFailing, onRecovered }: Callbacks,
  soonMs = intervalMs,
): { stop(): Promise<void> } {
  let stopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  /** @returns the pause behind it */
  async function run(): Promise<number> {
    try {
      const result = await task();
      if (result === skipped) return intervalMs;
      if (isFailing) onRecovered?.();
      isFailing = false;
      return result === unfinished ? soonMs : intervalMs;
    } catch (error) {
      isFailing ||= onFailing(error) !== toldElsewhere;
      return intervalMs;
    }
  }

  function schedule(pauseMs: number): void {
    timer = setTimeout(() => {
      running = run().then((next) => {
        if (!stopped) schedule(next);
      });
    }, pauseMs);
  }

  schedule(intervalMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
