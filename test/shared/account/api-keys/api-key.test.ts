import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashApiKey, isApiKey, newApiKey } from '../../../../src/shared/account/api-keys/api-key.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keys = fc.constant(null).map(() => newApiKey());

describe('API keys', () => {
  test('wl_, 32 random base62 characters and 6 of checksum (C5.5)', () => {
    const made = Array.from({ length: 2_000 }, () => newApiKey());
    for (const key of made) {
      expect(key).toMatch(/^wl_[0-9A-Za-z]{38}$/);
      expect(isApiKey(key)).toBe(true);
    }
    expect(new Set(made).size).toBe(made.length);
    const used = new Set(made.map((key) => key.slice(3, 35)).join(''));
    expect([...used].toSorted().join('')).toBe(base62);
  });

  test('that of a cell names it, in the test mode, too (N7)', () => {
    expect(newApiKey('live', '7')).toMatch(/^wl_7_[0-9A-Za-z]{38}$/);
    expect(newApiKey('test', '7')).toMatch(/^wl_test_7_[0-9A-Za-z]{38}$/);
    for (const mode of ['live', 'test'] as const)
      for (const cell of [null, '7', 'z']) expect(isApiKey(newApiKey(mode, cell))).toBe(true);
    const secret = newApiKey().slice(3);
    for (const start of ['7_', 'wl_77_', 'wl_7_7_', 'wl_7_test_', 'wl__', 'wl_Z_', 'wl_l_', 'wl_test_test_'])
      expect(isApiKey(start + secret), start).toBe(false);
  });

  test('one wrong character is noticed, wherever it is (C5.5)', () => {
    fc.assert(
      fc.property(
        keys,
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom(...base62),
        (key, index, character) => {
          fc.pre(key[index] !== character);
          expect(isApiKey(key.slice(0, index) + character + key.slice(index + 1))).toBe(false);
        },
      ),
    );
  });

  test('two neighbours changed round are noticed (C5.5)', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 3, max: 33 }), (key, index) => {
        fc.pre(key[index] !== key[index + 1]);
        const swapped = key.slice(0, index) + key[index + 1] + key[index] + key.slice(index + 2);
        expect(isApiKey(swapped)).toBe(false);
      }),
    );
  });

  test('a key that is cut, or has something around it, is none', () => {
    const key = newApiKey();
    for (const text of [
      '',
      'wl_',
      key.slice(1),
      key.slice(0, -1),
      `${key}x`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
    ])
      expect(isApiKey(text), text).toBe(false);
  });

  test('only its SHA-256 is stored (C5.5)', () => {
    const key = newApiKey();
    expect(hashApiKey(key).equals(createHash('sha256').update(key, 'utf8').digest())).toBe(true);
  });
});
