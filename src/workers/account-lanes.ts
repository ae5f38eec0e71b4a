import type { Ring } from '../shared/jobs.ts';

const maxWaiting = 20_000;

export interface AccountLanes {
  /** Resolves when the ring is answered, or waits in its account's lane. */
  answer(ring: Ring): Promise<void>;
  /** Ids of the jobs whose rings wait. */
  waiting(): string[];
  /** Forgets what waits: the outbox has it. */
  clear(): void;
}

/**
 * Shares a worker's slots between accounts: no account has more than `perAccount` of them, so that one whose mail provider
 * is slow leaves the others theirs. A ring over that gives its slot back at once and is answered when one of its
 * account's is done. It waits once, however often it is rung; past 20,000 it is forgotten, for the sweep rings again.
 */
export function openAccountLanes(perAccount: number, answer: (ring: Ring) => Promise<void>): AccountLanes {
  const lanes = new Map<string, { running: number; waiting: Map<string, Ring> }>();
  return {
    async answer(ring) {
      const lane = lanes.get(ring.accountId) ?? { running: 0, waiting: new Map() };
      if (lane.running >= perAccount) {
        if (lane.waiting.size < maxWaiting) lane.waiting.set(ring.id, ring);
        return;
      }
      lanes.set(ring.accountId, lane);
      lane.running += 1;
      try {
        for (let next: Ring | undefined = ring; next; next = takeFirst(lane.waiting)) await answer(next);
      } finally {
        lane.running -= 1;
        if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(ring.accountId);
      }
    },
    waiting: () => [...lanes.values()].flatMap(({ waiting }) => [...waiting.keys()]),
    clear() {
      for (const lane of lanes.values()) lane.waiting.clear();
    },
  };
}

function takeFirst(waiting: Map<string, Ring>): Ring | undefined {
  const [first] = waiting.values();
  if (first) waiting.delete(first.id);
  return first;
}
