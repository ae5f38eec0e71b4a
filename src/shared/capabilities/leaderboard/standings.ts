import { countBelow } from '../../list/ranks/count-below.ts';
import { listReferring } from '../../list/ranks/queries.ts';
import type { Standing as PersonStanding } from '../../list/ranks/ranking.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import { type LeaderRow, listLeaders } from './queries.ts';
import { lastRank } from './schema.ts';

/** Where the people of a list stood a moment ago. */
interface Standing {
  /** The first of them. */
  readonly leaders: readonly LeaderRow[];
  /** The place by referrals, then by position; null without referrals, and behind the last rank. */
  placeOf(person: PersonStanding): number | null;
}

/** A leaderboard to read. */
export interface StandingRequest {
  readonly accountId: string;
  readonly waitlistId: string;
  readonly nameField: string | null;
}

/** The standings of lists whose pages are open. */
export interface Standings {
  of(sql: Sql, list: StandingRequest): Promise<Standing>;
}

/** Shorter than the time after which an open page asks again. */
const keptMs = 1_000;

/**
 * Reads the first `length` and the ranks of a list once for all who ask within a second: a rank counts
 * thousands of people, and those of a list that spreads look at their pages together.
 */
export function openStandings(length: number): Standings {
  const kept = new Map<string, Promise<Standing>>();
  return {
    of(sql, list) {
      const key = JSON.stringify([list.accountId, list.waitlistId, list.nameField]);
      const known = kept.get(key);
      if (known) return known;
      const standing = readStanding(sql, list, length);
      kept.set(key, standing);
      const forget = () => kept.delete(key);
      standing.then(() => setTimeout(forget, keptMs).unref(), forget);
      return standing;
    },
  };
}

async function readStanding(
  sql: Sql,
  { accountId, waitlistId, nameField }: StandingRequest,
  length: number,
): Promise<Standing> {
  const [leaders, referring] = await Promise.all([
    listLeaders(sql, accountId, waitlistId, nameField, length),
    listReferring(sql, accountId, waitlistId, lastRank),
  ]);
  return {
    leaders,
    placeOf({ position, referral_count: count }) {
      if (count === 0) return null;
      const ahead = referring
        .filter(({ referral_count }) => referral_count >= count)
        .reduce(
          (sum, { referral_count, positions }) =>
            sum + (referral_count > count ? positions.length : countBelow(positions, position)),
          0,
        );
      return ahead < lastRank ? ahead + 1 : null;
    },
  };
}
