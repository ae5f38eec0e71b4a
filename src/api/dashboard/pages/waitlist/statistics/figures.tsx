import type { ComponentChildren } from 'preact';
import { percentChange } from '../../../../../shared/list/stats/percent-change.ts';
import type { Period, Trend } from '../../../../../shared/list/stats/read-trend.ts';
import type { Narrowing } from '../../../../../shared/list/stats/scan-queries.ts';
import { daysOf } from '../../../../../shared/list/stats/window.ts';
import { countOf, formatCount, formatDay, formatDays } from '../../../parts/format.tsx';
import { bestPeriod } from './conclusion.tsx';
import { filtersOf, peopleOf, percentOf, type Root, signupsOf } from './places.ts';

interface FiguresProps {
  readonly root: Root;
  readonly trend: Trend;
  /** The source or the site that it is of, and the signups of all in the period. */
  readonly narrowed?: { readonly only: Narrowing; readonly ofAll: number } | undefined;
}

/** The numbers of a period, each with what it says. */
export function Figures({ root, trend, narrowed }: FiguresProps) {
  const { total, inWindow, referred, before, window, unit, users } = trend;
  const best = bestPeriod(trend);
  const filters = filtersOf(narrowed?.only);
  return (
    <div class="cards figures">
      <div class="card">
        <p class="soft">In this period</p>
        <p class="figure">
          <Linked href={signupsOf(root, window, filters)}>{formatCount(inWindow)}</Linked>{' '}
          {before && <Change now={inWindow} before={before.signups} />}
        </p>
        <p class="soft">
          {before
            ? `${formatCount(before.signups)} in the ${countOf(daysOf(before).length, 'day')} before`
            : formatDays(window)}
        </p>
      </div>
      <div class="card">
        <p class="soft">Best {unit}</p>
        <p class="figure">
          {best ? <Linked href={signupsOf(root, best, filters)}>{formatCount(best.signups)}</Linked> : '0'}
        </p>
        <p class="soft">{best ? labelOf(best) : 'No signups in this period'}</p>
      </div>
      {narrowed ? (
        <div class="card">
          <p class="soft">Share</p>
          <p class="figure">{percentOf(inWindow, narrowed.ofAll)}</p>
          <p class="soft">of {countOf(narrowed.ofAll, 'signup')} in this period</p>
        </div>
      ) : (
        <>
          <div class="card">
            <p class="soft">All signups</p>
            <p class="figure">
              <Linked href={peopleOf(root)}>{formatCount(total)}</Linked>
            </p>
            <p class="soft">on the list now</p>
          </div>
          <div class="card">
            <p class="soft">Referred</p>
            <p class="figure">
              <Linked href={peopleOf(root, { referred: 'true' })}>{formatCount(referred)}</Linked>
            </p>
            <p class="soft">{Math.round((100 * referred) / Math.max(1, total))}% of all signups</p>
          </div>
        </>
      )}
      {users && (
        <div class="card">
          <p class="soft">Became users</p>
          <p class="figure">
            <Linked href={signupsOf(root, window, { ...filters, invitation_state: 'converted' })}>
              {formatCount(users.total)}
            </Linked>
          </p>
          <p class="soft">
            {percentOf(users.total, inWindow)} of {narrowed ? 'them' : 'this period’s signups'}
          </p>
        </div>
      )}
    </div>
  );
}

const Linked = ({ href, children }: { href: string | undefined; children: ComponentChildren }) =>
  href === undefined ? children : <a href={href}>{children}</a>;

/** The change to the period before, whose count is shown too; nothing where that says more. */
function Change({ now, before }: { now: number; before: number }) {
  const change = percentChange(now, before);
  if (change === null) return null;
  const tone = now === before ? '' : now > before ? 'good' : 'bad';
  return <span class={`tag ${tone}`}>{change}</span>;
}

/** The days of a period. */
export function labelOf({ from, to, isOpen }: Period): string {
  const days = from === to ? formatDay(from) : formatDays({ from, to });
  return isOpen ? `${days}, so far` : days;
}
