import type { RecipientCount } from '../../../../../shared/capabilities/announcements/selection/count-recipients.ts';
import { countOf, formatCount } from '../../../parts/format.tsx';
import { LeftOut } from '../who/left-out.tsx';
import { exclusionTexts } from './announcement-words.tsx';

/** Who would get an announcement, and what the month has left for them. */
export interface Counted extends RecipientCount {
  /** Null for an account with its own provider. */
  readonly remaining: number | null;
}

interface RecipientsProps {
  /** Null where counting takes too long; undefined if nothing was counted. */
  readonly counted: Counted | null | undefined;
}

/** How many people would get it, and why others would not. */
export function Recipients({ counted }: RecipientsProps) {
  if (counted === undefined) return null;
  if (counted === null)
    return <p>Counting them takes a moment. Save the draft: it is counted in the background.</p>;
  const { matched, selected, excluded, remaining } = counted;
  return (
    <>
      <p>
        <strong>{countOf(selected, 'person', 'people')}</strong>{' '}
        {selected === matched ? 'would get it.' : `would get it, of ${formatCount(matched)} who match.`}
      </p>
      <LeftOut counts={excluded} texts={exclusionTexts} />
      <Allowance selected={selected} remaining={remaining} />
    </>
  );
}

/** What the month's allowance has left, if there is one. */
export function Allowance({ selected, remaining }: Pick<Counted, 'selected' | 'remaining'>) {
  if (remaining === null) return null;
  if (remaining >= selected)
    return <p class="soft">This month’s allowance has {countOf(remaining, 'email')} left.</p>;
  return (
    <p class="message warn">
      This month’s allowance has {countOf(remaining, 'email')} left.{' '}
      {countOf(selected - remaining, 'person waits', 'people wait')} for the next month, or until you{' '}
      <a href="/dashboard/email">set up a provider of your own</a>.
    </p>
  );
}
