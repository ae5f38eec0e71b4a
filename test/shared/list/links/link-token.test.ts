import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLinkToken, readLinkToken } from '../../../../src/shared/list/links/link-token.ts';
import { referralLink } from '../../../../src/shared/list/links/page-urls.ts';

const key = randomBytes(32);
const targets = fc.record({
  ...{ accountId: fc.uuid(), id: fc.uuid(), epoch: fc.nat({ max: 65_535 }) },
  generation: fc.oneof(fc.constant(0), fc.nat({ max: 32_767 })),
});

test('a token is read as it was made (N1)', () => {
  fc.assert(
    fc.property(targets, (target) => {
      const token = makeLinkToken(key, 'status', target);
      expect(token).toMatch(target.generation === 0 ? /^[\w-]{68}$/ : /^[\w-]{72}$/);
      expect(readLinkToken(key, 'status', token)).toEqual(target);
    }),
  );
});

test('no other text is a token: changed in one place, cut, longer, or signed with another key (N1)', () => {
  fc.assert(
    fc.property(targets, fc.nat({ max: 67 }), fc.constantFrom(...'ABab09-_'), (target, at, letter) => {
      const token = makeLinkToken(key, 'status', target);
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      if (changed !== token) expect(readLinkToken(key, 'status', changed)).toBeUndefined();
      expect(readLinkToken(key, 'status', token.slice(0, at))).toBeUndefined();
      expect(readLinkToken(key, 'status', token + letter)).toBeUndefined();
      expect(readLinkToken(randomBytes(32), 'status', token)).toBeUndefined();
    }),
  );
});

test.each([
  ['https://acme.com', 'https://acme.com/?ref=abc'],
  ['https://acme.com/?plan=pro&x', 'https://acme.com/?plan=pro&x&ref=abc'],
  ['https://acme.com/a?ref=old#join', 'https://acme.com/a?ref=abc#join'],
  ['https://acme.com/a?q=a%20b+c', 'https://acme.com/a?q=a%20b+c&ref=abc'],
])('the referral link of %s keeps its query (N1)', (siteUrl, link) => {
  expect(referralLink(siteUrl, 'abc')).toBe(link);
});
