import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { makeVisitor } from '../../support/dashboard.ts';
import { makeList } from '../../support/list.ts';
import { dumpDatabase, dumpRedis } from '../../support/secrets/stores.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';

const service = useService();

/** How hashes of a text are usually written, cut to what is kept of short ones. */
function hashesOf(text: string): string[] {
  return ['sha256', 'sha1', 'md5'].flatMap((algorithm) => {
    const hash = createHash(algorithm).update(text).digest();
    return [
      hash.toString('hex').slice(0, 24),
      ...(['base64', 'base64url'] as const).map((encoding) => hash.toString(encoding).slice(0, 16)),
    ];
  });
}

test('after an erasure nothing has a hash that somebody who guesses the address can compute (N3)', async () => {
  const email = 'Ada.Lovelace@Example.com';
  const list = await makeList(service);
  const worker = openTestWorker(service);
  const bodies: string[] = [];
  const post = async (url: string, body: object) => {
    const payload = JSON.stringify(body);
    bodies.push(payload);
    const answer = await service.call('POST', url, list.account.key, {
      payload,
      headers: { 'content-type': 'application/json', 'idempotency-key': `key-${bodies.length}` },
    });
    expect([url, answer.statusCode]).toEqual([url, expect.toBeOneOf([200, 201])]);
  };
  await post(`${list.url}/signups`, { email });
  await post(`${list.url}/signups/bulk`, { signups: [{ email }], notify: true });
  await post('/v1/suppressions', { email });
  const visitor = await makeVisitor(service, list.account);
  await visitor.send('/dashboard/sign-in', { email, password: 'wrong' });
  await visitor.send('/dashboard/forgot-password', { email });
  await post('/v1/people/erase', { email });
  const erasures = await service.pendingJobs('erase-person');
  for (const id of erasures) await worker.run('erase-person', { id, accountId: list.account.accountId });
  await worker.close();

  const redis = new Redis(service.env.REDIS_URL ?? '');
  const parts = [...(await dumpDatabase(service.sql)), ...(await dumpRedis(redis))];
  redis.disconnect();
  const texts = [email, email.toLowerCase(), email.toUpperCase(), ` ${email} `, ...bodies];
  const wanted = texts.flatMap(hashesOf);
  const found = parts.filter(({ bytes }) => wanted.some((hash) => bytes.includes(hash)));
  expect(found.map(({ name }) => name)).toEqual([]);
  const [kept] = await service.sql`SELECT count(*)::integer AS requests FROM idempotency_keys`;
  expect(kept?.requests).toBeGreaterThan(0); // the erasure's own
});
