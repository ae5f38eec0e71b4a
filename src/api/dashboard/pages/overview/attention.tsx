import type { Attention } from '../../../../shared/owner/overview/read-attention.ts';
import { countOf, formatCount, formatNextMonth, Time } from '../../parts/format.tsx';
import { integrations, pathOf } from '../integration/names.ts';

/** What is wrong, each with a link to where it is mended. Renders nothing if nothing is. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  if (items.length === 0) return null;
  return (
    <section class="card attention" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      <ul class="plain">
        {items.map((item) => (
          <li key={JSON.stringify(item)}>
            <Line item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ item }: { item: Attention }) {
  switch (item.about) {
    case 'integration': {
      const { type, is_disabled, error, created_at } = item.integration;
      return (
        <>
          <a href={pathOf(type)}>{integrations[type].name}</a>{' '}
          {is_disabled ? 'was disabled because it kept failing' : 'failed at its newest delivery'},{' '}
          <Time at={created_at} />. <span class="soft">{error}</span>
        </>
      );
    }
    case 'undelivered': {
      const { type, count, since } = item;
      return (
        <>
          <a href={pathOf(type)}>{integrations[type].name}</a> works again, but{' '}
          {countOf(count, 'event was', 'events were')} not delivered:{' '}
          <a href={`${pathOf(type)}/replay?since=${since}`}>Replay</a>
        </>
      );
    }
    case 'refused': {
      const count = `${item.isMore ? 'Over ' : ''}${countOf(item.count, 'email')}`;
      return item.because === 'settings' ? (
        <>
          {count} failed because of the settings.{' '}
          <a href="/dashboard/email">Mend the settings and send again</a>
        </>
      ) : (
        <>
          {count} failed after several attempts. <a href="/dashboard/email">Send again</a>
        </>
      );
    }
    case 'held':
      return (
        <>
          {countOf(item.count, 'email')} {item.count === 1 ? 'is' : 'are'} waiting:{' '}
          {item.heldFor === 'route'
            ? 'no email provider is set up.'
            : `the allowance is used up until ${formatNextMonth(item.month)} (UTC).`}{' '}
          <a href="/dashboard/email">Set up your own provider</a>
        </>
      );
    case 'form': {
      const { id, name, unasked } = item.list;
      return (
        <>
          The form of {name} refuses everybody: it does not ask for {unasked.join(', ')}.{' '}
          <a href={`/dashboard/waitlists/${id}/settings/form`}>Mend the form</a>
        </>
      );
    }
    case 'reviews': {
      const { id, name, open } = item.list;
      return (
        <>
          {countOf(open, 'referral')} of {name} {open === 1 ? 'waits' : 'wait'} for a decision.{' '}
          <a href={`/dashboard/waitlists/${id}/review`}>Review</a>
        </>
      );
    }
    case 'more reviews':
      return (
        <>
          Referrals of <a href="/dashboard/waitlists">other waitlists</a> wait for a decision, too.
        </>
      );
    case 'allowance': {
      const { reserved, allowance } = item.usage;
      return (
        <>
          {formatCount(reserved)} of {countOf(allowance, 'email')} of this month’s allowance{' '}
          {reserved >= allowance ? 'are used: new emails wait.' : 'are used.'}{' '}
          <a href="/dashboard/email">Use your own provider to send without a limit</a>
        </>
      );
    }
    case 'signups':
      return (
        <>
          {formatCount(item.used)} of {countOf(item.limit, 'signup')} of your plan are used
          {item.isFull ? ', so new signups are rejected' : ''}. Upgrade, or{' '}
          <a href="/dashboard/waitlists">delete signups</a>.
        </>
      );
  }
}
