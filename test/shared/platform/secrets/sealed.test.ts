import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openVault } from '../../../../src/shared/platform/secrets/sealed.ts';

const newKey = () => randomBytes(32).toString('base64');
const bound = ['account-1', 'webhook', 'signing_secret'];

describe('secrets at rest (C7.8)', () => {
  const vault = openVault([newKey()]);

  test('open to what was sealed, whatever that and its place hold', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
        (plain, place) => vault.open(vault.seal(plain, place), place) === plain,
      ),
    );
  });

  test('have the form v1.<key id>.<nonce>.<ciphertext and tag> and never the same one twice', () => {
    const sealed = Array.from({ length: 100 }, () => vault.seal('whsec_canary', bound));
    expect(new Set(sealed.map((text) => text.split('.')[2])).size).toBe(100);
    for (const text of sealed) expect(text).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{38}$/);
    expect(sealed.join('')).not.toContain('canary');
  });

  test.each([
    ['another account', ['account-2', 'webhook', 'signing_secret']],
    ['another field', ['account-1', 'webhook', 'url']],
    ['parts cut elsewhere', ['account-1', 'webhooksigning_secret']],
    ['parts joined', ['account-1,webhook,signing_secret']],
    ['one more part', [...bound, '']],
    ['no place', []],
  ])('do not open in %s', (_, place) => {
    expect(() => vault.open(vault.seal('secret', bound), place)).toThrow('sealed for another place');
  });

  test('do not open when any character was changed, added or taken away', () => {
    const sealed = vault.seal('secret', bound);
    for (let at = 0; at < sealed.length; at++) {
      for (const other of ['A', 'B', 'f', '_', '.', '=', '']) {
        if (sealed[at] === other) continue;
        const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
        expect(() => vault.open(changed, bound), changed).toThrow();
      }
    }
    for (const text of [
      '',
      'secret',
      'v1',
      'v1...',
      `${sealed}=`,
      `${sealed}.x`,
      ` ${sealed}`,
      sealed.replace('v1', 'v2'),
    ]) {
      expect(() => vault.open(text, bound), text).toThrow();
    }
  });

  test('open after a rotation, and no longer once the old key is gone', () => {
    const [first, second] = [newKey(), newKey()];
    const old = openVault([first]).seal('secret', bound);
    const rotated = openVault([second, first]);
    expect(rotated.open(old, bound)).toBe('secret');
    const renewed = rotated.seal('secret', bound);
    expect(openVault([second]).open(renewed, bound)).toBe('secret');
    expect(() => openVault([second]).open(old, bound)).toThrow('is not here');
    expect(() => openVault([first]).open(renewed, bound)).toThrow('is not here');
  });

  test('a key may be written in base64, base64url or hex', () => {
    const key = randomBytes(32);
    const sealed = openVault([key.toString('base64')]).seal('secret', bound);
    for (const text of [key.toString('base64url'), key.toString('hex'), key.toString('hex').toUpperCase()]) {
      expect(openVault([text]).open(sealed, bound)).toBe('secret');
    }
  });

  test.each([
    '',
    'canary',
    'canary'.repeat(8),
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('hex'),
    ` ${newKey()}`,
  ])('a bad key is named without being shown: %j', (bad) => {
    const message = 'Encryption key 2 of 2 is not 32 bytes in base64 or 64 hex digits';
    expect(() => openVault([newKey(), bad])).toThrow(new Error(message));
  });

  test('there is no vault without a key', () => {
    expect(() => openVault([])).toThrow('ENCRYPTION_KEY is not set');
  });
});
