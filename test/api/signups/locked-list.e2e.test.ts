import { beforeAll, expect, test } from 'vitest';
import { makeList } from '../../support/list.ts';
import { startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { unhurried } from '../../support/values/unhurried.ts';

const service = useService();

beforeAll(async () => {
  await service.sql`ALTER FUNCTION add_signups(json) SET lock_timeout = '1s'`; // shorter than in production
});

test('a locked list does not delay signups of other lists, and works again after the lock (C1.16)', async () => {
  const [held, other] = [await makeList(service), await makeList(service)];
  const batcher = service.ctx.signups;
  const add = (list: typeof held, name: string) => batcher.add(list.request(`${name}@example.com`));
  const order: string[] = [];
  const note = (name: string) => () => {
    order.push(name);
  };
  await unhurried(service.sql, async (tx) => {
    await tx`SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${held.id} FOR UPDATE`;
    // Sent at the same moment, both signups share a batch.
    const [first, second] = await Promise.allSettled([add(held, 'first'), add(other, 'second')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: '55P03' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { outcome: 'created', position: 1 } });
    // From now on the locked list is isolated.
    const late = add(held, 'third').catch(note('held'));
    await add(other, 'fourth').then(note('other'));
    await late;
    expect(order).toEqual(['other', 'held']);
    // Clients get a Retry-After.
    const answer = await held.signUp({ email: 'fifth@example.com' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json().error.code).toBe('internal_error');
    expect(answer.headers['retry-after']).toBe('1');
  });
  expect(await add(held, 'sixth')).toMatchObject({ outcome: 'created', position: 1 });
  expect(await add(held, 'seventh')).toMatchObject({ outcome: 'created', position: 2 });
});

test('a signup gets an answer within 5 s, whatever Postgres does (C1.16)', async () => {
  const list = await makeList(service);
  await service.sql`ALTER FUNCTION add_signups(json) SET lock_timeout = '20s'`;
  const web = await startProcess('web', service.env); // only a real request ends before its answer
  try {
    await unhurried(service.sql, async (tx) => {
      await tx`SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${list.id} FOR UPDATE`;
      const answer = await fetch(`${web.url}${list.url}/signups`, {
        method: 'POST',
        headers: { authorization: `Bearer ${list.account.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com' }),
      });
      expect(answer.status).toBe(503);
      const failure = () => web.log.find(({ msg }) => msg === 'request failed');
      // Not the statement timeout after 5 s.
      await expect.poll(failure).toMatchObject({ err: { type: 'TimeoutError' } });
    });
  } finally {
    await web.stop();
  }
});
