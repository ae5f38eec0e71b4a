const number = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A count with its thousands apart. */
export function formatCount(count: number): string {
  return number.format(count);
}

/** A count with what is counted: "1 signup", "1,200 signups". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A calendar day, YYYY-MM-DD, in words. */
export function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}

/** The month of a calendar day in words. */
export function formatMonth(date: string): string {
  return month.format(new Date(`${date}T00:00:00Z`));
}

/** A moment in UTC, to the minute; the exact one is in the markup. */
export function Time({ at }: { at: string }) {
  return (
    <time datetime={at} title={at}>
      {minute.format(new Date(at))} UTC
    </time>
  );
}

/** The day of a moment, in UTC; the exact moment is in the markup. */
export function Day({ at }: { at: string }) {
  return (
    <time datetime={at} title={at}>
      {day.format(new Date(at))}
    </time>
  );
}
