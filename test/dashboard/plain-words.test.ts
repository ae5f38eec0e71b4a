import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nameConfigKeys, toPlainWords } from '../../src/api/dashboard/plain-words.ts';

describe('refusals on pages', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string().max(100), 'x'.repeat(101), 'must have at most 100 characters'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(12), 'x', 'must have at least 12 characters'],
    [z.int().max(65_535), 99_999, 'must be at most 65535'],
    [z.number().max(5), 6, 'must be at most 5'],
    [z.int().min(0), -1, 'must be at least 0'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.int(), Number.NaN, 'must be a number'],
    [z.string(), ['a', 'b'], 'is not valid'],
    [z.enum(['a', 'b']), 'c', 'is not valid'],
    [z.string().regex(/^a$/), 'b', 'is not valid'],
    [z.string().regex(/^a$/, 'expected an a'), 'b', 'expected an a'],
  ])('of a schema explain the problem in plain words', (shape, value, words) => {
    const message = shape.safeParse(value).error?.issues[0]?.message ?? '';
    expect(toPlainWords(message)).toBe(words);
    expect(toPlainWords(`referral_bonus: ${message}`)).toBe(`Referral bonus: ${words}`);
    expect(nameConfigKeys(toPlainWords(`config.port: ${message}`), () => 'Port')).toBe(`Port: ${words}`);
  });

  test.each([
    'Resend answered 422: Invalid input: expected number, received string.',
    'The mail server was tried: ECONNREFUSED',
    'No such waitlist.',
  ])('of other sources stay unchanged: %s', (message) => {
    expect(nameConfigKeys(toPlainWords(message), () => 'Port')).toBe(message);
  });
});
