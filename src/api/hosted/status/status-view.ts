import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import type { LinkAgain } from '../../../shared/capabilities/confirmations/send-link-again.ts';
import type { OwnLeaderboard } from '../../../shared/capabilities/leaderboard/read-leaderboard.ts';
import type { SignupStatus } from '../../../shared/list/status/read-status.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';

/** All that the status page shows. It comes from the database, or from a preview in the dashboard. */
export interface StatusView {
  readonly status: SignupStatus;
  /** Null where the list keeps its leaderboard to itself. */
  readonly leaderboard: OwnLeaderboard | null;
  readonly brand: BrandSettings;
  readonly locale: Locale;
  /** The path of the page, below which its other addresses are. Null in a preview: it does nothing. */
  readonly path: string | null;
  /** What became of the wish for another link. */
  readonly linkAgain: LinkAgain | null;
}

/** The place that a person sees, which nobody else of the list has. Null where it is hidden. */
export const placeOf = ({ rank }: SignupStatus): number | null => rank;
