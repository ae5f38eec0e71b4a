import { describe, expect, test } from 'vitest';
import { findViolations, type History, type SignupCall, type StoredList } from './history.ts';

/**
 * Three signups in order, of which the second credits the first and the third is repeated. Then the first is
 * removed.
 */
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
  test('finds nothing in a correct history', () => {
    expect(findViolations(good, stored, expected)).toEqual([]);
  });

  test.each<[string, string, Partial<History>, Partial<StoredList>]>([
    ['an answered signup that is not stored', 'lost', {}, { rows: [row(2)] }],
    [
      'an answered signup that is stored differently',
      'lost',
      {},
      { rows: [row(2), row(3, { referral_code: 'x' })] },
    ],
    ['a removed signup that is still stored', 'came back', {}, { rows: [row(1), row(2), row(3)] }],
    [
      'a different answer for the same email',
      'not idempotent',
      { signups: [...signups, call(3, 60, { body: body(9) })] },
      {},
    ],
    [
      'a position of a removed signup that is given again',
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
      'a lower position than that of a signup answered before',
      'out of order',
      { signups: [call(1, 20), call(2, 10, { referralCode: 'c1' }), call(3, 30)] },
      {},
    ],
    [
      'the same for a signup without an answer',
      'out of order',
      { signups: [call(1, 0), call(3, 10), call(2, 20, { status: 0, body: undefined })] },
      {},
    ],
    ['a position without a signup', 'gap', { removals: [] }, {}],
    ['positions above the counter', 'gap', {}, { lastPosition: 2 }],
    [
      'a total that is too small for its own position',
      'total',
      { signups: [...signups, call(3, 60, { body: { ...body(3), total: 1 } })] },
      {},
    ],
    [
      'a total above the last position',
      'total',
      { signups: [...signups, call(3, 60, { body: { ...body(3), total: 4 } })] },
      {},
    ],
    ['a row for a refused request', 'not requested', {}, { rows: [row(2), row(3), row(4)], lastPosition: 4 }],
    [
      'a credit for a code that was not sent',
      'credit',
      {},
      { rows: [row(2), row(3, { referred_by: 'id2' })] },
    ],
    [
      'a missing credit for a code that was sent',
      'credit',
      { removals: [] },
      { rows: [row(1), row(2), row(3)] },
    ],
    ['a missing mail', 'email', {}, { rows: [row(2), row(3, { emails: 0 })] }],
    ['two events', 'event', {}, { rows: [row(2), row(3, { events: 2 })] }],
  ])('finds %s', (_, violation, history, rest) => {
    const found = findViolations({ ...good, ...history }, { ...stored, ...rest }, expected);
    expect(found.map((line) => line.slice(0, line.indexOf(':')))).toContain(violation);
  });

  test('accepts both orders of two concurrent signups', () => {
    const beside = { signups: [call(1, 3), call(2, 0), call(3, 4)], removals: [] };
    expect(findViolations(beside, { rows: [row(1), row(2), row(3)], lastPosition: 3 }, expected)).toEqual([]);
  });

  test('checks 100,000 signups', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => call(index + 1, index * 10));
    const rows = many.map((_, index) => row(index + 1));
    expect(
      findViolations({ signups: many, removals: [] }, { rows, lastPosition: rows.length }, expected),
    ).toEqual([]);
  });
});
