/** Runs `task` every `everyMs`, never twice at once, until stopped; `stop` waits for a run in progress. */
export function repeat(
  everyMs: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    timer = setTimeout(() => {
      running = task()
        .catch(onError)
        .finally(() => {
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
