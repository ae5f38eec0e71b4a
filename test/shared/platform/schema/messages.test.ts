import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeFirstIssue } from '../../../../src/shared/platform/schema/issue.ts';

const describeRefusal = (shape: z.ZodType, value: unknown, whole?: string) => {
  const { error } = shape.safeParse(value);
  return error && describeFirstIssue(error, whole === undefined ? {} : { whole });
};

describe('a refusal', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'is required'],
    [z.enum(['a', 'b']), undefined, 'is required'],
    [z.union([z.string(), z.number()]), undefined, 'is required'],
    [z.string(), null, 'must be a string'],
    [z.string(), ['a', 'b'], 'must be a string'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), 'a', 'must be an array'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 'a', 'must be an object'],
    [z.int(), Number.NaN, 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.int().min(0), -1, 'must be at least 0'],
    [z.int().max(5), 1e300, 'is too large'],
    [z.int().min(0), -1e300, 'is too small'],
    [z.number().max(5), 6, 'must be at most 5'],
    [z.number().gt(5), 5, 'must be more than 5'],
    [z.number().lt(5), 5, 'must be less than 5'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(12), 'x', 'must be at least 12 characters'],
    [z.string().max(100), 'x'.repeat(101), 'must be at most 100 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
    [z.array(z.string()).min(2), [], 'must have at least 2 items'],
    [z.literal('all'), 'some', 'must be all'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be one of a, b, c'],
    [z.guid(), 'x', 'must be a UUID'],
    [z.ipv6(), 'x', 'must be an IP address'],
    [z.iso.date(), 'x', 'must be a day as YYYY-MM-DD'],
    [z.string().regex(/^a$/), 'b', 'is not valid'],
    [z.string().regex(/^a$/, 'must be an a'), 'b', 'must be an a'],
    [z.string().refine((text) => text === 'a'), 'b', 'is not valid'],
  ])('says what a value must be: %#', (shape, value, words) => {
    expect(describeRefusal(z.object({ key: shape }), { key: value })).toBe(`key: ${words}`);
    expect(describeRefusal(z.object({ deep: z.array(shape) }), { deep: [value] })).toBe(`deep.0: ${words}`);
    expect(describeRefusal(shape, value)).toBe(words);
    expect(describeRefusal(shape, value, 'body')).toBe(`body: ${words}`);
  });

  test('names an unknown key, and a bad one, in at most 200 characters', () => {
    const shape = z.object({ deep: z.strictObject({ a: z.string().optional() }) });
    expect(describeRefusal(shape, { deep: { b: 1, c: 1 } })).toBe('deep.b: is not a known key');
    const record = z.record(z.string().regex(/^\w{1,9}$/, 'must be a short key'), z.string());
    expect(describeRefusal(record, { 'a b': 'x' })).toBe('a b: must be a short key');
    expect(describeRefusal(record, { ['x'.repeat(300)]: 'x' })).toBe(
      `${'x'.repeat(200)}: must be a short key`,
    );
  });
});
