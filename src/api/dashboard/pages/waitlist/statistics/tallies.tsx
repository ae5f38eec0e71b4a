import type { Trend } from '../../../../../shared/list/stats/read-trend.ts';
import type { Narrowing } from '../../../../../shared/list/stats/scan-queries.ts';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { formatCount } from '../../../parts/format.tsx';
import { filtersOf, peopleOf, percentOf, type Root, signupsOf } from './places.ts';

interface TallyCardsProps {
  readonly root: Root;
  readonly trend: Trend;
  /** What the trend is of alone. */
  readonly only?: Narrowing | undefined;
  /** The page of one of them alone; nowhere if there is none. */
  readonly hrefOf?: ((only: Narrowing) => string) | undefined;
}

/**
 * Where the signups of a window came from: their sources and the sites of their visitors. A name leads to the
 * page of it alone, a number to its people.
 */
export function TallyCards({ root, trend, only, hrefOf }: TallyCardsProps) {
  const areSitesLeftOut = only?.by === 'source' && trend.leftOut.includes('sites');
  return (
    <>
      <section class="card" aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <p class="soft">
          The source of the signups {only?.by === 'site' ? `from ${only.name} ` : ''}in this period
          {trend.users && ', and the share that became users'}.
        </p>
        <Tallies root={root} trend={trend} by="source" only={only} hrefOf={hrefOf} />
      </section>
      <section class="card" aria-labelledby="sites">
        <h2 id="sites">Sites</h2>
        {areSitesLeftOut ? (
          <p>This period has too many signups to count the sites of one source at once.</p>
        ) : (
          <>
            <p class="soft">
              {trend.areSitesOfAllTime && only?.by !== 'source'
                ? 'Where visitors came from, of all time: this period has too many signups to count.'
                : `Where visitors ${only?.by === 'source' ? `of ${only.name} ` : ''}came from in this period${trend.users ? ', and the share that became users' : ''}.`}
            </p>
            <Tallies root={root} trend={trend} by="site" only={only} hrefOf={hrefOf} />
          </>
        )}
      </section>
    </>
  );
}

interface TalliesProps extends TallyCardsProps {
  readonly by: Narrowing['by'];
}

/** The most frequent names of a window, with their signups, and how many of these became users. */
function Tallies({ root, trend, by, only, hrefOf }: TalliesProps) {
  const isOfAllTime = by === 'site' && trend.areSitesOfAllTime && only?.by !== 'source';
  const tallies = by === 'site' ? trend.sites : trend.sources;
  const others = by === 'site' ? 0 : trend.otherSources;
  const users = isOfAllTime ? undefined : by === 'site' ? trend.users?.bySite : trend.users?.bySource;
  if (tallies.length === 0) return <p>None in this period.</p>;
  const most = Math.max(...tallies.map(({ signups }) => signups), others);
  const isShown = (name: string) => only?.by === by && only.name === name;
  const peopleBehind = (name: string) => {
    const filters = { ...(only?.by !== by && filtersOf(only)), ...filtersOf({ by, name }) };
    return isOfAllTime ? peopleOf(root, filters) : signupsOf(root, trend.window, filters);
  };
  const toShare = (name: string, signups: number, isNamed: boolean) => {
    const people = isNamed ? peopleBehind(name) : undefined;
    return {
      name,
      href: isNamed ? hrefOf?.({ by, name }) : undefined,
      isCurrent: isShown(name),
      figure: (
        <>
          {people === undefined ? formatCount(signups) : <a href={people}>{formatCount(signups)}</a>}
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
    };
  };
  const shares = tallies.map(({ name, signups }) => toShare(name, signups, true));
  return <ShareBars shares={others > 0 ? [...shares, toShare('All others', others, false)] : shares} />;
}
