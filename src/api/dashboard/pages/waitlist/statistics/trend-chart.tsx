import type { Trend } from '../../../../../shared/list/stats/read-trend.ts';
import { BarChart } from '../../../charts/bar-chart.tsx';
import { formatCount } from '../../../parts/format.tsx';
import { Table } from '../../../parts/table.tsx';
import { labelOf } from './figures.tsx';
import { type Root, signupsOf } from './places.ts';

/** The signups of a window over time, as bars and as numbers. */
export function TrendChart({ root, trend: { unit, periods } }: { root: Root; trend: Trend }) {
  const bars = periods.map((period) => ({
    label: labelOf(period),
    count: period.signups,
    href: signupsOf(root, period),
    isOpen: period.isOpen,
  }));
  return (
    <>
      <BarChart label={`Signups per ${unit}`} bars={bars} />
      <details>
        <summary>Numbers per {unit}</summary>
        <Table
          label={`Signups per ${unit}`}
          columns={[
            unit === 'day' ? 'Day' : unit === 'week' ? 'Week' : 'Month',
            { name: 'Signups', number: true },
          ]}
        >
          {bars.map(({ label, count, href }) => (
            <tr key={label}>
              <td>{count === 0 || href === undefined ? label : <a href={href}>{label}</a>}</td>
              <td class="number">{formatCount(count)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}
