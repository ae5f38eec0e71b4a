import type { Bringer } from '../../../../../shared/list/stats/best-referrers.ts';
import type { Period, Trend } from '../../../../../shared/list/stats/read-trend.ts';
import { countOf, formatDay, formatDays } from '../../../parts/format.tsx';

/** A source with fewer signups is too small to compare. */
const leastCompared = 10;
/** How many of the best referrers the sentence adds up, and from which share on it is worth one. */
const namedReferrers = 3;
const leastShare = 5;

interface ConclusionProps {
  readonly trend: Trend;
  readonly referrers: readonly Bringer[];
  /** Whether it is of one source or site, so that none is compared. */
  readonly isNarrowed?: boolean;
}

/** The statistics in a sentence or three; nothing without signups. */
export function Conclusion({ trend, referrers, isNarrowed = false }: ConclusionProps) {
  const compared = isNarrowed ? [] : [sourceOf(trend), broughtBy(trend, referrers)];
  const sentences = [bestOf(trend), ...compared].filter(Boolean);
  return sentences.length === 0 ? null : <p class="conclusion">{sentences.join(' ')}</p>;
}

/** The period with the most signups. */
export function bestPeriod({ periods }: Pick<Trend, 'periods'>): Period | undefined {
  return periods.reduce<Period | undefined>(
    (most, period) => (period.signups > (most?.signups ?? 0) ? period : most),
    undefined,
  );
}

function bestOf({ periods, unit, ...trend }: Trend): string | undefined {
  const best = bestPeriod({ periods, ...trend });
  if (best === undefined || periods.length < 2) return undefined;
  const when = best.from === best.to ? formatDay(best.from) : formatDays(best);
  return `${when} was the best ${unit}, with ${countOf(best.signups, 'signup')}.`;
}

/** The source whose signups become users most often; where nobody did, the one that brought most. */
function sourceOf({ sources, users, inWindow }: Trend): string | undefined {
  const named = sources.filter(({ name }) => name !== 'direct');
  const rated = named
    .filter(({ signups }) => signups >= leastCompared)
    .map(({ name, signups }) => ({ name, rate: (users?.bySource.get(name) ?? 0) / signups }))
    .sort((one, other) => other.rate - one.rate);
  const [best, next] = rated;
  if (best && next && best.rate > next.rate)
    return `Signups from ${best.name} become users most often: ${Math.round(100 * best.rate)}%.`;
  const [largest, second] = named;
  if (largest === undefined || largest.signups === second?.signups || inWindow === 0) return undefined;
  return `Of the sources, ${largest.name} brought most: ${countOf(largest.signups, 'signup')}.`;
}

function broughtBy({ total }: Trend, referrers: readonly Bringer[]): string | undefined {
  const best = referrers.slice(0, namedReferrers);
  if (best.length === 0 || total === 0) return undefined;
  const share = Math.round((100 * best.reduce((sum, { referral_count }) => sum + referral_count, 0)) / total);
  if (share < leastShare) return undefined;
  const names = new Intl.ListFormat('en').format(best.map(({ email }) => email));
  return `${names} brought ${share}% of all signups.`;
}
