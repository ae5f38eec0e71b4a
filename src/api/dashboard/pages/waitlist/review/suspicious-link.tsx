import { formatCount } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';

interface SuspiciousLinkProps {
  /** The path of the waitlist. */
  readonly path: string;
  readonly referrerId: string;
  readonly count: number;
}

/**
 * Leads to the reviews of a referrer. Its suspicious referrals are withheld, or credited if the mode was
 * `monitor` when they were judged.
 */
export function SuspiciousLink({ path, referrerId, count }: SuspiciousLinkProps) {
  return <a href={toUrl(`${path}/review`, { referrer: referrerId })}>{formatCount(count)} suspicious</a>;
}
