import { percentChange } from '../../../../../shared/list/stats/percent-change.ts';
import type { PeriodUnit } from '../../../../../shared/list/stats/periods.ts';
import type { Period, Trend } from '../../../../../shared/list/stats/read-trend.ts';
import type { Narrowing } from '../../../../../shared/list/stats/scan-queries.ts';
import { addDays, type StatsWindow } from '../../../../../shared/list/stats/window.ts';
import { BarChart } from '../../../charts/bar-chart.tsx';
import { formatCount, formatDays } from '../../../parts/format.tsx';
import { Table } from '../../../parts/table.tsx';
import { labelOf } from './figures.tsx';
import { filtersOf, type Root, signupsOf } from './places.ts';

interface TrendChartProps {
  readonly root: Root;
  readonly trend: Trend;
  /** The source or the site that it is of. */
  readonly only?: Narrowing | undefined;
}

/** The signups of a window over time, as bars and as numbers, each with its change to the one before. */
export function TrendChart({ root, trend, only }: TrendChartProps) {
  const { unit, periods, before, earlier, window } = trend;
  const bars = periods.map((period, index) => ({
    label: labelOf(period),
    count: period.signups,
    href: signupsOf(root, period, filtersOf(only)),
    isOpen: period.isOpen,
    change: changeOf(unit, period, periods[index - 1]),
    earlier: before === null ? undefined : (earlier[index] ?? 0),
  }));
  return (
    <>
      <BarChart
        label={`Signups per ${unit}`}
        bars={bars}
        changeSince={`on the ${unit} before`}
        legend={before === null ? undefined : { bars: formatDays(window), line: formatDays(before) }}
      />
      <details>
        <summary>Numbers per {unit}</summary>
        <Table
          label={`Signups per ${unit}`}
          columns={[
            unit === 'day' ? 'Day' : unit === 'week' ? 'Week' : 'Month',
            { name: 'Signups', number: true },
            { name: 'Change', number: true },
            ...(before === null ? [] : [{ name: 'Earlier', number: true }]),
          ]}
        >
          {bars.map(({ label, count, href, change, earlier }) => (
            <tr key={label}>
              <td>{count === 0 || href === undefined ? label : <a href={href}>{label}</a>}</td>
              <td class="number">{formatCount(count)}</td>
              <td class="number soft">{change}</td>
              {earlier !== undefined && <td class="number soft">{formatCount(earlier)}</td>}
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

/**
 * How a period differs from the one before: in percent, or of few signups in numbers. Nothing of the first,
 * of
 * one that goes on, and of weeks and months that a window cuts.
 */
function changeOf(unit: PeriodUnit, period: Period, before: Period | undefined): string | undefined {
  if (before === undefined || period.isOpen || !isWhole(unit, period) || !isWhole(unit, before))
    return undefined;
  return percentChange(period.signups, before.signups) ?? signed(period.signups - before.signups);
}

function isWhole(unit: PeriodUnit, { from, to }: StatsWindow): boolean {
  if (unit === 'month') return from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return unit === 'day' || addDays(from, 6) === to;
}

const signed = (difference: number) =>
  difference === 0 ? '±0' : `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))}`;
