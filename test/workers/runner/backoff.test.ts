import { expect, test } from 'vitest';
import { backoffSeconds } from '../../../src/workers/runner/processor.ts';

test.each([
  [1, 5],
  [2, 20],
  [3, 80],
  [4, 320],
  [5, 1_280],
  [6, 3_600],
  [50, 3_600],
  [10_000, 3_600],
])(
  'after attempt %d the next comes %d s later, at most a quarter more, not always alike (C6.6)',
  (attempt, seconds) => {
    const waits = Array.from({ length: 100 }, () => backoffSeconds(attempt));
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(seconds);
      expect(wait).toBeLessThanOrEqual(seconds * 1.25);
    }
    expect(new Set(waits).size).toBeGreaterThan(1);
  },
);
