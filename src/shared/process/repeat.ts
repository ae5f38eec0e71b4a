/** Each is called once per series of consecutive failures. */
interface Callbacks {
  /** Called after the first failed run. */
  onFailing(error: unknown): void;
  /** Called after the first successful run that follows. */
  onRecovered?(): void;
}

/**
 * Runs `task` with a pause of `intervalMs` between runs until stopped. `stop` waits for a run in progress.
 */
export function repeat(
  intervalMs: number,
  task: () => Promise<void>,
  { onFailing, onRecovered }: Callbacks,
): { stop(): Promise<void> } {
  let stopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function run(): Promise<void> {
    try {
      await task();
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
