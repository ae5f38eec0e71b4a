import { countBelow } from './count-below.ts';

/** What the place of a signup in its line depends on. */
export interface Standing {
  readonly position: number;
  readonly referral_count: number;
}

/** Where the people of a list stand. */
export interface Ranking {
  /** From 1, and no two people of a list have the same. */
  rankOf(signup: Standing): number;
}

/** A list as far as ranks depend on it. */
interface Line {
  readonly bonus: number;
  /** Everybody with referrals. */
  readonly moved: readonly Standing[];
  /** The first positions that somebody has, ascending. */
  readonly first: readonly number[];
}

/** Without a bonus nobody moves: the position is the rank. */
export const unmoved: Ranking = { rankOf: ({ position }) => position };

/**
 * Ranks people by displayed position (§2.3), then by position: the rank is how many stand before somebody,
 * plus one. Only people with referrals stand elsewhere than at their position. So it is the displayed
 * position, and one more for whoever stands there by the own position, and one for each who has moved from
 * behind that place to before it. Who was deleted leaves no gap before the last position of `first`; behind
 * it, a gap counts as it does in positions.
 */
export function toRanking({ bonus, moved, first }: Line): Ranking {
  const known = moved.toSorted((one, other) => one.position - other.position);
  const positions = Float64Array.from(known, ({ position }) => position);
  const size = positions.length + 1;
  /** Sorts by displayed position, then by position: the second is told by its index, which is smaller. */
  const toKey = (shown: number, index: number) => shown * size + index;
  const line = Float64Array.from(known, (each, index) => toKey(shownAt(each, bonus), index)).sort();
  const end = first.at(-1) ?? 0;
  const gapsUpTo = (position: number) => {
    const last = Math.min(position, end);
    return last - countBelow(first, last + 1);
  };
  return {
    rankOf(signup) {
      const { position } = signup;
      const shown = shownAt(signup, bonus);
      const hasMoved = shown < position;
      const before = countBelow(line, toKey(shown, countBelow(positions, position)));
      const beforeAnyway = countBelow(positions, hasMoved ? shown + 1 : position);
      return shown + (hasMoved ? 1 : 0) + before - beforeAnyway - gapsUpTo(hasMoved ? shown : shown - 1);
    },
  };
}

const shownAt = ({ position, referral_count }: Standing, bonus: number) =>
  Math.max(1, position - referral_count * bonus);
