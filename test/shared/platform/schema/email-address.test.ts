import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toEmailKey } from '../../../../src/shared/platform/schema/email-address.ts';

describe('toEmailKey', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace@EXAMPLE.com', 'ada.lovelace@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@faß.de', 'ada@xn--fa-hia.de'],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['a@b.c', 'a@b.c'],
    ['1@2.com', '1@2.com'],
    ['ada@my-host.example', 'ada@my-host.example'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is compared as %s (C3.1)', (address, key) => {
    expect(toEmailKey(address)).toBe(key);
  });

  test.each([
    [''],
    ['@'],
    ['ada'],
    ['@example.com'],
    ['ada@'],
    ['ada@example'],
    ['ada@.com'],
    ['ada@example.'],
    ['ada@example.com.'],
    ['ada@example..com'],
    ['ada@-example.com'],
    ['ada@example-.com'],
    ['ada@exam_ple.com'],
    ['ada@exam ple.com'],
    ['ada@[127.0.0.1]'],
    ['ada@127.0.0.1'],
    ['ada@0x7f.1'],
    ['ada@example.com:25'],
    ['ada@example.com/path'],
    ['ada@user:pass@example.com'],
    ['ada@exa%6dple.com'],
    ['ada@example。com'],
    ['ada@xn--.com'],
    ['a@b@example.com'],
    ['.ada@example.com'],
    ['ada.@example.com'],
    ['a..b@example.com'],
    ['"a b"@example.com'],
    ['a b@example.com'],
    ['a,b@example.com'],
    ['ädä@example.com'],
    ['ada@example.com\n'],
    ['ada\n@example.com'],
    ['ada\0@example.com'],
    ['Ada <ada@example.com>'],
    [`${'a'.repeat(65)}@example.com`],
    [`ada@${'b'.repeat(64)}.com`],
    [`ada@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.com`],
  ])('%j is no address (C3.6b)', (address) => {
    expect(toEmailKey(address)).toBeUndefined();
  });

  test('whatever the text: a key is its own key, in lower-case ASCII with one @', () => {
    const label = fc.oneof(
      fc.stringMatching(/^[a-zA-Z0-9äÄéßİK例]{1,8}$/u),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const local = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9+._-]{1,8}$/), fc.string({ maxLength: 6 }));
    const addresses = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(local, label, label).map(([name, host, top]) => `${name}@${host}.${top}`),
    );
    fc.assert(
      fc.property(addresses, (address) => {
        const key = toEmailKey(address);
        if (key === undefined) return;
        expect(key).toMatch(/^[!-?A-~]+@[a-z0-9.-]+$/);
        expect(key).toBe(key.toLowerCase());
        expect(key.length).toBeLessThanOrEqual(320);
        expect(toEmailKey(key)).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });

  test('letter case never matters (C3.1)', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zA-Z0-9+_-]{1,20}$/),
        fc.stringMatching(/^[a-zA-ZäöüÄÖÜ]{1,20}$/),
        (name, host) => {
          const key = toEmailKey(`${name}@${host}.example`);
          expect(key).toBeDefined();
          expect(toEmailKey(`${name}@${host}.example`.toUpperCase())).toBe(key);
          expect(toEmailKey(`${name}@${host}.example`.toLowerCase())).toBe(key);
        },
      ),
    );
  });
});
