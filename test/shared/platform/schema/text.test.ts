import { describe, expect, test } from 'vitest';
import { hasControlCharacters, isStorable } from '../../../../src/shared/platform/schema/text.ts';

describe('text', () => {
  test.each([[''], ['text'], ['žluťoučký'], ['😀'], ['\u0001'], ['\uffff'], ['\ufffd'], ['a\u0301']])(
    '%j can be stored (C1.8)',
    (text) => {
      expect(isStorable(text)).toBe(true);
    },
  );

  test.each([
    ['\0'],
    ['a\0b'],
    ['\ud800'],
    ['\udc00'],
    ['\udc00\ud800'],
    ['😀'.slice(0, 1)],
    [`a${'😀'.slice(1)}`],
  ])('%j cannot (C1.8)', (text) => {
    expect(isStorable(text)).toBe(false);
  });

  test('line breaks and other control characters are found anywhere (C1.9b)', () => {
    for (const one of ['\n', '\r', '\t', '\0', '\u001f', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029'])
      expect(hasControlCharacters(`a${one}b`), JSON.stringify(one)).toBe(true);
    for (const one of [' ', '\u00a0', '\u200b', 'é', '😀', '~'])
      expect(hasControlCharacters(`a${one}b`), JSON.stringify(one)).toBe(false);
  });
});
