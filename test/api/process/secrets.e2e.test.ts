import { expect, test } from 'vitest';
import { openCanaries } from '../../support/secrets/canaries.ts';
import { findLeaks } from '../../support/secrets/find-leaks.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();

const writings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'within JSON': (text) => JSON.stringify({ text }),
  'in a URL': (text) => `?a=${encodeURIComponent(text)}&b=`,
  'in a form': (text) => new URLSearchParams({ a: text }).toString(),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in base64': (text) => Buffer.from(`${text}y`).toString('base64'),
  'in base64 after a byte': (text) => Buffer.from(`x${text}y`).toString('base64'),
  'in base64url after two bytes': (text) => Buffer.from(`xx${text}y`).toString('base64url'),
};
test.each(Object.entries(writings))('the search finds a canary %s', (_, write) => {
  const canaries = openCanaries();
  const value = canaries.secret('it', { prefix: '?>ö "&' });
  canaries.secret('another');
  expect(canaries.findIn(Buffer.from(`before ${write(value)} behind`)).map(({ name }) => name)).toEqual([
    'it',
  ]);
});

test('no secret is logged, returned, sent to Redis or stored in clear, and no email address is logged (C5.5, C7.8, C11.1)', async () => {
  const { leaks, unused, canaries, redisCommands } = await findLeaks({
    sql: service.sql,
    env: { DATABASE_URL: service.env.DATABASE_URL ?? '', REDIS_URL: service.env.REDIS_URL ?? '' },
    thorough: false,
  });
  expect(leaks.map(({ canary, place }) => `${canary.name}: in ${place}`)).toEqual([]);
  expect(unused).toEqual([]);
  expect(canaries).toBeGreaterThan(50);
  expect(redisCommands).toBeGreaterThan(100);
});
