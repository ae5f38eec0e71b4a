const number = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return number.format(count);
}

/** A count with its noun: "1 signup", "1,200 signups". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Formats a calendar day, YYYY-MM-DD, as "1 Mar 2026". */
export function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}

/** Formats the month of a calendar day as "March 2026". */
export function formatMonth(date: string): string {
  return month.format(new Date(`${date}T00:00:00Z`));
}

/** A timestamp in UTC, to the minute. The tooltip shows the exact one. */
export function Time({ at }: { at: string }) {
  return (
    <time datetime={at} title={at}>
      {minute.format(new Date(at))} UTC
    </time>
  );
}

/** The day of a timestamp, in UTC. The tooltip shows the exact one. */
export function Day({ at }: { at: string }) {
  return (
    <time datetime={at} title={at}>
      {day.format(new Date(at))}
    </time>
  );
}
