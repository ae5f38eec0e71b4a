import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newReferralCode, toReferralCode } from '../../../../src/shared/list/signups/referral-code.ts';

const canonical = /^[0123456789abcdefghjkmnpqrstvwxyz]{10}$/;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

describe('referral codes', () => {
  test('a new one has ten characters of lower-case Crockford base32, all of them in use (§4.6)', () => {
    const codes = Array.from({ length: 2_000 }, () => newReferralCode());
    for (const code of codes) expect(code).toMatch(canonical);
    expect(new Set(codes).size).toBe(codes.length);
    expect([...new Set(codes.join(''))].toSorted().join('')).toBe(alphabet);
  });

  test('one of a cell begins with its character, so that cells never make the same (N7)', () => {
    const codes = Array.from({ length: 2_000 }, () => newReferralCode('7'));
    for (const code of codes) expect(code).toMatch(/^7[0-9a-hjkmnp-tv-z]{9}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('however it is typed, a code is read as itself (§4.6)', () => {
    const lookalikes: Record<string, string[]> = { '0': ['0', 'o', 'O'], '1': ['1', 'i', 'I', 'l', 'L'] };
    const character = fc.constantFrom(...alphabet).chain((meant) =>
      fc
        .record({
          typed: fc.constantFrom(...(lookalikes[meant] ?? [meant, meant.toUpperCase()])),
          hyphens: fc.constantFrom('', '', '-', '--'),
        })
        .map(({ typed, hyphens }) => ({ meant, typed: hyphens + typed })),
    );
    fc.assert(
      fc.property(fc.array(character, { minLength: 10, maxLength: 10 }), (characters) => {
        const typed = characters.map((one) => one.typed).join('');
        expect(toReferralCode(typed)).toBe(characters.map((one) => one.meant).join(''));
        expect(toReferralCode(` ${typed}- `)).toBe(characters.map((one) => one.meant).join(''));
      }),
    );
  });

  test('any text is either no code or a canonical one (§4.6)', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-zA-Z-]{8,12}$/)),
        (text) => {
          const code = toReferralCode(text);
          if (code === undefined) return;
          expect(code).toMatch(canonical);
          expect(toReferralCode(code)).toBe(code);
        },
      ),
    );
  });

  test.each([
    [''],
    ['u123456789'],
    ['123456789'],
    ['12345678901'],
    ['12345 6789'],
    ['12345_6789'],
    ['１２３４５６７８９０'],
  ])('%j is no code (§4.6)', (text) => {
    expect(toReferralCode(text)).toBeUndefined();
  });
});
