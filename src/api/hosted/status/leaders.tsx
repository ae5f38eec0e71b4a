import type { OwnLeaderboard } from '../../../shared/capabilities/leaderboard/read-leaderboard.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { numbersIn } from '../../../shared/platform/language/numbers-in.ts';
import type { Say } from '../../../shared/platform/language/say.ts';

interface LeadersProps {
  readonly leaderboard: OwnLeaderboard | null;
  readonly locale: Locale;
  readonly say: Say;
}

/** Who has referred the most, with the person whose page it is. */
export function Leaders({ leaderboard, locale, say }: LeadersProps) {
  if (leaderboard === null || leaderboard.entries.length === 0) return null;
  const { entries, you } = leaderboard;
  const rows = entries.map(({ name, ...entry }) => ({
    ...entry,
    name: entry.isYou ? say('status.you') : name,
  }));
  if (you.rank !== null && !rows.some(({ isYou }) => isYou))
    rows.push({ rank: you.rank, referral_count: you.referral_count, name: say('status.you'), isYou: true });
  const number = numbersIn(locale);
  return (
    <section class="part">
      <h2>{say('status.leaderboard')}</h2>
      <ol class="leaders">
        {rows.map(({ rank, name, referral_count, isYou }, index) => (
          <li key={index} class={isYou ? 'you' : undefined}>
            <span class="rank">{number.format(rank)}</span>
            <bdi class="what">{name}</bdi>
            <span class="state">{say('status.takes', { count: referral_count })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
