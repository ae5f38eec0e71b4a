import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findFaults, toFile } from '../../../../scripts/disposable-domains/refresh.ts';
import { readConfig } from '../../../../src/shared/config.ts';

const list = (count: number, more: string[] = []) =>
  [...Array.from({ length: count }, (_, at) => `d${at}.example`), ...more].join('\n');

test('a list that shrinks by a fifth, or holds a relay or a mail provider, is refused (N4)', () => {
  expect(findFaults(list(100), list(80))).toEqual([]);
  expect(findFaults(list(100), list(79))).toHaveLength(1);
  expect(findFaults(list(100), list(100, ['duck.com', 'gmail.com']))).toHaveLength(2);
  expect(findFaults(list(1), '<html>')).toHaveLength(1);
});

test('the list in the repository passes, and names its source, commit and licence', async () => {
  const text = await readFile('data/disposable-domains.txt', 'utf8');
  expect(findFaults(text, text)).toEqual([]);
  const [, source = '', commit = ''] =
    /# Source: (\S+)\n# Commit: ([0-9a-f]{40})\n# Licence: CC0/.exec(text) ?? [];
  expect(toFile(source, commit, text)).toBe(text);
});

test('the operator’s file and name servers are checked at start', () => {
  const env = {
    DATABASE_URL: 'postgres://localhost/x',
    REDIS_URL: 'redis://localhost',
    ENCRYPTION_KEY: '0'.repeat(64),
  };
  const path = 'data/disposable-domains.txt';
  const { trust } = readConfig({
    ...env,
    DISPOSABLE_DOMAINS_FILE: path,
    DNS_SERVERS: '192.0.2.53, 127.0.0.1:5353,::1,[::1]:53',
  });
  expect(trust).toEqual({
    disposableFile: path,
    dnsServers: ['192.0.2.53', '127.0.0.1:5353', '::1', '[::1]:53'],
  });
  expect(() => readConfig({ ...env, DISPOSABLE_DOMAINS_FILE: '/none' })).toThrow('DISPOSABLE_DOMAINS_FILE');
  for (const servers of ['dns.example', '127.0.0.1:0', '127.0.0.1:99999', ''])
    if (servers !== '') expect(() => readConfig({ ...env, DNS_SERVERS: servers })).toThrow('DNS_SERVERS');
});
