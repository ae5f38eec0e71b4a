const signals = ['SIGTERM', 'SIGINT'] as const;
type StopSignal = (typeof signals)[number];

/** When a process is asked to end. */
export interface StopSignals {
  readonly names: readonly StopSignal[];
  /** From now on this is what the first signal does; until then it ends the process with 0, for nothing has begun. */
  handle(stop: (signal: StopSignal) => void): void;
}

/**
 * Hears SIGTERM and SIGINT from this moment. Platforms signal every process of a machine, and some more than once, so a
 * repeated SIGTERM changes nothing; a second SIGINT comes from somebody at a keyboard, and ends the process at once.
 */
export function hearStopSignals(): StopSignals {
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
