import type { FannedOut, PendingCount } from '../shared/list/publishing/fan-out-queries.ts';

/** Fewer are counted anew each time: that takes some milliseconds. */
const many = 10_000;
const keptMs = 5_000;

/**
 * How many deliveries wait for integrations that have many: as last counted, and those that this worker has
 * added since.
 */
export interface PendingCounts {
  /** Those of the last five seconds. */
  recent(): PendingCount[];
  /** Keeps what a fan-out has counted and added. */
  note(deliveries: readonly FannedOut[]): void;
}

/**
 * To count 100,000 takes Postgres tens of milliseconds: too much for each event of a busy list whose receiver
 * hangs.
 */
export function openPendingCounts(): PendingCounts {
  const counts = new Map<string, { pending: number; countedAt: number }>();
  return {
    recent() {
      const now = performance.now();
      for (const [id, { countedAt }] of counts) if (now - countedAt > keptMs) counts.delete(id);
      return [...counts].map(([id, { pending }]) => ({ id, pending }));
    },
    note(deliveries) {
      for (const { integrationId: id, pending } of deliveries)
        if (pending >= many && !counts.has(id)) counts.set(id, { pending, countedAt: performance.now() });
      for (const { integrationId, isSurplus } of deliveries) {
        const count = counts.get(integrationId);
        if (count && !isSurplus) count.pending += 1;
      }
    },
  };
}
