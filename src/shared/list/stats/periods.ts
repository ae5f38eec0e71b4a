import { addDays, daysOf, type StatsWindow } from './window.ts';

/** What a bar of a chart covers. */
export type PeriodUnit = 'day' | 'week' | 'month';

/** The longest windows with a bar for each day, and for each week. */
const maxDays = 92;
const maxWeeks = 106;

/**
 * Divides a window into days, or a longer one into calendar weeks from Monday, or into calendar months. The
 * first and the last week or month are only as long as the window.
 */
export function toPeriods(window: StatsWindow): { unit: PeriodUnit; periods: StatsWindow[] } {
  const days = daysOf(window);
  const unit = days.length <= maxDays ? 'day' : days.length <= 7 * maxWeeks ? 'week' : 'month';
  const periods: { from: string; to: string }[] = [];
  for (const day of days) {
    const last = periods.at(-1);
    if (last && !begins(unit, day)) last.to = day;
    else periods.push({ from: day, to: day });
  }
  return { unit, periods };
}

function begins(unit: PeriodUnit, day: string): boolean {
  if (unit === 'day') return true;
  return unit === 'week' ? new Date(day).getUTCDay() === 1 : day.endsWith('-01');
}

/** The window of the same length that ends the day before. */
export function periodBefore({ from, to }: StatsWindow): StatsWindow {
  const length = daysOf({ from, to }).length;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/** Periods that follow each other, each as many days earlier as all of them are long. */
export function earlierThan(periods: readonly StatsWindow[]): StatsWindow[] {
  const length = daysOf({ from: periods.at(0)?.from ?? '', to: periods.at(-1)?.to ?? '' }).length;
  return periods.map(({ from, to }) => ({ from: addDays(from, -length), to: addDays(to, -length) }));
}
