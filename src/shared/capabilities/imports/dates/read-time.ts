import type { DateOrder } from '../rows/findings.ts';

const earliest = Date.parse('2000-01-01T00:00:00Z');
const dayMs = 86_400_000;
/** Longer texts are no time. */
const longest = 60;

/** As most products write it; the other forms are tried behind it. */
const isoTime = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?Z$/;
const isoDay = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const numericDay = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
/** `12 Mar 2025`, `Wed, 12-March-2025` */
const dayAndMonth = /^(?:[a-z]{3,9},? +)?(\d{1,2})(?:st|nd|rd|th)?\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4})(?!\d)/i;
/** `Mar 12, 2025`, `Wednesday, March 12th 2025` */
const monthAndDay = /^(?:[a-z]{3,9},? +)?([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?!\d)/i;
const timeOfDay =
  /^(?:T|,? +(?:at +)?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: *([ap])\.?m\.?(?![a-z]))?/i;
const zone = /^ *([a-z]{1,4})?(?:([+-])(\d{1,2}):?(\d{2})?)?$/i;
const unix = /^(\d{9,10})(\.\d{1,9})?$|^(\d{12,13})$/;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours ahead of UTC, of names that mean only one zone. */
const zones: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  est: -5,
  edt: -4,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

/** A day, and how far into it; of a date such as 1/2/2026 both days that it can be. */
interface Found {
  readonly mdy: number | undefined;
  readonly dmy: number | undefined;
  /** Milliseconds, in UTC. */
  readonly time: number;
}

/**
 * A time as products write it: `2026-01-31T09:30:00.123Z`, `2026-01-31 09:30:00 UTC`, `2026/1/31 9:30 PM
 * GMT+2`, `31.12.2025 14:05`, `12 Mar 2025`, `Mar 12, 2025 3:04pm`, seconds or milliseconds since 1970. UTC
 * unless it says otherwise. In dates with dots the day is first; in others with a day and a month in numbers
 * `order` tells. Without it what fits is taken, and the month is first where both fit.
 * @returns milliseconds since 1970; undefined if it is none, before 2000 or later than `latest`
 */
export function readTime(text: string, latest: number, order: DateOrder | null = null): number | undefined {
  const { mdy, dmy } = readOrders(text, latest);
  if (order === null) return mdy ?? dmy;
  return order === 'mdy' ? mdy : dmy;
}

/** Whether the order of month and day may change what a text is. */
export const hasOrder = (text: string): boolean => numericDay.test(text);

/** What a text is with the month first, and with the day first. Of most texts that is the same. */
export function readOrders(
  text: string,
  latest: number,
): { readonly mdy: number | undefined; readonly dmy: number | undefined } {
  const found = text.length > longest ? undefined : (readIso(text) ?? readUnix(text) ?? readParts(text));
  const inRange = (day: number | undefined) => {
    const time = found && day !== undefined ? day + found.time : undefined;
    return time !== undefined && time >= earliest && time <= latest ? time : undefined;
  };
  return { mdy: inRange(found?.mdy), dmy: inRange(found?.dmy) };
}

function readIso(text: string): Found | undefined {
  const found = isoTime.exec(text);
  if (!found) return undefined;
  const [, year, month, date, hour, minute, second, fraction] = found;
  const day = toDay(year, month, date);
  const time = toClock(hour, minute, second, fraction);
  return time === undefined ? undefined : { ...same(day), time };
}

function readUnix(text: string): Found | undefined {
  const [, seconds, fraction = '', milliseconds] = unix.exec(text) ?? [];
  if (seconds === undefined && milliseconds === undefined) return undefined;
  const time =
    milliseconds === undefined ? Math.floor(Number(`${seconds}${fraction}`) * 1_000) : Number(milliseconds);
  return { mdy: 0, dmy: 0, time };
}

function readParts(text: string): Found | undefined {
  const date = readDays(text);
  if (!date) return undefined;
  const { length, ...days } = date;
  let rest = text.slice(length);
  const clock = timeOfDay.exec(rest);
  const inDay = clock ? toClock(clock[1], clock[2], clock[3], clock[4], clock[5]) : 0;
  if (clock) rest = rest.slice(clock[0].length);
  const ahead = toAhead(zone.exec(rest));
  return inDay === undefined || ahead === undefined ? undefined : { ...days, time: inDay - ahead };
}

/** The day that a text begins with, and how many characters it takes. */
function readDays(text: string): (Omit<Found, 'time'> & { length: number }) | undefined {
  const iso = isoDay.exec(text);
  if (iso) return { ...same(toDay(iso[1], iso[3], iso[4])), length: iso[0].length };
  const numeric = numericDay.exec(text);
  if (numeric) {
    const [whole, first, mark, second, year = ''] = numeric;
    const full = year.length === 2 ? `20${year}` : year;
    const dmy = toDay(full, second, first);
    return { mdy: mark === '.' ? dmy : toDay(full, first, second), dmy, length: whole.length };
  }
  const named = dayAndMonth.exec(text);
  if (named) return { ...same(toDay(named[3], toMonth(named[2]), named[1])), length: named[0].length };
  const other = monthAndDay.exec(text);
  return other
    ? { ...same(toDay(other[3], toMonth(other[1]), other[2])), length: other[0].length }
    : undefined;
}

const same = (day: number | undefined) => ({ mdy: day, dmy: day });

function toMonth(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function toDay(year = '', month = '', day = ''): number | undefined {
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(time);
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? time : undefined;
}

function toClock(
  hour: string | undefined,
  minute: string | undefined,
  second = '0',
  fraction = '0',
  half?: string,
): number | undefined {
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const ms = Math.floor(Number(`0.${fraction}`) * 1_000);
  return ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + ms;
}

/** How far the zone at the end of a text is ahead of UTC; undefined for what is no zone. */
function toAhead(found: RegExpExecArray | null): number | undefined {
  if (!found) return undefined;
  const [, name, sign, hours = '0', minutes = '0'] = found;
  const ofName = name === undefined ? 0 : zones[name.toLowerCase()];
  if (ofName === undefined || Number(minutes) > 59) return undefined;
  const offset = ((Number(hours) * 60 + Number(minutes)) * dayMs) / 1_440;
  return (ofName * dayMs) / 24 + (sign === '-' ? -offset : offset);
}
