import type { Stats } from '../../../../shared/stats/schema.ts';
import type { Bar } from '../../charts/bar-chart.tsx';
import { formatDay, formatMonth } from '../../parts/format.tsx';

/** The longest windows with one bar per day, and with one bar per week. */
const maxDays = 92;
const maxWeeks = 106;

/**
 * Signups per day. Longer windows are shown per week, counted from their first day, or per calendar month.
 */
export function toBars(daily: Stats['daily']): { unit: 'day' | 'week' | 'month'; bars: Bar[] } {
  if (daily.length <= maxDays) return { unit: 'day', bars: sumByLabel(daily, (_, day) => formatDay(day)) };
  if (daily.length > 7 * maxWeeks)
    return { unit: 'month', bars: sumByLabel(daily, (_, day) => formatMonth(day)) };
  const weekStart = (index: number) => daily[index - (index % 7)]?.date ?? '';
  return { unit: 'week', bars: sumByLabel(daily, (index) => formatDay(weekStart(index))) };
}

function sumByLabel(daily: Stats['daily'], labelOf: (index: number, day: string) => string): Bar[] {
  const counts = new Map<string, number>();
  for (const [index, { date, signups }] of daily.entries()) {
    const label = labelOf(index, date);
    counts.set(label, (counts.get(label) ?? 0) + signups);
  }
  return [...counts].map(([label, count]) => ({ label, count }));
}
