import { type ComponentChildren, Fragment } from 'preact';
import type { JudgedReferrals } from '../../../../../shared/capabilities/trust/reviews/queries.ts';
import { formatCount } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';

interface JudgedLinksProps {
  /** The path of the waitlist. */
  readonly path: string;
  readonly referrerId: string;
  readonly judged: JudgedReferrals | undefined;
  /** Whether only those are shown that somebody has to decide. */
  readonly onlyOpen?: boolean;
  /** Between two of them. */
  readonly separator?: ComponentChildren;
}

/** How many referrals of a person are not simply credited, in words that the page Review uses, too. */
export const judgedWords = (
  judged: JudgedReferrals | undefined,
): (readonly [count: number, word: string, state: 'open' | 'rejected'])[] =>
  judged === undefined
    ? []
    : (
        [
          [judged.withheld, 'withheld', 'open'],
          [judged.suspicious, 'suspicious', 'open'],
          [judged.refused, 'refused', 'rejected'],
        ] as const
      ).filter(([count]) => count > 0);

/** Links from these numbers to the referrals on the page Review. */
export function JudgedLinks({
  path,
  referrerId,
  judged,
  onlyOpen = false,
  separator = ', ',
}: JudgedLinksProps) {
  const shown = judgedWords(judged).filter(([, , state]) => !onlyOpen || state === 'open');
  return shown.map(([count, word, state], index) => (
    <Fragment key={word}>
      {index > 0 && separator}
      <a href={toUrl(`${path}/review`, { referrer: referrerId, ...(state !== 'open' && { state }) })}>
        {formatCount(count)} {word}
      </a>
    </Fragment>
  ));
}
