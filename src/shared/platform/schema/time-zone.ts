import { z } from 'zod';

/** A calendar day, such as `2026-03-01`, and an IANA time zone, such as `Europe/Berlin`. */
type Day = string;

const hourMs = 3_600_000;

/** The time zones to choose from, UTC first. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')),
];

/** The name of a time zone as `timeZones` or the system spells it. */
export const TimeZone = z
  .string()
  .trim()
  .max(100)
  .transform((name, issues) => {
    const known = timeZones.find((each) => each.toLowerCase() === name.toLowerCase()) ?? linked(name);
    if (known !== undefined) return known;
    issues.addIssue({ code: 'custom', message: 'must be a time zone such as Europe/Berlin' });
    return z.NEVER;
  });

/**
 * An older name of a zone, such as `Asia/Calcutta`. Names without a place, such as `EST`, have no summer
 * time.
 */
function linked(name: string): string | undefined {
  if (!name.includes('/') || name.startsWith('Etc/')) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant, as if it were UTC, in milliseconds. */
function clockAt(timeZone: string, instant: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = 'numeric';
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', calendar: 'gregory' },
      ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** What the clocks of a zone show at a time in ISO 8601, to the minute, such as `2026-03-01T09:00`. */
export function clockIn(timeZone: string, time: string): string {
  return new Date(clockAt(timeZone, Date.parse(time))).toISOString().slice(0, 16);
}

/** The day in a zone at an instant, in milliseconds. */
export function dayAt(timeZone: string, instant: number): Day {
  const clock = timeZone === 'UTC' ? instant : clockAt(timeZone, instant);
  return new Date(clock).toISOString().slice(0, 10);
}

/**
 * The first instant of a day in a zone. Where clocks skip midnight, the day begins with the skip; where they
 * show it twice, with the first time.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const midnight = Date.parse(day);
  if (timeZone === 'UTC') return new Date(midnight);
  // The zone's distance to UTC before and after a change of clocks that is near.
  const starts = [-24, 24].map((hours) => {
    const near = midnight + hours * hourMs;
    return midnight - (clockAt(timeZone, near) - near);
  });
  const inOrder = starts.toSorted((a, b) => a - b);
  return new Date(inOrder.find((start) => dayAt(timeZone, start) >= day) ?? Math.max(...starts));
}

/**
 * The instant at which the clocks of a zone show a time, such as `2026-03-01T09:00`. Where they skip it, it
 * is the one as long after the skip; where they show it twice, the first.
 */
export function instantOf(time: string, timeZone: string): Date {
  const shown = Date.parse(`${time}Z`);
  if (timeZone === 'UTC') return new Date(shown);
  // The zone's distance to UTC before and after a change of clocks that is near.
  const instants = [-24, 24].map((hours) => {
    const near = shown + hours * hourMs;
    return shown - (clockAt(timeZone, near) - near);
  });
  const inOrder = instants.toSorted((a, b) => a - b);
  const shows = (instant: number) => clockAt(timeZone, instant) === Math.floor(shown / 1_000) * 1_000;
  return new Date(inOrder.find(shows) ?? Math.max(...instants));
}
