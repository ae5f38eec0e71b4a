import type { Ring } from '../shared/jobs.ts';

const maxWaiting = 20_000;

export interface AccountLanes {
  /** Resolves when the ring is answered, or waits in its account's lane. */
  answer(ring: Ring): Promise<void>;
  /** Ids of the jobs whose rings wait. */
  waiting(): string[];
  /** Begins nothing more of an account for a while: its provider has asked for that. */
  pause(accountId: string, ms: number): void;
  /** Forgets what waits: the outbox has it. Resolves when what was begun after a pause is done. */
  close(): Promise<void>;
}

interface Lane {
  running: number;
  readonly waiting: Map<string, Ring>;
  pausedUntil: number;
}

/**
 * Shares a worker's slots between accounts: no account has more than `perAccount` of them, so that one whose mail provider
 * is slow leaves the others theirs. A ring over that gives its slot back at once and is answered when one of its
 * account's is done. It waits once, however often it is rung; past 20,000 it is forgotten, for the sweep rings again.
 */
export function openAccountLanes(perAccount: number, answer: (ring: Ring) => Promise<void>): AccountLanes {
  const lanes = new Map<string, Lane>();
  const resumed = new Set<Promise<void>>();

  function laneOf(accountId: string): Lane {
    const lane = lanes.get(accountId) ?? { running: 0, waiting: new Map(), pausedUntil: 0 };
    lanes.set(accountId, lane);
    return lane;
  }
  const isPaused = ({ pausedUntil }: Lane) => performance.now() < pausedUntil;

  /** Answers a ring, and what waits behind it. */
  async function run(accountId: string, lane: Lane, first: Ring): Promise<void> {
    lane.running += 1;
    try {
      for (
        let next: Ring | undefined = first;
        next;
        next = isPaused(lane) ? undefined : takeFirst(lane.waiting)
      )
        await answer(next);
    } finally {
      lane.running -= 1;
      if (lane.running === 0 && lane.waiting.size === 0 && !isPaused(lane)) lanes.delete(accountId);
    }
  }

  function resume(accountId: string): void {
    const lane = laneOf(accountId);
    if (isPaused(lane)) return; // for longer, by now
    while (lane.running < perAccount) {
      const next = takeFirst(lane.waiting);
      if (!next) break;
      const running = run(accountId, lane, next)
        .catch(() => {}) // the sweep rings again
        .finally(() => resumed.delete(running));
      resumed.add(running);
    }
    if (lane.running === 0) lanes.delete(accountId);
  }

  return {
    async answer(ring) {
      const lane = laneOf(ring.accountId);
      if (lane.running < perAccount && !isPaused(lane)) return run(ring.accountId, lane, ring);
      if (lane.waiting.size < maxWaiting) lane.waiting.set(ring.id, ring);
    },
    waiting: () => [...lanes.values()].flatMap(({ waiting }) => [...waiting.keys()]),
    pause(accountId, ms) {
      const lane = laneOf(accountId);
      lane.pausedUntil = Math.max(lane.pausedUntil, performance.now() + ms);
      setTimeout(() => resume(accountId), ms + 1).unref();
    },
    async close() {
      for (const lane of lanes.values()) lane.waiting.clear();
      await Promise.all(resumed);
    },
  };
}

function takeFirst(waiting: Map<string, Ring>): Ring | undefined {
  const [first] = waiting.values();
  if (first) waiting.delete(first.id);
  return first;
}
