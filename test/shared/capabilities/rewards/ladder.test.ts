import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toLadder } from '../../../../src/shared/capabilities/rewards/ladder.ts';

const rewards = fc
  .uniqueArray(
    fc.record(
      { at: fc.integer({ min: 1, max: 30 }), key: fc.stringMatching(/^[a-c]{1,3}$/), name: fc.string() },
      { requiredKeys: ['at', 'key'] },
    ),
    { comparator: (one, other) => one.at === other.at || one.key === other.key },
  )
  .map((each) => each.toSorted((one, other) => one.at - other.at));
const reached = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 1, max: 30 }),
    key: fc.stringMatching(/^[a-c]{1,3}$/),
    reached_at: fc.constant('2026-01-01T00:00:00.000Z'),
  }),
  { selector: ({ at }) => at },
);

describe('the ladder of rewards (N5)', () => {
  test('has each reward of the list and each that was reached, once, by how many it takes', () => {
    fc.assert(
      fc.property(rewards, reached, fc.nat(40), (list, granted, count) => {
        const ladder = toLadder(list, granted, count);
        const levels = ladder.map(({ at }) => at);
        const all = new Set([...list, ...granted].map(({ at }) => at));
        expect(levels).toEqual([...all].toSorted((one, other) => one - other));
        for (const { at, key, name, missing, reached_at } of ladder) {
          const grant = granted.find((each) => each.at === at);
          expect(reached_at).toBe(grant?.reached_at ?? null);
          expect(key).toBe((grant ?? list.find((each) => each.at === at))?.key);
          expect(name).toBe(list.find((each) => each.key === key)?.name ?? key);
          // Whoever gets that many more referrals has enough, and with one less has not.
          expect(count + missing >= at || grant !== undefined).toBe(true);
          if (missing > 0) expect([count + missing, reached_at]).toEqual([at, null]);
        }
      }),
    );
  });
});
