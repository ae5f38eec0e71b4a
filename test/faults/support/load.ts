import type { History, RemovalCall, SignupCall } from '../../support/storm/history.ts';
import { type StormOptions, storm } from '../../support/storm/storm.ts';

/** A storm without an end. */
export interface Load {
  /** What clients have seen until now, in the order in which it ended. */
  readonly seen: readonly (SignupCall | RemovalCall)[];
  /** How many tries were answered as they should be. */
  succeeded(): number;
  /** Lets the clients finish what they are at. Asked again it gives the same. */
  stop(): Promise<History>;
}

/** What clients do while things are killed under them: as much as they can, again until they know what became of it. */
export const restlessClients = {
  concurrency: 64,
  repeats: 0.05,
  referrals: 0.05,
  removals: 0.01,
  retry: true,
} as const;

export function startLoad(options: StormOptions): Load {
  const seen: (SignupCall | RemovalCall)[] = [];
  let over = false;
  let successes = 0;
  const running = storm({
    ...options,
    isOver: () => over,
    onCall(call) {
      seen.push(call);
      if (call.status === 201 || call.status === 204) successes += 1;
    },
  });
  return {
    seen,
    succeeded: () => successes,
    stop() {
      over = true;
      return running;
    },
  };
}
