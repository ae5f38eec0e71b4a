const dayMs = 86_400_000;

/** No signup is older or younger. Postgres and JavaScript can represent both. */
const [earliest, latest] = [Date.parse('2000-01-01'), Date.parse('9000-01-01')];

const toInstant = (ms: number) => new Date(Math.min(latest, Math.max(earliest, ms))).toISOString();

/** The first instant, in whole milliseconds, of a day in UTC (`YYYY-MM-DD`) or of an ISO 8601 time. */
export function firstInstantOf(dayOrTime: string): string {
  const isBetween = /\.\d{3}\d*[1-9]/.test(dayOrTime); // Date.parse cuts after the milliseconds
  return toInstant(Date.parse(dayOrTime) + (isBetween ? 1 : 0));
}

/** The first instant after a day or a time. */
export function instantAfter(dayOrTime: string): string {
  const isDay = !dayOrTime.includes('T');
  return toInstant(Date.parse(dayOrTime) + (isDay ? dayMs : 1));
}

/** An instant so many milliseconds later. */
export function shifted(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}
