const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)? ?(?:(Z|UTC|GMT)|([+-])(\d{2}):?(\d{2})?)?$/i;
const earliest = Date.parse('2000-01-01T00:00:00Z');

/**
 * A time as products write it: `2026-01-31T09:30:00.123Z`, `2026-01-31 09:30:00 UTC`, `2026-01-31
 * 09:30:00+02:00`, `2026-01-31`. UTC unless it says otherwise. A day and a month without a fixed order are
 * not guessed.
 * @returns milliseconds since 1970; undefined if it is none, before 2000, or later than `latest`
 */
export function readTime(text: string, latest: number): number | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', , sign, aheadH, aheadM] =
    found;
  const part = (value: string | undefined) => Number(value ?? 0);
  const ms = Math.floor(Number(`0.${fraction || '0'}`) * 1_000);
  const local = Date.UTC(part(year), part(month) - 1, part(day), part(hour), part(minute), part(second), ms);
  const date = new Date(local);
  const isDay = date.getUTCMonth() === part(month) - 1 && date.getUTCDate() === part(day);
  if (!isDay || part(hour) > 23 || part(minute) > 59 || part(second) > 59) return undefined;
  const ahead = (part(aheadH) * 60 + part(aheadM)) * 60_000 * (sign === '-' ? -1 : 1);
  const time = local - ahead;
  return time >= earliest && time <= latest ? time : undefined;
}
