import { describe, expect, test } from 'vitest';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

describe('PATCH /v1/waitlists/{id}/signups/{signupId} with an email (N9)', () => {
  const service = useService();

  async function setUp() {
    const list = await makeList(service, { plan: 'launch' });
    const { account } = list;
    await service.call('GET', '/v1/events', account.key);
    const ada = await list.add({ email: 'Ada@gmial.com', metadata: { page: 'pricing' } });
    const bob = await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    const correct = (email: unknown, more: object = {}, id = ada.id) =>
      service.call('PATCH', `${list.url}/signups/${id}`, account.key, { payload: { email, ...more } });
    return { list, account, ada, bob, correct };
  }
  const updated = async (accountId: string) =>
    (
      await service.sql<{ payload: { type: string; data: Record<string, unknown> } }[]>`
        SELECT payload FROM outbox WHERE account_id = ${accountId} AND job = 'fan-out-event' ORDER BY id`
    ).filter(({ payload }) => payload.type === 'signup.updated');
  const jobsOf = async (id: string) =>
    (await service.sql`SELECT id FROM outbox WHERE job = 'send-signup-email' AND id = ${id}`).length;

  test('keeps what is the person’s, and is found by the new address alone', async () => {
    const { list, account, ada, bob, correct } = await setUp();
    const before = await list.find('ada@gmial.com');
    const answer = await correct(' Ada@Gmail.com ', { note: 'by phone' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...before, email: 'Ada@Gmail.com' }]);
    expect(await list.find('ada@gmail.com')).toMatchObject({ id: ada.id, position: 1, referral_count: 1 });
    expect((await list.page('email=ada@gmial.com')).total).toBe(0);
    expect(await list.find('bob@example.com')).toMatchObject({ id: bob.id, referred_by: ada.id });
    const [event, ...others] = await updated(account.accountId);
    expect(others).toEqual([]);
    expect(event?.payload.data).toEqual({
      ...{ id: ada.id, waitlist_id: list.id, waitlist_name: expect.any(String) },
      ...{ email: 'Ada@Gmail.com', previous_email: 'Ada@gmial.com', position: 1, changed_fields: [] },
      ...{ metadata: { page: 'pricing' }, created_at: before.created_at, updated_at: expect.any(String) },
    });
    const log = (await service.call('GET', '/v1/audit-log', account.key)).json().data;
    const entry = log.find(({ action }: { action: string }) => action === 'signup.updated');
    expect(entry).toMatchObject({
      object: { id: ada.id },
      details: { address: 'corrected', note: 'written' },
    });
    expect(JSON.stringify(log)).not.toMatch(/gmial|gmail/i);
    expect(await jobsOf(ada.id)).toBe(1);
    // The first address is free again, and the second is not.
    expect((await list.add({ email: 'ada@gmial.com' })).id).not.toBe(ada.id);
    expect((await list.add({ email: 'ADA@gmail.com' })).id).toBe(ada.id);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('changes nothing for the same address, however it is spelt', async () => {
    const { list, account, correct } = await setUp();
    const before = await list.find('ada@gmial.com');
    for (const email of ['Ada@gmial.com', 'ADA@GMIAL.COM'])
      expect((await correct(email)).json()).toEqual(before);
    expect(await updated(account.accountId)).toEqual([]);
  });

  test('refuses the address of another signup, and no part of the change is kept', async () => {
    const { list, account, correct } = await setUp();
    const answer = await correct('BOB@example.com', { note: 'x' });
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      { code: 'conflict', message: 'Another signup of this waitlist has this address.' },
    ]);
    expect(await list.find('ada@gmial.com')).toMatchObject({ position: 1 });
    expect(await updated(account.accountId)).toEqual([]);
    const other = await makeList(service, { plan: 'launch' });
    await other.add({ email: 'eve@example.com' });
    expect((await correct('eve@example.com')).statusCode).toBe(200);
  });

  test('one of many who want an address gets it: corrections, signups and bulks', async () => {
    const { list, account, ada, bob, correct } = await setUp();
    for (let round = 0; round < 5; round++) {
      const email = `cleo${round}@example.com`;
      const answers = await Promise.all([
        correct(email),
        correct(email, {}, bob.id),
        list.signUp({ email }),
        correct(email, { notify: false }),
        service.call('POST', `${list.url}/signups/bulk`, account.key, {
          payload: { signups: [{ email }] },
        }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
      expect((await list.page(`email=${email}`)).total).toBe(1);
    }
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    expect(ada.id).not.toBe(bob.id);
  });

  test('mails nobody with notify: false, nor what still waits for the first address', async () => {
    const { list, ada, correct } = await setUp();
    await correct('ada@gmail.com', { notify: false });
    expect(await jobsOf(ada.id)).toBe(0);
    expect(await list.find('ada@gmail.com')).toMatchObject({ email_status: null });
    await correct('ada2@gmail.com');
    expect(await jobsOf(ada.id)).toBe(1);
  });

  test('is refused with a key that only adds signups, and for signups of others', async () => {
    const { account, list, ada, correct } = await setUp();
    const stranger = await service.account({ plan: 'launch' });
    const payload = { email: 'ada@gmail.com' };
    const path = `${list.url}/signups/${ada.id}`;
    const adds = await service.key(account, ['signups:write']);
    const refused = await service.call('PATCH', path, adds, { payload });
    expect(refused.statusCode).toBe(403);
    expect((await service.call('PATCH', path, stranger.key, { payload })).statusCode).toBe(404);
    expect((await correct('ada@gmail.com', {}, list.id)).statusCode).toBe(404);
    expect(await list.find('ada@gmial.com')).toMatchObject({ id: ada.id });
  });

  test('an erasure of either address leaves neither in what was published', async () => {
    const { account, ada, correct } = await setUp();
    await correct('ada@gmail.com');
    const erase = (email: string) =>
      service.call('POST', '/v1/people/erase', account.key, { payload: { email, suppress: false } });
    expect((await erase('ada@gmial.com')).json()).toMatchObject({ signups: 0 });
    const rows = await service.sql`
      SELECT payload FROM outbox WHERE account_id = ${account.accountId} AND job = 'fan-out-event'`;
    expect(JSON.stringify(rows)).not.toContain('gmial');
    expect((await erase('ada@gmail.com')).json()).toMatchObject({ signups: 1 });
    expect(await service.sql`SELECT id FROM signups WHERE id = ${ada.id}`).toEqual([]);
  });
});
