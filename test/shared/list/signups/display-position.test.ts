import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayPosition } from '../../../../src/shared/list/waitlists/display-position.ts';

describe('displayPosition', () => {
  test.each([
    [10, 0, 3, 10],
    [10, 2, 3, 4],
    [10, 3, 3, 1],
    [10, 4, 3, 1],
    [1, 0, 1, 1],
    [2_000_000, 1, 1_000_000, 1_000_000],
  ])(
    'position %d with %d referrals at a bonus of %d is shown as %d (§2.3)',
    (position, referrals, bonus, shown) => {
      expect(displayPosition(position, referrals, bonus)).toBe(shown);
    },
  );

  test('there is none without a bonus (§2.3)', () => {
    expect(displayPosition(5, 3, null)).toBeNull();
  });

  test('nobody is shown before 1 or behind the own position, and a referral never costs a place (§2.3)', () => {
    const count = fc.integer({ min: 0, max: 2_147_483_647 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_147_483_647 }),
        count,
        fc.integer({ min: 1, max: 1_000_000 }),
        (position, referrals, bonus) => {
          const shown = displayPosition(position, referrals, bonus) ?? 0;
          expect(Number.isSafeInteger(shown)).toBe(true);
          expect(shown).toBeGreaterThanOrEqual(1);
          expect(shown).toBeLessThanOrEqual(position);
          expect(displayPosition(position, referrals + 1, bonus)).toBeLessThanOrEqual(shown);
        },
      ),
    );
  });
});
