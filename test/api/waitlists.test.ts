import { describe, expect, test } from 'vitest';
import { updateAccount } from '../../src/shared/account/administration/update-account.ts';
import { openApp } from '../support/service/app.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('waitlists', () => {
  const service = useService();
  const create = (account: TestAccount, name: unknown) =>
    service.call('POST', '/v1/waitlists', account.key, { payload: { name } });
  const read = (account: TestAccount, id: string) => service.call('GET', `/v1/waitlists/${id}`, account.key);
  const patch = (account: TestAccount, id: string, payload: object) =>
    service.call('PATCH', `/v1/waitlists/${id}`, account.key, { payload });
  const remove = (account: TestAccount, id: string) =>
    service.call('DELETE', `/v1/waitlists/${id}`, account.key);
  const list = async (account: TestAccount, query = '') =>
    (await service.call('GET', `/v1/waitlists${query}`, account.key)).json();
  const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);

  describe('POST /v1/waitlists', () => {
    test('returns 201 with exactly id, name and created_at (§2.1, §4.2)', async () => {
      const account = await service.account();
      const before = Date.now();
      const answer = await create(account, 'Launch');
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual({
        id: expect.stringMatching(uuid),
        name: 'Launch',
        created_at: expect.stringMatching(instant),
      });
      expect(Math.abs(Date.parse(answer.json().created_at) - before)).toBeLessThan(60_000);
    });

    test.each([
      ['one character', 'x'],
      ['100 characters', 'x'.repeat(100)],
      ['100 emoji, which are 200 UTF-16 units', '😀'.repeat(100)],
      ['quotes and markup', `<b>"O'Neil" & Söhne</b>; DROP TABLE waitlists --`],
      ['right-to-left and combining text', 'قائمة e\u0301'],
      ['a word that JSON knows', 'null'],
    ])('stores a name of %s unchanged (§2.1, C1.8b)', async (_, name) => {
      const account = await service.account();
      const made = (await create(account, name)).json();
      expect(made.name).toBe(name);
      expect((await read(account, made.id)).json().name).toBe(name);
    });

    test('trims the name before it measures it (C1.11)', async () => {
      const account = await service.account();
      const made = await create(account, `  ${'x'.repeat(100)}\t\n `);
      expect([made.statusCode, made.json().name]).toEqual([201, 'x'.repeat(100)]);
    });

    test.each([
      ['of 101 characters', 'x'.repeat(101)],
      ['of 101 emoji', '😀'.repeat(101)],
      ['that is empty', ''],
      ['of spaces only', '   '],
      ['with a line break', 'a\nb'],
      ['with a carriage return', 'a\rb'],
      ['with a tab inside', 'a\tb'],
      ['with an escape character', 'a\u001bb'],
      ['with DEL', 'a\u007fb'],
      ['with a line separator', 'a\u2028b'],
      ['that is a number', 7],
      ['that is missing', undefined],
    ])('refuses a name %s with 400 and names the property (§2.1, C1.9b, C1.11)', async (_, name) => {
      const answer = await create(await service.account(), name);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
      expect(answer.json().error.message).toMatch(/^name: /);
    });

    test('ignores unknown properties, such as a bonus (C1.7)', async () => {
      const account = await service.account();
      const payload = { name: 'Extra', id: 'mine', referral_bonus: 3, account_id: 'x', created_at: 'now' };
      const made = await service.call('POST', '/v1/waitlists', account.key, { payload });
      expect(made.statusCode).toBe(201);
      expect(Object.keys(made.json()).toSorted()).toEqual(['created_at', 'id', 'name']);
      expect((await read(account, made.json().id)).json().referral_bonus).toBeNull();
    });

    test('refuses a name in use with 409, trimmed and case-sensitive, but not in another account (§4.2, C1.11)', async () => {
      const account = await service.account();
      expect((await create(account, 'Same')).statusCode).toBe(201);
      for (const name of ['Same', '  Same ']) {
        const again = await create(account, name);
        expect([again.statusCode, again.json().error.code]).toEqual([409, 'conflict']);
      }
      expect((await create(account, 'same')).statusCode).toBe(201);
      expect((await create(await service.account(), 'Same')).statusCode).toBe(201);
    });

    test('creates exactly one of many concurrent ones with the same name (§2.1)', async () => {
      const account = await service.account();
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(account, 'Race')));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(19).fill(409)]);
      expect((await list(account)).total).toBe(1);
    });

    test.each([
      ['free', 1],
      ['launch', 5],
    ] as const)(
      'on %s creates at most %i, also in concurrent calls, and refuses the next with 402 (§8, C2.2)',
      async (plan, limit) => {
        const account = await service.account({ plan });
        const second = await openApp(service.env);
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, n) =>
            n % 2 === 0
              ? create(account, `List ${n}`)
              : second.app.inject({
                  method: 'POST',
                  url: '/v1/waitlists',
                  headers: { authorization: `Bearer ${account.key}` },
                  payload: { name: `List ${n}` },
                }),
          ),
        );
        const made = answers.filter(({ statusCode }) => statusCode === 201);
        const refused = answers.filter(({ statusCode }) => statusCode === 402);
        expect([made.length, refused.length]).toEqual([limit, 12 - limit]);
        expect(refused[0]?.json().error.code).toBe('quota_exceeded');
        expect((await list(account)).total).toBe(limit);
      },
    );

    test.each(['scale', 'enterprise'] as const)('has no limit on %s (§8)', async (plan) => {
      const account = await service.account({ plan });
      for (let n = 0; n < 12; n++) expect((await create(account, `List ${n}`)).statusCode).toBe(201);
    });

    test('deletes nothing after a downgrade, and creates nothing over the limit (C5.7)', async () => {
      const account = await service.account({ plan: 'launch' });
      const ids = [];
      for (let n = 0; n < 3; n++) ids.push((await create(account, `List ${n}`)).json().id);
      await updateAccount(service.ctx, account.accountId, { plan: 'free' });
      expect((await create(account, 'One more')).statusCode).toBe(402);
      expect((await list(account)).total).toBe(3);
      for (const id of ids.slice(0, 3)) await remove(account, id);
      expect((await create(account, 'One more')).statusCode).toBe(201);
    });
  });

  describe('GET /v1/waitlists', () => {
    test('returns the newest first, with exactly id, name, created_at and the live count (§2.1, C2.1)', async () => {
      const account = await service.account();
      const old = (await create(account, 'Old')).json();
      const young = (await create(account, 'Young')).json();
      await service.signUp(account, old.id, { email: 'a@example.com' });
      const { id } = (await service.signUp(account, old.id, { email: 'b@example.com' })).json();
      await service.signUp(account, old.id, { email: 'b@example.com' });
      expect((await list(account)).data).toEqual([
        { ...young, signup_count: 0 },
        { ...old, signup_count: 2 },
      ]);
      await service.call('DELETE', `/v1/waitlists/${old.id}/signups/${id}`, account.key);
      expect((await list(account)).data[1].signup_count).toBe(1);
    });

    test('returns the envelope of §2.10, also for no waitlists (§2.10)', async () => {
      const empty = { data: [], total: 0, limit: 50, offset: 0, has_more: false };
      expect(await list(await service.account())).toEqual(empty);
    });

    test('pages by limit and offset without gaps or overlaps, and has_more shows whether there is a next page (§2.10, C2.1)', async () => {
      const account = await service.account();
      for (let n = 0; n < 7; n++) await create(account, `List ${n}`);
      const pages = [await list(account, '?limit=3'), await list(account, '?limit=3&offset=3')];
      pages.push(await list(account, '?limit=3&offset=6'));
      expect(pages.flatMap(namesOf)).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `List ${n}`));
      expect(pages.map(({ data: _, ...rest }) => rest)).toEqual([
        { total: 7, limit: 3, offset: 0, has_more: true },
        { total: 7, limit: 3, offset: 3, has_more: true },
        { total: 7, limit: 3, offset: 6, has_more: false },
      ]);
      expect((await list(account, '?limit=7')).has_more).toBe(false);
      const far = { data: [], total: 7, limit: 200, offset: 999_999_999_999_999, has_more: false };
      expect(await list(account, '?limit=200&offset=999999999999999')).toEqual(far);
    });

    test('orders lists of the same millisecond consistently (§2.10)', async () => {
      const account = await service.account();
      for (let n = 0; n < 6; n++) await create(account, `List ${n}`);
      await service.sql`UPDATE waitlists SET created_at = '2026-01-01' WHERE account_id = ${account.accountId}`;
      const whole = namesOf(await list(account));
      const singly = [];
      for (let n = 0; n < 6; n++) singly.push(...namesOf(await list(account, `?limit=1&offset=${n}`)));
      expect(singly).toEqual(whole);
    });
  });

  describe('GET, PATCH /v1/waitlists/{id}', () => {
    test('returns exactly id, name, created_at and referral_bonus, which is null at first (§2.1)', async () => {
      const account = await service.account();
      const made = (await create(account, 'One')).json();
      const answer = await read(account, made.id);
      expect([answer.statusCode, answer.json()]).toEqual([200, { ...made, referral_bonus: null }]);
    });

    test('changes the given properties and returns the whole waitlist (§4.2)', async () => {
      const account = await service.account();
      const made = (await create(account, 'One')).json();
      const answers = [
        [{ referral_bonus: 5 }, { name: 'One', referral_bonus: 5 }],
        [{ name: ' Two ' }, { name: 'Two', referral_bonus: 5 }],
        [
          { name: 'Three', referral_bonus: 1 },
          { name: 'Three', referral_bonus: 1 },
        ],
        [{ referral_bonus: 1_000_000 }, { name: 'Three', referral_bonus: 1_000_000 }],
        [{ referral_bonus: null }, { name: 'Three', referral_bonus: null }],
      ] as const;
      for (const [change, expected] of answers) {
        const answer = await patch(account, made.id, change);
        expect([answer.statusCode, answer.json()]).toEqual([200, { ...made, ...expected }]);
        expect((await read(account, made.id)).json()).toEqual(answer.json());
      }
    });

    test.each([
      [{}],
      [{ unknown: 1 }],
      [{ name: '' }],
      [{ name: null }],
      [{ name: 'a\nb' }],
      [{ name: 'x'.repeat(101) }],
      [{ referral_bonus: 0 }],
      [{ referral_bonus: -1 }],
      [{ referral_bonus: 1_000_001 }],
      [{ referral_bonus: 1.5 }],
      [{ referral_bonus: '5' }],
      [{ referral_bonus: true }],
      [{ name: 'Good', referral_bonus: 0 }],
    ])('refuses PATCH %j with 400 and changes nothing (C2.3, C2.4, C1.9b)', async (change) => {
      const account = await service.account();
      const id = await service.waitlist(account, { referral_bonus: 2 });
      const before = (await read(account, id)).json();
      const answer = await patch(account, id, change);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
      expect((await read(account, id)).json()).toEqual(before);
    });

    test('refuses a name in use with 409, but not its own name (§4.2)', async () => {
      const account = await service.account();
      const one = (await create(account, 'One')).json();
      await create(account, 'Two');
      const taken = await patch(account, one.id, { name: ' Two', referral_bonus: 9 });
      expect([taken.statusCode, taken.json().error.code]).toEqual([409, 'conflict']);
      const own = await patch(account, one.id, { name: 'One' });
      expect([own.statusCode, own.json()]).toEqual([200, { ...one, referral_bonus: null }]);
      expect((await patch(account, one.id, { name: 'ONE' })).json().name).toBe('ONE');
    });

    test('keeps id, signups, positions and referral codes with a new name and bonus (§4.2)', async () => {
      const account = await service.account();
      const id = await service.waitlist(account, { referral_bonus: 1 });
      const first = (await service.signUp(account, id, { email: 'a@example.com' })).json();
      await service.signUp(account, id, { email: 'b@example.com', referral_code: first.referral_code });
      const signups = async () =>
        (await service.call('GET', `/v1/waitlists/${id}/signups`, account.key)).json().data;
      const before = await signups();
      await patch(account, id, { name: 'Renamed', referral_bonus: null });
      const unset = before.map((signup: object) => ({ ...signup, display_position: null }));
      expect(await signups()).toEqual(unset);
      expect((await service.signUp(account, id, { email: 'a@example.com' })).json()).toEqual({
        ...first,
        total: 2,
      });
    });
  });

  describe('DELETE /v1/waitlists/{id}', () => {
    test('returns 204 without a body, and 404 from then on from every route (§4.2, C2.5)', async () => {
      const account = await service.account();
      const id = await service.waitlist(account);
      await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, {
        payload: { key: 'k', label: 'L', type: 'string' },
      });
      const signup = (await service.signUp(account, id, { email: 'a@example.com' })).json();
      const answer = await remove(account, id);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      const calls = [
        ['GET', ''],
        ['PATCH', '', { name: 'Back' }],
        ['DELETE', ''],
        ['GET', '/stats'],
        ['GET', '/fields'],
        ['POST', '/fields', { key: 'k2', label: 'L', type: 'string' }],
        ['PATCH', '/fields/k', {}],
        ['DELETE', '/fields/k'],
        ['GET', '/signups'],
        ['GET', '/signups/export'],
        ['POST', '/signups', { email: 'a@example.com' }],
        ['DELETE', `/signups/${signup.id}`],
      ] as const;
      for (const [method, path, payload] of calls) {
        const { statusCode } = await service.call(method, `/v1/waitlists/${id}${path}`, account.key, {
          ...(payload && { payload }),
        });
        expect([method, path, statusCode]).toEqual([method, path, 404]);
      }
      expect((await list(account)).total).toBe(0);
      expect(await service.pendingJobs('purge-waitlist')).toContain(id);
      const queue = service.ctx.notifier.queues.find(({ name }) => name === 'purge-waitlist');
      const notified = async () =>
        ((await queue?.getWaiting()) ?? []).flatMap(({ data }) => data.notifications.map((each) => each.id));
      await expect.poll(notified).toContain(id);
    });

    test('frees the quota of waitlists and signups, and the name, at once (§4.2, C2.5)', async () => {
      const account = await service.account({ plan: 'free' });
      const id = (await create(account, 'Only')).json().id;
      await service.signUp(account, id, { email: 'a@example.com' });
      expect((await create(account, 'Only')).statusCode).toBe(402);
      await remove(account, id);
      const { quota } = (await service.call('GET', '/v1/account', account.key)).json();
      expect(quota.signups_used).toBe(0);
      const again = await create(account, 'Only');
      expect(again.statusCode).toBe(201);
      const fresh = (await service.signUp(account, again.json().id, { email: 'a@example.com' })).json();
      expect([fresh.position, fresh.total]).toEqual([1, 1]);
    });

    test('does not affect other lists (§4.2)', async () => {
      const account = await service.account();
      const [one, two] = [await service.waitlist(account), await service.waitlist(account)];
      await service.signUp(account, two, { email: 'a@example.com' });
      await remove(account, one);
      expect((await list(account)).data).toMatchObject([{ id: two, signup_count: 1 }]);
    });

    test('answers one of many concurrent calls with 204 and the others with 404 (§4.2)', async () => {
      const account = await service.account();
      const id = await service.waitlist(account);
      const answers = await Promise.all(Array.from({ length: 8 }, () => remove(account, id)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, ...Array(7).fill(404)]);
    });

    test('lets concurrent signups and fields be stored before it or get 404 after it (§4.2, C2.5)', async () => {
      const account = await service.account();
      const id = await service.waitlist(account);
      const [answers, deleted] = await Promise.all([
        Promise.all(
          Array.from({ length: 40 }, async (_, n) => {
            if (n % 4 !== 0) return service.signUp(account, id, { email: `s${n}@example.com` });
            const payload = { key: `k${n}`, label: 'L', type: 'string' };
            return service.call('POST', `/v1/waitlists/${id}/fields`, account.key, { payload });
          }),
        ),
        remove(account, id),
      ]);
      expect(deleted.statusCode).toBe(204);
      for (const { statusCode } of answers) expect([201, 404]).toContain(statusCode);
    });
  });
});
