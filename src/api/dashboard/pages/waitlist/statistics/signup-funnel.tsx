import type { Reached } from '../../../../../shared/capabilities/release/count-reached.ts';
import type { Trend } from '../../../../../shared/list/stats/read-trend.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { formatCount, formatUpTo } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { percentOf } from './places.ts';

/** More who were invited, or became users, are counted only on request. */
export const mostReached = 20_000;

interface SignupFunnelProps {
  readonly root: string;
  readonly trend: Trend;
  /** Undefined where counting takes too long. */
  readonly reached: Reached | undefined;
  /** Whether deliveries are reported; if not, the mails that left are shown. */
  readonly isToldOfMails: boolean;
  readonly asksToConfirm: boolean;
}

interface Step {
  readonly name: string;
  /** Null for more than are counted. */
  readonly count: number | null;
  readonly filters: Readonly<Record<string, string>>;
}

/** The way from the signup to the user, of all time: the steps that the list has, each with its people. */
export function SignupFunnel({ root, trend, reached, isToldOfMails, asksToConfirm }: SignupFunnelProps) {
  const { total, engagement, delivered, confirmed } = trend;
  const { invited = 0, users = 0 } = reached ?? {};
  const steps: readonly (Step | false)[] = [
    { name: 'Signed up', count: total, filters: {} },
    engagement.emails_sent > 0 &&
      (isToldOfMails
        ? { name: 'Got the signup email', count: delivered, filters: { reached: 'delivered' } }
        : { name: 'Signup email sent', count: engagement.emails_sent, filters: { reached: 'sent' } }),
    (asksToConfirm || confirmed > 0) && {
      name: 'Confirmed the address',
      count: confirmed,
      filters: { confirmed: 'true' },
    },
    invited !== 0 && { name: 'Invited', count: invited, filters: { invitation_state: 'ever' } },
    users !== 0 && { name: 'Became a user', count: users, filters: { invitation_state: 'converted' } },
  ];
  const shown = steps.filter((step) => step !== false);
  if (shown.length < 2) return null;
  return (
    <section class="card" aria-labelledby="way">
      <h2 id="way">From signup to user</h2>
      <p class="soft">Of all time, and the share of all signups.</p>
      <ShareBars
        shares={shown.map(({ name, count, filters }) => ({
          name,
          href: toUrl(root, filters),
          figure:
            count === null ? (
              formatUpTo(mostReached + 1, mostReached)
            ) : (
              <>
                {formatCount(count)} <span class="soft">· {percentOf(count, total)}</span>
              </>
            ),
          percent: count === null ? undefined : Math.min(100, (100 * count) / Math.max(1, total)),
        }))}
      />
      {reached === undefined && <p class="soft">Counting invitations takes too long just now.</p>}
    </section>
  );
}
