import type { AbuseSettings } from '../../../../../shared/trust/abuse-settings.ts';
import { formatCount } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';

interface WithheldLinkProps {
  /** The path of the waitlist. */
  readonly path: string;
  readonly referrerId: string;
  readonly count: number;
  readonly mode: AbuseSettings['mode'];
}

/** Leads to the reviews of a referrer. In other modes than `enforce` these referrals credit all the same. */
export function WithheldLink({ path, referrerId, count, mode }: WithheldLinkProps) {
  return (
    <a href={toUrl(`${path}/review`, { referrer: referrerId })}>
      {formatCount(count)} {mode === 'enforce' ? 'withheld' : 'suspicious'}
    </a>
  );
}
