/** Each is called once per series of consecutive failures. */
interface Callbacks {
  /** Called after the first failed run. */
  onFailing(error: unknown): void;
  /** Called after the first successful run that follows. */
  onRecovered?(): void;
}

/** What a task returns that had nothing to do, because another process does it. */
export const skipped = Symbol('skipped');

/**
 * Runs `task` with a pause of `intervalMs` between runs until stopped. `stop` waits for a run in progress. A
 * run that was `skipped` has neither failed nor succeeded.
 */
export function repeat(
  intervalMs: number,
  task: () => Promise<unknown>,
  { onFailing, onRecovered }: Callbacks,
): { stop(): Promise<void> } {
  let stopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function run(): Promise<void> {
    try {
      if ((await task()) === skipped) return;
      if (isFailing) onRecovered?.();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFailing(error);
      isFailing = true;
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = run().finally(() => {
        if (!stopped) schedule();
      });
    }, intervalMs);
  }

  schedule();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
