import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskAddress, maskName } from '../../../../src/shared/platform/schema/mask.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const charactersOf = (text: string) => [...segmenter.segment(text)].length;

/** Letters, emoji of several code points, and letters with marks. */
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom('j', 'é', 'e\u0301', `e${'\u0301'.repeat(20)}`, '👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'ß', 'क्षि', '𝒳'),
);
const name = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join('').replaceAll(/[@…*]/g, 'x'));

describe('a masked name', () => {
  test('hides at least half of its characters and code points, and always something', () => {
    fc.assert(
      fc.property(name, (local) => {
        const [first = '', last = '', ...more] = maskName(`${local}@example.com`).split('…');
        const hint = maskAddress(`${local}@example.com`);
        expect(more).toEqual([]);
        expect(hint).toBe(`${first}***@example.com`);
        expect([local.startsWith(first), local.endsWith(last)]).toEqual([true, true]);
        for (const lengthOf of [charactersOf, (text: string) => [...text].length]) {
          const shown = lengthOf(first) + lengthOf(last);
          expect(shown * 2).toBeLessThanOrEqual(lengthOf(local));
          expect(shown).toBeLessThan(lengthOf(local));
        }
      }),
    );
  });

  test.each([
    ['j', '…'],
    ['jo', 'j…'],
    ['joe', 'j…'],
    ['jane', 'j…e'],
    ['jane.doe', 'j…e'],
    ['👩‍👩‍👧‍👦', '…'],
    ['👍🏽👍🏽', '👍🏽…'],
    ['e\u0301e\u0301', 'e\u0301…'],
    [`e${'\u0301'.repeat(20)}o`, '…'],
    ['', '…'],
  ])('shows little of %s', (local, masked) => {
    expect(maskName(`${local}@example.com`)).toBe(masked);
  });
});
