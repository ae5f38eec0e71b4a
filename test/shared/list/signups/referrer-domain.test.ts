import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referrerDomain } from '../../../../src/shared/list/signups/signup-request.ts';

describe('referrerDomain', () => {
  test.each([
    ['https://example.com', 'example.com'],
    ['http://example.com/path?query#part', 'example.com'],
    ['HTTPS://User:Pass@WWW.Example.COM:8443/', 'example.com'],
    [' https://example.com ', 'example.com'],
    ['https://www.www.example.com', 'www.example.com'],
    ['https://www.com', 'com'],
    ['https://www', 'www'],
    ['https://wwwexample.com', 'wwwexample.com'],
    ['https://example.com.', 'example.com'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://[::1]/', '[::1]'],
  ])('%s comes from %s (C4.9)', (referrer, domain) => {
    expect(referrerDomain(referrer)).toBe(domain);
  });

  test.each([
    [null],
    [''],
    ['example.com'],
    ['//example.com'],
    ['ftp://example.com'],
    ['javascript:alert(1)'],
    ['android-app://com.example'],
    ['http:example.com'],
    ['https:/example.com'],
    ['http://'],
    ['https://exa mple.com'],
    ['https://exa<mple.com'],
    ['newsletter https://example.com'],
    [`https://${'a.'.repeat(200)}com`],
  ])('%j comes from nowhere (§2.7, C4.9)', (referrer) => {
    expect(referrerDomain(referrer)).toBeNull();
  });

  test('any text gives a short lower-case host or nothing', () => {
    const texts = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: 'binary' }).map((text) => `https://${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const domain = referrerDomain(text);
        if (domain === null) return;
        expect(domain).toBe(domain.toLowerCase());
        expect(domain.length).toBeGreaterThan(0);
        expect(domain.length).toBeLessThanOrEqual(253);
        expect(domain).toMatch(/^(\[[0-9a-f:.]+\]|[^\s/:@?#]+)$/);
      }),
    );
  });

  test('letters of other languages are read also after many others (Node 20’s URL.canParse is not)', () => {
    for (let i = 0; i < 20_000; i++) referrerDomain(`https://example${i}.com/`);
    const found = new Set(Array.from({ length: 2_000 }, () => referrerDomain('https://bücher.example')));
    expect([...found]).toEqual(['xn--bcher-kva.example']);
  });
});
