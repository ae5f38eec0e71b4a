import type { SignupStatus } from '../../../shared/list/status/read-status.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { numbersIn } from '../../../shared/platform/language/numbers-in.ts';
import type { Say } from '../../../shared/platform/language/say.ts';
import { placeOf } from './status-view.ts';

interface PlaceProps {
  readonly status: SignupStatus;
  readonly locale: Locale;
  readonly say: Say;
}

/** The place of a person, how far the referrals have moved it, and how many are on the list. */
export function Place({ status, locale, say }: PlaceProps) {
  const place = placeOf(status);
  const { total, position } = status;
  const moved = place === null || position === null ? 0 : position - place;
  if (place === null && total === null) return null;
  return (
    <section class="hero">
      {place !== null && (
        <>
          <h2 class="muted">{say('status.place')}</h2>
          <p class="place" data-count={place}>
            {numbersIn(locale).format(place)}
          </p>
        </>
      )}
      {moved > 0 && (
        <p class="moved">
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M6 10V2.5M2.5 6 6 2.5 9.5 6" fill="none" stroke="currentColor" stroke-width="1.75" />
          </svg>
          {say('status.moved', { places: moved })}
        </p>
      )}
      {total !== null && <p class="muted small">{say('status.onList', { total })}</p>}
    </section>
  );
}

/** What one more friend brings; undefined where it is nothing. */
export function gainOf(status: SignupStatus, say: Say): string | undefined {
  const { per_referral: bonus } = status;
  const place = placeOf(status);
  if (bonus === null || bonus === 0) return undefined;
  if (place === 1) return say('status.atFront');
  if (status.display_position === 1) return undefined; // only the order of signing up counts there
  if (place !== null && place - bonus <= 1) return say('status.toFront');
  return say('status.perFriend', { places: bonus });
}
