import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainOf, foldAddress, suffixesOf } from '../../../../src/shared/list/signals/address-forms.ts';
import {
  disposableDomains,
  isFreeProvider,
  readDomainList,
} from '../../../../src/shared/list/signals/domain-lists.ts';
import { toSignals } from '../../../../src/shared/list/signals/signals.ts';
import { isScripted, networkMac, networkOf } from '../../../../src/shared/list/signals/visitor.ts';
import { toEmailKey } from '../../../../src/shared/platform/schema/email-address.ts';

describe('the folded address (N4)', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
  ])('of %s is %s', (address, folded) => {
    expect(foldAddress(address)).toBe(folded);
  });

  test('is an address, folds to itself, and does not depend on the tag', () => {
    const local = fc.stringMatching(/^[a-z0-9]{1,10}(\.[a-z0-9]{1,10}){0,2}$/);
    const domain = fc.constantFrom('gmail.com', 'googlemail.com', 'example.com', 'mail.example.org');
    const tag = fc.stringMatching(/^[a-z0-9]{0,10}$/);
    fc.assert(
      fc.property(local, domain, tag, (name, at, text) => {
        const folded = foldAddress(`${name}@${at}`);
        expect(foldAddress(folded)).toBe(folded);
        expect(toEmailKey(folded)).toBe(folded);
        expect(foldAddress(`${name}+${text}@${at}`)).toBe(folded);
      }),
    );
  });
});

describe('domains (N4)', () => {
  test('have every suffix but the top level', () => {
    expect(suffixesOf('a.b.example.com')).toEqual(['a.b.example.com', 'b.example.com', 'example.com']);
    expect(domainOf('ada@example.com')).toBe('example.com');
  });

  test('of the list are disposable; those of relays and mail providers are not', () => {
    const list = disposableDomains(null);
    expect(list.size).toBeGreaterThan(5_000);
    expect(list.has('mailinator.com')).toBe(true);
    for (const relay of [
      'duck.com',
      'mozmail.com',
      'simplelogin.com',
      'addy.io',
      'passmail.net',
      'gmail.com',
    ])
      expect([relay, list.has(relay)]).toEqual([relay, false]);
    expect(isFreeProvider('gmail.com')).toBe(true);
    expect(isFreeProvider('example.com')).toBe(false);
  });

  test('are read one a line, without comments', () => {
    expect([...readDomainList('# a\nOne.example\r\n\n two.example \n')]).toEqual([
      'one.example',
      'two.example',
    ]);
  });
});

describe('visitors (N4)', () => {
  test.each([
    [undefined, false],
    [null, false],
    ['', true],
    ['  ', true],
    ['python-requests/2.31.0', true],
    ['curl/8.4.0', true],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0', true],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15', false],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0', false],
  ])('with the browser %s are scripted: %s', (agent, expected) => {
    expect(isScripted(agent)).toBe(expected);
  });

  test('of one /24 or /64 share a network', () => {
    expect(networkOf('203.0.113.7')).toBe(networkOf('203.0.113.200'));
    expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.114.7'));
    expect(networkOf('::ffff:203.0.113.7')).toBe(networkOf('203.0.113.7'));
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::9'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('nothing')).toBeUndefined();
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (one, other) => {
        const same = one.split('.').slice(0, 3).join() === other.split('.').slice(0, 3).join();
        expect(networkOf(one) === networkOf(other)).toBe(same);
      }),
    );
  });

  test('leave an HMAC of their network that differs between waitlists, and no address', () => {
    const key = Buffer.alloc(32, 7);
    const mac = networkMac(key, 'A', 'x');
    expect(mac).toMatch(/^[0-9a-f]{32}$/);
    expect(networkMac(key, 'a', 'x')).toBe(mac);
    expect(networkMac(key, 'b', 'x')).not.toBe(mac);
    expect(networkMac(Buffer.alloc(32, 8), 'a', 'x')).not.toBe(mac);
  });

  test('with a private address have no network', () => {
    const sources = { networkKey: Buffer.alloc(32), disposableFile: null };
    const signup = { waitlistId: 'w', emailKey: 'ada+1@sub.mailinator.com' };
    expect(toSignals(sources, signup, { client_ip: '10.0.0.1', user_agent: 'curl/8' })).toEqual({
      fold: 'ada@sub.mailinator.com',
      domain: 'sub.mailinator.com',
      suffixes: ['sub.mailinator.com', 'mailinator.com'],
      disposable: true,
      free: false,
      scripted: true,
      ip: null,
      net: null,
    });
    const { ip, net } = toSignals(sources, signup, { client_ip: '8.8.8.8' });
    expect([ip, net]).toEqual(['8.8.8.8', expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(toSignals(sources, signup, { client_ip: '::ffff:8.8.8.8' })).toMatchObject({ ip, net });
    expect(toSignals(sources, signup, { client_ip: '::ffff:10.0.0.1' }).net).toBeNull();
  });
});
