/** What a repeated task reports: each once for a row of failures, however long that is. */
interface Reports {
  /** The first run that failed; the next ones are not reported. */
  onFailing(error: unknown): void;
  /** The first run that succeeded behind those that failed. */
  onRecovered?(): void;
}

/** Runs `task` every `everyMs`, never twice at once, until stopped; `stop` waits for a run in progress. */
export function repeat(
  everyMs: number,
  task: () => Promise<void>,
  { onFailing, onRecovered }: Reports,
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
    }, everyMs);
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
