import type { History, RemovalCall, SignupCall } from '../../support/storm/history.ts';
import { type StormOptions, storm } from '../../support/storm/storm.ts';

/** A storm that runs until it is stopped. */
export interface Load {
  /** All calls so far, in the order in which they ended. */
  readonly seen: readonly (SignupCall | RemovalCall)[];
  /** How many calls were answered with 201 or 204. */
  succeeded(): number;
  /** Waits until the clients have finished their calls. Every call returns the same history. */
  stop(): Promise<History>;
}

/**
 * Clients for runs that kill servers: each sends as fast as it can, and repeats a call until it gets a
 * definite answer.
 */
export const persistentClients = {
  concurrency: 64,
  repeats: 0.05,
  referrals: 0.05,
  removals: 0.01,
  retry: true,
} as const;

export function startLoad(options: StormOptions): Load {
  const seen: (SignupCall | RemovalCall)[] = [];
  let isOver = false;
  let successes = 0;
  const running = storm({
    ...options,
    isOver: () => isOver,
    onCall(call) {
      seen.push(call);
      if (call.status === 201 || call.status === 204) successes += 1;
    },
  });
  return {
    seen,
    succeeded: () => successes,
    stop() {
      isOver = true;
      return running;
    },
  };
}
