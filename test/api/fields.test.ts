import { describe, expect, test } from 'vitest';
import { openApp } from '../support/service/app.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';

describe('field definitions', () => {
  const service = useService();

  /** A waitlist and calls for its fields. */
  async function makeList(account?: TestAccount) {
    const owner = account ?? (await service.account());
    const id = await service.waitlist(owner);
    const path = `/v1/waitlists/${id}/fields`;
    return {
      id,
      owner,
      create: (field: object) =>
        service.call('POST', path, owner.key, { payload: { label: 'Label', type: 'string', ...field } }),
      list: async (query = '') => (await service.call('GET', `${path}${query}`, owner.key)).json(),
      patch: (key: string, payload: object) =>
        service.call('PATCH', `${path}/${key}`, owner.key, { payload }),
      remove: (key: string) => service.call('DELETE', `${path}/${key}`, owner.key),
      signUp: (email: string, fields?: object) =>
        service.signUp(owner, id, { email, ...(fields && { fields }) }),
      signups: async () =>
        (await service.call('GET', `/v1/waitlists/${id}/signups`, owner.key)).json().data as {
          email: string;
          fields: object;
        }[],
    };
  }

  describe('POST', () => {
    test('returns 201 with exactly the five properties (§2.2, §4.5)', async () => {
      const { create } = await makeList();
      const field = { key: 'company', label: 'Company', type: 'string', required: true, position: 7 };
      const answer = await create({ ...field, extra: 1 });
      expect([answer.statusCode, answer.json()]).toEqual([201, field]);
    });

    test('defaults to not required and to the position after the highest (C2.6)', async () => {
      const { create } = await makeList();
      const made = async (field: object) => (await create(field)).json();
      expect(await made({ key: 'a' })).toMatchObject({ required: false, position: 0 });
      expect(await made({ key: 'b' })).toMatchObject({ position: 1 });
      expect(await made({ key: 'c', position: 10 })).toMatchObject({ position: 10 });
      expect(await made({ key: 'd' })).toMatchObject({ position: 11 });
      expect(await made({ key: 'e', position: 3 })).toMatchObject({ position: 3 });
      expect(await made({ key: 'f' })).toMatchObject({ position: 12 });
      const last = { position: 2 ** 31 - 1 };
      expect(await made({ key: 'g', ...last })).toMatchObject(last);
      expect(await made({ key: 'h' }), 'there is no position after the last').toMatchObject(last);
    });

    test.each(['a', 'a0_', 'x'.repeat(64), 'emails', 'e_mail', 'constructor'])(
      'accepts the key %s (§2.2)',
      async (key) => {
        const { create, list } = await makeList();
        expect((await create({ key })).statusCode).toBe(201);
        expect((await list()).data[0].key).toBe(key);
      },
    );

    test.each([
      '',
      'A',
      '0a',
      '_a',
      'a-b',
      'a b',
      'a.b',
      'ä',
      'a\n',
      ' a',
      'x'.repeat(65),
      '__proto__',
      '{{a}}',
    ])('refuses the key %j with 400 (§2.2)', async (key) => {
      const { create } = await makeList();
      const answer = await create({ key });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
      expect(answer.json().error.message).toMatch(/^key: /);
    });

    test.each(['email', 'position', 'total', 'waitlist_name', 'referral_code', 'referral_bonus'])(
      'refuses the name of the built-in variable %s with 400 (§2.2, §2.6)',
      async (key) => {
        const { create } = await makeList();
        const answer = await create({ key });
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
      },
    );

    test('trims the label, which is one line of 1 to 200 characters (§2.2, C1.9b, C1.11)', async () => {
      const { create } = await makeList();
      expect((await create({ key: 'a', label: ` ${'😀'.repeat(200)} ` })).json().label).toBe(
        '😀'.repeat(200),
      );
      for (const label of ['', '  ', 'x'.repeat(201), 'a\nb', 'a\rb', 7, null]) {
        const answer = await create({ key: 'b', label });
        expect([label, answer.statusCode]).toEqual([label, 400]);
        expect(answer.json().error.message).toMatch(/^label: /);
      }
    });

    test.each([
      ['type', 'date'],
      ['type', null],
      ['type', 'String'],
      ['required', 'yes'],
      ['required', null],
      ['position', -1],
      ['position', 1.5],
      ['position', '1'],
      ['position', 2 ** 31],
      ['position', null],
    ])('refuses a %s of %j with 400 and names the property (§2.2)', async (name, value) => {
      const { create, list } = await makeList();
      const answer = await create({ key: 'a', [name]: value });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.message).toMatch(new RegExp(`^${name}: `));
      expect((await list()).total).toBe(0);
    });

    test('refuses a key in use with 409, also in concurrent calls, but not on another waitlist (§2.2, §4.5)', async () => {
      const { create, owner, list } = await makeList();
      const answers = await Promise.all(Array.from({ length: 10 }, () => create({ key: 'same' })));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(9).fill(409)]);
      expect((await create({ key: 'same', type: 'number' })).json().error.code).toBe('conflict');
      expect((await list()).total).toBe(1);
      expect((await (await makeList(owner)).create({ key: 'same' })).statusCode).toBe(201);
    });

    test('refuses the 21st field with 400, also in 40 concurrent calls over two processes, with unique positions (§2.2, §8.4)', async () => {
      const { create, list, id, owner, remove } = await makeList();
      const second = await openApp(service.env);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          n % 2 === 0
            ? create({ key: `field_${n}` })
            : second.app.inject({
                method: 'POST',
                url: `/v1/waitlists/${id}/fields`,
                headers: { authorization: `Bearer ${owner.key}` },
                payload: { key: `field_${n}`, label: 'L', type: 'number' },
              }),
        ),
      );
      const refused = answers.filter(({ statusCode }) => statusCode !== 201);
      expect(refused.length).toBe(20);
      for (const { statusCode, body } of refused) {
        expect([statusCode, JSON.parse(body).error.code]).toEqual([400, 'invalid_request']);
      }
      const { data, total } = await list();
      expect(total).toBe(20);
      const positions = data.map(({ position }: { position: number }) => position);
      expect(positions).toEqual(Array.from({ length: 20 }, (_, n) => n));

      const known = await create({ key: data[0].key });
      // An existing key is not a 21st field (C2.6a).
      expect([known.statusCode, known.json().error.code]).toEqual([409, 'conflict']);
      await remove(data[0].key);
      expect((await create({ key: 'room_again' })).statusCode).toBe(201);
    });
  });

  describe('GET', () => {
    test('orders by position and then by creation, in the envelope of §2.10 (§2.2, §2.10)', async () => {
      const { create, list } = await makeList();
      for (const [key, position] of [
        ['d', 5],
        ['c', 0],
        ['b', 5],
        ['a', 5],
        ['e', 1],
      ] as const) {
        await create({ key, position });
      }
      const { data, ...rest } = await list();
      expect(data.map(({ key }: { key: string }) => key)).toEqual(['c', 'e', 'd', 'b', 'a']);
      expect(rest).toEqual({ total: 5, limit: 50, offset: 0, has_more: false });
    });

    test('accepts limit and offset as other lists do (C2.8, §2.10)', async () => {
      const { create, list } = await makeList();
      for (let n = 0; n < 5; n++) await create({ key: `f${n}` });
      const page = await list('?limit=2&offset=2');
      expect(page.data.map(({ key }: { key: string }) => key)).toEqual(['f2', 'f3']);
      expect(page).toMatchObject({ total: 5, limit: 2, offset: 2, has_more: true });
      expect(await list('?offset=4')).toMatchObject({ total: 5, has_more: false });
    });
  });

  describe('PATCH', () => {
    test('changes the given properties and returns the whole field; {} changes nothing (§4.5, C2.7)', async () => {
      const { create, patch, list } = await makeList();
      const made = (await create({ key: 'a' })).json();
      const changes = [
        [{}, {}],
        [{ label: ' New ' }, { label: 'New' }],
        [{ required: true }, { label: 'New', required: true }],
        [{ position: 9 }, { label: 'New', required: true, position: 9 }],
        [{ unknown: 1 }, { label: 'New', required: true, position: 9 }],
        [
          { label: 'All', required: false, position: 0 },
          { label: 'All', required: false, position: 0 },
        ],
      ] as const;
      for (const [change, expected] of changes) {
        const answer = await patch('a', change);
        expect([answer.statusCode, answer.json()]).toEqual([200, { ...made, ...expected }]);
        expect((await list()).data).toEqual([answer.json()]);
      }
    });

    test.each([
      [{ key: 'b' }],
      [{ key: 'a' }],
      [{ type: 'number' }],
      [{ type: 'string' }],
      [{ type: null }],
      [{ label: 'Good', key: 'b' }],
      [{ label: '' }],
      [{ label: null }],
      [{ required: 1 }],
      [{ required: null }],
      [{ position: -1 }],
      [{ position: null }],
    ])('refuses %j with 400: key and type cannot change (§2.2, C1.7)', async (change) => {
      const { create, patch, list } = await makeList();
      const made = (await create({ key: 'a' })).json();
      const answer = await patch('a', change);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
      expect((await list()).data).toEqual([made]);
    });

    test('refuses an unknown key with 404 (§4.5, §7)', async () => {
      const { patch, remove } = await makeList();
      for (const key of ['nothing', 'Nothing', 'email', 'x'.repeat(64), 'x'.repeat(65)]) {
        expect((await patch(key, {})).statusCode).toBe(404);
        expect((await remove(key)).json().error.code).toBe('not_found');
      }
    });
  });

  describe('DELETE', () => {
    test('returns 204 without a body and keeps the values of signups (§4.5)', async () => {
      const { create, remove, list, signUp, signups } = await makeList();
      await create({ key: 'size', type: 'number' });
      await create({ key: 'team' });
      await signUp('before@example.com', { size: 4, team: 'red' });
      const answer = await remove('size');
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect((await remove('size')).statusCode).toBe(404);
      expect((await list()).data.map(({ key }: { key: string }) => key)).toEqual(['team']);
      await signUp('after@example.com', { size: 5, team: 'blue' });
      expect((await signups()).map(({ email, fields }) => [email, fields])).toEqual([
        ['after@example.com', { team: 'blue' }],
        ['before@example.com', { size: 4, team: 'red' }],
      ]);
    });

    test('allows the key again with another type, and keeps the old values (§4.5)', async () => {
      const { create, remove, signUp, signups } = await makeList();
      await create({ key: 'size', type: 'number' });
      await signUp('old@example.com', { size: 4 });
      await remove('size');
      expect((await create({ key: 'size', type: 'string' })).statusCode).toBe(201);
      expect((await signUp('bad@example.com', { size: 4 })).statusCode).toBe(400);
      await signUp('new@example.com', { size: 'XL' });
      expect((await signups()).map(({ fields }) => fields)).toEqual([{ size: 'XL' }, { size: 4 }]);
    });
  });

  test('apply every change to the next signup, on every process (C2.9)', async () => {
    const { create, patch, remove, id, owner } = await makeList();
    const second = await openApp(service.env);
    let sent = 0;
    const signUpOnBoth = async (fields: object) =>
      Promise.all(
        [service.app, second.app].map(async (app) => {
          sent += 1;
          const answer = await app.inject({
            method: 'POST',
            url: `/v1/waitlists/${id}/signups`,
            headers: { authorization: `Bearer ${owner.key}`, 'x-forwarded-for': `10.9.0.${sent}` },
            payload: { email: `person-${sent}@example.com`, fields },
          });
          return answer.statusCode;
        }),
      );
    expect(await signUpOnBoth({})).toEqual([201, 201]);
    await create({ key: 'size', type: 'number', required: true });
    expect(await signUpOnBoth({})).toEqual([400, 400]);
    expect(await signUpOnBoth({ size: 'XL' })).toEqual([400, 400]);
    expect(await signUpOnBoth({ size: 1 })).toEqual([201, 201]);
    await patch('size', { required: false });
    expect(await signUpOnBoth({})).toEqual([201, 201]);
    await remove('size');
    expect(await signUpOnBoth({ size: 'XL' })).toEqual([201, 201]);
  });
});
