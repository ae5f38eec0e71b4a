import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { listFirstPositions, listReferring } from './queries.ts';
import { type Ranking, toRanking, unmoved } from './ranking.ts';

/** A list whose people are ranked. */
interface RankedList {
  readonly accountId: string;
  readonly waitlistId: string;
  /** The referral bonus. */
  readonly bonus: number | null;
}

/** The ranks of lists that are looked at. */
export interface Ranks {
  /** As of a moment ago. A list without a bonus costs no query. */
  of(sql: Sql | Tx, list: RankedList): Promise<Ranking>;
}

/**
 * How many people with referrals are read of a list, those with the most first. Others beyond count as if
 * they had not moved past anybody.
 */
const mostMoved = 100_000;
/** How far from the front deleted people leave no gap. */
const firstPositions = 1_000;

/** Shorter than the time after which an open page asks again. */
const keptMs = 1_000;
/** At most this part of the time is spent on one list. */
const share = 1 / 20;

/** Reads a list once for all who ask within a second, or longer, if reading it takes long. */
export function openRanks(): Ranks {
  const kept = new Map<string, Promise<Ranking>>();

  async function readOnce(key: string, sql: Sql | Tx, list: RankedList, bonus: number): Promise<Ranking> {
    const startedAt = performance.now();
    const reading = read(sql, list, bonus);
    kept.set(key, reading);
    const forget = () => {
      if (kept.get(key) === reading) kept.delete(key);
    };
    try {
      const ranking = await reading;
      setTimeout(forget, Math.max(keptMs, (performance.now() - startedAt) / share)).unref();
      return ranking;
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    async of(sql, list) {
      const { accountId, waitlistId, bonus } = list;
      if (bonus === null) return unmoved;
      const key = JSON.stringify([accountId, waitlistId, bonus]);
      // Whoever reads it may have gone, and the reading with them.
      const known = await kept.get(key)?.catch(() => undefined);
      return known ?? readOnce(key, sql, list, bonus);
    },
  };
}

async function read(sql: Sql | Tx, { accountId, waitlistId }: RankedList, bonus: number): Promise<Ranking> {
  const [referring, first] = await Promise.all([
    listReferring(sql, accountId, waitlistId, mostMoved),
    listFirstPositions(sql, accountId, waitlistId, firstPositions),
  ]);
  const moved = referring.flatMap(({ referral_count, positions }) =>
    positions.map((position) => ({ position, referral_count })),
  );
  return toRanking({ bonus, moved, first });
}
