import { z } from 'zod';
import { addDays } from '../../shared/list/stats/window.ts';
import { startOfDay } from '../../shared/platform/schema/time-zone.ts';
import type { FormValues } from './pages.ts';

/**
 * Turns the days of a search, which are days in the account's time zone, into times. The API takes days in
 * UTC.
 */
export function withDaysIn(timeZone: string, given: FormValues): FormValues {
  if (timeZone === 'UTC') return given;
  const { created_from: from, created_to: to } = given;
  return {
    ...given,
    ...(isDay(from) && { created_from: startOfDay(from, timeZone).toISOString() }),
    ...(isDay(to) && { created_to: lastMoment(to, timeZone) }),
  };
}

const isDay = (text: FormValues[string] | undefined): text is string => z.iso.date().safeParse(text).success;

/** Times are stored in whole milliseconds. */
function lastMoment(day: string, timeZone: string): string {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1).toISOString();
}
