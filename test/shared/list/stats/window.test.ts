import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysOf, toWindow } from '../../../../src/shared/list/stats/window.ts';

const today = '2024-03-15';
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const query = fc.record({ from: day, to: day }, { requiredKeys: [] });

/** The window, or undefined where it is refused. */
function windowOf(asked: Parameters<typeof toWindow>[0], historyDays: number | null) {
  try {
    return toWindow(asked, today, historyDays);
  } catch {
    return undefined;
  }
}

describe('the statistics window', () => {
  test.each([
    [{}, '2024-02-14', '2024-03-15'],
    [{ to: '2024-03-01' }, '2024-01-31', '2024-03-01'],
    [{ from: '2024-03-15' }, '2024-03-15', '2024-03-15'],
    [{ from: '2020-02-29', to: '2020-02-29' }, '2020-02-29', '2020-02-29'],
  ])('%j is %s to %s (§4.4)', (asked, from, to) => {
    expect(toWindow(asked, today, null)).toEqual({ from, to });
  });

  test.each([
    [{}, '2024-02-14', '2024-03-15'],
    [{ from: '2023-01-01' }, '2024-02-14', '2024-03-15'],
    [{ from: '1900-01-01' }, '2024-02-14', '2024-03-15'],
    [{ from: '2024-02-13', to: '2024-02-14' }, '2024-02-14', '2024-02-14'],
    [{ from: '2024-02-01', to: '2024-02-13' }, '2024-02-14', '2024-02-14'],
    [{ from: '2024-03-01', to: '2024-03-02' }, '2024-03-01', '2024-03-02'],
  ])('%j with 30 days of history is %s to %s (C4.3)', (asked, from, to) => {
    expect(toWindow(asked, today, 30)).toEqual({ from, to });
  });

  test('over 3,660 days are refused where the plan has them (C4.1)', () => {
    expect(() => toWindow({ from: '2014-03-08' }, today, null)).toThrow(/^from: at most 3660 days/);
    expect(daysOf(toWindow({ from: '2014-03-09' }, today, null))).toHaveLength(3_660);
  });

  test.each([
    [{ from: '2024-03-02', to: '2024-03-01' }],
    [{ from: '2024-03-16' }],
    [{ from: '2024-03-16', to: '2034-03-30' }],
  ])('%j is refused on every plan (C4.1)', (asked) => {
    for (const historyDays of [null, 30])
      expect(() => toWindow(asked, today, historyDays)).toThrow(
        expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(/^from: /) }),
      );
  });

  test('is never the wrong way round, too long or, with a cap, too early', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const open = windowOf(asked, null);
        const capped = windowOf(asked, 30);
        if (!capped) expect(open).toBeUndefined();
        if (!open || !capped) return;
        if (asked.from) expect(open.from).toBe(asked.from);
        expect(open.to).toBe(asked.to ?? today);
        for (const window of [open, capped]) {
          expect(window.from <= window.to).toBe(true);
          const days = daysOf(window);
          expect(days.length).toBeLessThanOrEqual(3660);
          expect([days[0], days.at(-1)]).toEqual([window.from, window.to]);
          expect(new Set(days).size).toBe(days.length);
        }
        expect(capped.from >= '2024-02-14').toBe(true);
        if (open.from >= '2024-02-14') expect(capped).toEqual(open);
      }),
    );
  });

  test('addDays counts days of the calendar', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2023-12-31', 1)).toBe('2024-01-01');
    fc.assert(
      fc.property(day, fc.integer({ min: -5_000, max: 5_000 }), (start, days) => {
        expect(addDays(addDays(start, days), -days)).toBe(start);
      }),
    );
  });
});
