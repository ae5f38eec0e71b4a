import type { Bringer, Referrer } from '../../../../../shared/list/stats/best-referrers.ts';
import { formatCount } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';

interface ReferralTreeProps {
  readonly root: string;
  /** Undefined where finding them takes too long. */
  readonly referrers: readonly Referrer[] | undefined;
}

/**
 * The best referrers, each with those of its people who brought the most. A name leads to the person, a
 * number to whom that person brought.
 */
export function ReferralTree({ root, referrers }: ReferralTreeProps) {
  if (referrers === undefined) return <p>Finding them takes too long just now. Try again in a moment.</p>;
  if (referrers.length === 0) return <p>Nobody has referred anybody yet.</p>;
  return (
    <ol class="tree">
      {referrers.map((referrer) => {
        const more = referrer.referral_count - referrer.brought.length;
        return (
          <li key={referrer.id}>
            <Person root={root} of={referrer} />
            <ul>
              {referrer.brought.map((each) => (
                <li key={each.id}>
                  <Person root={root} of={each} />
                </li>
              ))}
              {more > 0 && (
                <li class="soft">
                  <a href={toUrl(root, { referred_by: referrer.id })}>
                    and {formatCount(more)} more<span class="hidden"> whom {referrer.email} brought</span>
                  </a>
                </li>
              )}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

function Person({ root, of: { id, email, referral_count } }: { root: string; of: Bringer }) {
  return (
    <div>
      <a href={`${root}/signups/${id}`} title={email}>
        {email}
      </a>
      {referral_count > 0 && (
        <a class="number" href={toUrl(root, { referred_by: id })}>
          <span class="hidden">brought </span>
          {formatCount(referral_count)}
        </a>
      )}
    </div>
  );
}
