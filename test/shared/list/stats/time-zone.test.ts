import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../../src/shared/list/stats/window.ts';
import { dayAt, startOfDay, TimeZone, timeZones } from '../../../../src/shared/platform/schema/time-zone.ts';

test('days of every time zone follow each other without a gap, and hold their instants (N8)', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1970-01-01', days));
  fc.assert(
    fc.property(fc.constantFrom(...timeZones), day, (timeZone, day) => {
      const start = startOfDay(day, timeZone).getTime();
      const end = startOfDay(addDays(day, 1), timeZone).getTime();
      if (start === end) return; // an island that changed sides of the date line has no such day
      expect([dayAt(timeZone, start), dayAt(timeZone, end - 1)]).toEqual([day, day]);
      expect(dayAt(timeZone, start - 1) < day).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  // There was no midnight: 00:00 became 01:00.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2020-11-01', 'America/Havana', '2020-11-01T04:00:00.000Z'], // 01:00 became 00:00
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'], // left out
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s in %s begins at %s', (day, timeZone, start) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(start);
});

test('names are taken in any case, also older ones, but none without a place (N8)', () => {
  const parse = (name: string) => TimeZone.safeParse(name).data;
  expect([parse('utc'), parse(' europe/BERLIN ')]).toEqual(['UTC', 'Europe/Berlin']);
  expect(parse('Asia/Kolkata')).toBe(parse('Asia/Calcutta'));
  expect(['EST', 'Etc/GMT+5', '', 'Berlin', 'Mars/Olympus'].map(parse)).toEqual(Array(5).fill(undefined));
});
