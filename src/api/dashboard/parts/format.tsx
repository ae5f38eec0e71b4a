import { useContext } from 'preact/hooks';
import { Page } from './page-context.ts';

const number = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return number.format(count);
}

/** A count with its noun: "1 signup", "1,200 signups". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A count that stands for more above a limit: "12", "over 10,000". */
export function formatUpTo(count: number, most: number): string {
  return count > most ? `over ${formatCount(most)}` : formatCount(count);
}

/** The value of a custom field. */
export function formatValue(value: string | number | boolean): string {
  if (typeof value !== 'boolean') return String(value);
  return value ? 'Yes' : 'No';
}

/** Formats a calendar day, YYYY-MM-DD, as "1 Mar 2026". */
export function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}

/** Formats the first day of the month behind one that begins on this day. */
export function formatNextMonth(month: string): string {
  const next = new Date(`${month}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return day.format(next);
}

/** Formats calendar days, both ends included, as "1–7 Mar 2026". */
export function formatDays({ from, to }: { from: string; to: string }): string {
  return day.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats instants in the time zone of the account. */
function formatIn(timeZone: string, withTime: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${withTime}`;
  const known = formats.get(key);
  if (known) return known;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...date, ...(withTime && time), timeZone });
  formats.set(key, format);
  return format;
}

/** A timestamp to the minute: "1 Mar 2026, 14:05 UTC". */
export function formatTime(at: string, timeZone: string): string {
  return formatIn(timeZone, true).format(new Date(at));
}

const useTimeZone = () => useContext(Page)?.session.timeZone ?? 'UTC';

/** A timestamp in the account's time zone, to the minute. The tooltip shows the exact one. */
export function Time({ at }: { at: string }) {
  return (
    <time datetime={at} title={at}>
      {formatTime(at, useTimeZone())}
    </time>
  );
}

/** The day of a timestamp in the account's time zone. The tooltip shows the exact one. */
export function Day({ at }: { at: string }) {
  return (
    <time datetime={at} title={at}>
      {formatIn(useTimeZone(), false).format(new Date(at))}
    </time>
  );
}
