import { describe, expect, test } from 'vitest';
import { nameKey } from '../../src/api/dashboard/plain-words.ts';

describe('refusals on pages', () => {
  test('begin with the key in words', () => {
    expect(nameKey('referral_bonus: must be at least 1')).toBe('Referral bonus: must be at least 1');
  });

  test.each([
    'Resend answered 422: Invalid input: expected number, received string.',
    'The mail server was tried: ECONNREFUSED',
    'No such waitlist.',
  ])('that begin with no key stay unchanged: %s', (message) => {
    expect(nameKey(message)).toBe(message);
  });
});
