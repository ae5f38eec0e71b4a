import { AppError } from '../../platform/errors.ts';
import type { StatsQuery } from './schema.ts';

const dayMs = 86_400_000;
/** In days. */
export const longestWindow = 3_660;

/** Both ends included, days in UTC (C4.2). */
export interface StatsWindow {
  readonly from: string;
  readonly to: string;
}

/** Adds days to a day, YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** All days of the window in order. */
export function daysOf({ from, to }: StatsWindow): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

/**
 * The window of a query (§4.4). By default it ends today and starts 30 days before its end. If the plan
 * limits the history, earlier ends are moved to its first day instead of being rejected (C4.3).
 * @throws AppError invalid_request if `from` is after `to`, or the window is longer than 3,660 days (C4.1)
 */
export function toWindow(query: StatsQuery, today: string, historyDays: number | null): StatsWindow {
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, -30);
  if (from > to)
    throw new AppError('invalid_request', `from: must not be after ${query.to ? 'to' : 'today'}`);
  const earliest = historyDays === null ? from : addDays(today, -historyDays);
  const notBefore = (day: string) => (day < earliest ? earliest : day);
  const window = { from: notBefore(from), to: notBefore(to) };
  if (window.from < addDays(window.to, 1 - longestWindow))
    throw new AppError('invalid_request', `from: at most ${longestWindow} days before to`);
  return window;
}
