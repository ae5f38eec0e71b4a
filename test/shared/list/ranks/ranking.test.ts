import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Standing, toRanking, unmoved } from '../../../../src/shared/list/ranks/ranking.ts';

const shownAt = ({ position, referral_count }: Standing, bonus: number) =>
  Math.max(1, position - referral_count * bonus);

/** By the definition: all people in order. */
const inLine = (people: readonly Standing[], bonus: number) =>
  people.toSorted(
    (one, other) => shownAt(one, bonus) - shownAt(other, bonus) || one.position - other.position,
  );

const rankingOf = (people: readonly Standing[], bonus: number, known = people.length) =>
  toRanking({
    bonus,
    moved: people.filter(({ referral_count }) => referral_count > 0),
    first: people
      .map(({ position }) => position)
      .toSorted((one, other) => one - other)
      .slice(0, known),
  });

/** People of a list, with gaps between them where others were deleted. */
const people = fc.uniqueArray(
  fc.record({ position: fc.integer({ min: 1, max: 60 }), referral_count: fc.constantFrom(0, 0, 0, 1, 2, 5) }),
  { selector: ({ position }) => position, maxLength: 40 },
);
const bonuses = fc.constantFrom(0, 1, 2, 5, 1_000);

test('a rank is how many people stand before somebody, plus one', () => {
  fc.assert(
    fc.property(people, bonuses, (all, bonus) => {
      const { rankOf } = rankingOf(all, bonus);
      expect(inLine(all, bonus).map(rankOf)).toEqual(all.map((_, index) => index + 1));
    }),
    { numRuns: 500 },
  );
});

test('behind the first positions gaps count, and still no two people share a rank', () => {
  fc.assert(
    fc.property(people, bonuses, fc.nat(10), (all, bonus, known) => {
      const { rankOf } = rankingOf(all, bonus, known);
      const taken = new Set(all.map(({ position }) => position));
      const sorted = [...taken].toSorted((one, other) => one - other);
      const start = sorted[Math.min(known, sorted.length) - 1] ?? 0;
      // As if somebody without referrals stood in each later gap.
      const gaps = Array.from({ length: 60 }, (_, index) => index + 1)
        .filter((position) => position > start && !taken.has(position))
        .map((position) => ({ position, referral_count: 0 }));
      const line = inLine([...all, ...gaps], bonus);
      for (const person of all) expect(rankOf(person)).toBe(line.indexOf(person) + 1);
    }),
    { numRuns: 500 },
  );
});

test('somebody newer than what was read stands behind all others', () => {
  const { rankOf } = rankingOf(
    [
      { position: 1, referral_count: 0 },
      { position: 2, referral_count: 3 },
    ],
    5,
  );
  expect([3, 4].map((position) => rankOf({ position, referral_count: 0 }))).toEqual([3, 4]);
});

test('large positions and many people keep apart', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => ({
    position: 1_000_000_000 + index * 2,
    referral_count: 1 + (index % 2),
  }));
  const { rankOf } = rankingOf(many, 3);
  expect(inLine(many, 3).map(rankOf)).toEqual(many.map((_, index) => index + 1));
});

test('without a bonus the rank is the position', () => {
  expect(unmoved.rankOf({ position: 7, referral_count: 3 })).toBe(7);
});
