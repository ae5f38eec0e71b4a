import type { Trend } from '../../../../../shared/list/stats/read-trend.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { formatCount } from '../../../parts/format.tsx';
import { peopleOf, percentOf, type Root, signupsOf } from './places.ts';

/** Where the signups of a window came from: their sources and the sites of their visitors. */
export function TallyCards({ root, trend }: { root: Root; trend: Trend }) {
  return (
    <>
      <section class="card" aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <p class="soft">
          utm_source of the signups in this period{trend.users && ', and the share that became users'}.
        </p>
        <Tallies
          root={root}
          trend={trend}
          tallies={trend.sources}
          filter="utm_source"
          others={trend.otherSources}
          users={trend.users?.bySource}
        />
      </section>
      <section class="card" aria-labelledby="sites">
        <h2 id="sites">Sites</h2>
        <p class="soft">
          {trend.areSitesOfAllTime
            ? 'Where visitors came from, of all time: this period has too many signups to count.'
            : `Where visitors came from in this period${trend.users ? ', and the share that became users' : ''}.`}
        </p>
        <Tallies
          root={root}
          trend={trend}
          tallies={trend.sites}
          filter="site"
          users={trend.areSitesOfAllTime ? undefined : trend.users?.bySite}
        />
      </section>
    </>
  );
}

interface TalliesProps {
  readonly root: Root;
  readonly trend: Trend;
  readonly tallies: Trend['sources'];
  /** The filter of the signups page. */
  readonly filter: string;
  /** Signups of names that are not shown. */
  readonly others?: number;
  /** Who became users, by name. */
  readonly users: ReadonlyMap<string, number> | undefined;
}

/** The most frequent names of a window, with their signups, and how many of these became users. */
function Tallies({ root, trend, tallies, filter, others = 0, users }: TalliesProps) {
  if (tallies.length === 0) return <p>None in this period.</p>;
  const most = Math.max(...tallies.map(({ signups }) => signups), others);
  const toShare = (name: string, signups: number, isNamed: boolean, href?: string) => ({
    name,
    href,
    figure: (
      <>
        {formatCount(signups)}
        {users && isNamed && (
          <span class="soft">
            {' '}
            · {percentOf(users.get(name) ?? 0, signups)}
            <span class="hidden"> became users</span>
          </span>
        )}
      </>
    ),
    percent: Math.round((100 * signups) / most),
  });
  const isOfAllTime = filter === 'site' && trend.areSitesOfAllTime;
  // Each source is counted by itself, such as `Ads` beside `ads`.
  const exactly = (name: string) => ({ [filter]: name, ...(filter === 'utm_source' && { match: 'exact' }) });
  const hrefOf = (name: string) =>
    isOfAllTime ? peopleOf(root, exactly(name)) : signupsOf(root, trend.window, exactly(name));
  const shares = tallies.map(({ name, signups }) => toShare(name, signups, true, hrefOf(name)));
  return <ShareBars shares={others > 0 ? [...shares, toShare('All others', others, false)] : shares} />;
}
