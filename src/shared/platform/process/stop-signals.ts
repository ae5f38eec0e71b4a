const signals = ['SIGTERM', 'SIGINT'] as const;
type StopSignal = (typeof signals)[number];

/** The signals that shut a process down. */
export interface StopSignals {
  readonly names: readonly StopSignal[];
  /**
   * Sets the handler of the first signal. Before that a signal ends the process with 0: it has no work yet.
   */
  handle(stop: (signal: StopSignal) => void): void;
}

/**
 * Handles SIGTERM and SIGINT from now on.
 * A second SIGTERM changes nothing: platforms signal every process, and some do it repeatedly.
 * A second SIGINT comes from a keyboard, and ends the process at once.
 */
export function listenForStopSignals(): StopSignals {
  let stopping = false;
  let stop: (signal: StopSignal) => void = () => process.exit(0);
  const onSignal = (signal: StopSignal) => {
    if (!stopping) {
      stopping = true;
      stop(signal);
    } else if (signal === 'SIGINT') process.exit(1);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    names: signals,
    handle(next) {
      stop = next;
    },
  };
}
