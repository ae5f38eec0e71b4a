import type { Stats } from '../../../../shared/stats/schema.ts';
import type { Bar } from '../../charts/bar-chart.tsx';
import { formatDay, formatMonth } from '../../parts/format.tsx';

/** How many days are shown one by one, and how many by weeks. */
const mostDays = 92;
const mostWeeks = 106;

/** Signups by day; of a window too long for that, by weeks from its first day, or by calendar months. */
export function toBars(daily: Stats['daily']): { unit: 'day' | 'week' | 'month'; bars: Bar[] } {
  if (daily.length <= mostDays) return { unit: 'day', bars: summed(daily, (_, day) => formatDay(day)) };
  if (daily.length > 7 * mostWeeks)
    return { unit: 'month', bars: summed(daily, (_, day) => formatMonth(day)) };
  const weekStart = (index: number) => daily[index - (index % 7)]?.date ?? '';
  return { unit: 'week', bars: summed(daily, (index) => formatDay(weekStart(index))) };
}

/** Neighbours with the same label together. */
function summed(daily: Stats['daily'], labelOf: (index: number, day: string) => string): Bar[] {
  const counts = new Map<string, number>();
  for (const [index, { date, signups }] of daily.entries()) {
    const label = labelOf(index, date);
    counts.set(label, (counts.get(label) ?? 0) + signups);
  }
  return [...counts].map(([label, count]) => ({ label, count }));
}
