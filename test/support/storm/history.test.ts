import { describe, expect, test } from 'vitest';
import { findViolations, type History, type SignupCall, type StoredList } from './history.ts';

/** Three signups one after the other, the second credits the first; then the third is sent again, and the first removed. */
const body = (number: number) => ({
  id: `id${number}`,
  position: number,
  total: number,
  referral_code: `c${number}`,
});
const call = (number: number, startedAt: number, change: Partial<SignupCall> = {}): SignupCall => ({
  email: `${number}@example.com`,
  referralCode: undefined,
  startedAt,
  endedAt: startedAt + 5,
  status: 201,
  body: body(number),
  ...change,
});
const signups = [
  call(1, 0),
  call(2, 10, { referralCode: 'c1' }),
  call(3, 20, { status: 0, body: undefined }),
  call(3, 30),
  call(4, 40, { status: 400, body: undefined }),
];
const good: History = {
  signups,
  removals: [{ id: 'id1', position: 1, startedAt: 50, endedAt: 55, status: 204 }],
};
const row = (number: number, change: object = {}) => ({
  id: `id${number}`,
  email_key: `${number}@example.com`,
  position: number,
  referral_code: `c${number}`,
  referred_by: null,
  emails: 1,
  events: 1,
  ...change,
});
const stored: StoredList = { rows: [row(2), row(3)], lastPosition: 3 };
const expected = { mailed: true, notified: true };

describe('the history checker', () => {
  test('finds nothing where all is well', () => {
    expect(findViolations(good, stored, expected)).toEqual([]);
  });

  test.each<[string, string, Partial<History>, Partial<StoredList>]>([
    ['an answered signup that is gone', 'lost', {}, { rows: [row(2)] }],
    ['one that is stored otherwise', 'lost', {}, { rows: [row(2), row(3, { referral_code: 'x' })] }],
    ['a removed signup that is still there', 'came back', {}, { rows: [row(1), row(2), row(3)] }],
    [
      'another answer to the same address',
      'not idempotent',
      { signups: [...signups, call(3, 60, { body: body(9) })] },
      {},
    ],
    [
      'the position of a removed signup given again',
      'position given twice',
      { signups: [...signups, call(5, 60, { body: { ...body(5), position: 1 } })] },
      {},
    ],
    [
      'one position in two rows',
      'position given twice',
      {},
      { rows: [row(2), row(3), row(6, { position: 3 })] },
    ],
    [
      'a position before that of a signup which had been answered',
      'out of order',
      { signups: [call(1, 20), call(2, 10, { referralCode: 'c1' }), call(3, 30)] },
      {},
    ],
    [
      'the same for a signup whose answer nobody got',
      'out of order',
      { signups: [call(1, 0), call(3, 10), call(2, 20, { status: 0, body: undefined })] },
      {},
    ],
    ['a position that is nobody’s', 'gap', { removals: [] }, {}],
    ['positions behind the counter', 'gap', {}, { lastPosition: 2 }],
    [
      'a total without its own signup',
      'total',
      { signups: [...signups, call(3, 60, { body: { ...body(3), total: 1 } })] },
      {},
    ],
    [
      'a total of more than there ever were',
      'total',
      { signups: [...signups, call(3, 60, { body: { ...body(3), total: 4 } })] },
      {},
    ],
    ['a row of a refused request', 'not asked for', {}, { rows: [row(2), row(3), row(4)], lastPosition: 4 }],
    ['credit for a code that was not sent', 'credit', {}, { rows: [row(2), row(3, { referred_by: 'id2' })] }],
    ['no credit for a code that was sent', 'credit', { removals: [] }, { rows: [row(1), row(2), row(3)] }],
    ['no mail', 'email', {}, { rows: [row(2), row(3, { emails: 0 })] }],
    ['two events', 'event', {}, { rows: [row(2), row(3, { events: 2 })] }],
  ])('finds %s', (_, violation, history, rest) => {
    const found = findViolations({ ...good, ...history }, { ...stored, ...rest }, expected);
    expect(found.map((line) => line.slice(0, line.indexOf(':')))).toContain(violation);
  });

  test('does not mind in which order two signups were stored that were asked for side by side', () => {
    const beside = { signups: [call(1, 3), call(2, 0), call(3, 4)], removals: [] };
    expect(findViolations(beside, { rows: [row(1), row(2), row(3)], lastPosition: 3 }, expected)).toEqual([]);
  });

  test('is done with 100,000 signups in a moment', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => call(index + 1, index * 10));
    const rows = many.map((_, index) => row(index + 1));
    expect(
      findViolations({ signups: many, removals: [] }, { rows, lastPosition: rows.length }, expected),
    ).toEqual([]);
  });
});
