import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/platform/ids.ts';
import { listOf, makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const code = /^[0-9a-hjkmnp-tv-z]{10}$/;
/** One code point, two UTF-16 units, four bytes, twelve characters when escaped. */
const wide = '😀';

describe('POST /v1/waitlists/{id}/signups', () => {
  const service = useService();

  const refusal = async (answer: ReturnType<typeof service.call>) => {
    const { statusCode, json } = await answer;
    return { status: statusCode, ...json().error };
  };

  test('returns exactly id, position, total and referral_code (§2.4, §1 rule 1)', async () => {
    const list = await makeList(service);
    const response = await list.signUp({ email: 'ada@example.com' });
    expect(response.statusCode).toBe(201);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.json()).toStrictEqual({
      id: expect.stringMatching(uuid),
      position: 1,
      total: 1,
      referral_code: expect.stringMatching(code),
    });
  });

  test('stores a signup that the list shows with exactly sixteen properties (§2.3)', async () => {
    const list = await makeList(service);
    await list.field('company', 'string');
    const added = await list.add({
      email: ' Ada@Example.com ',
      utm_source: 'newsletter',
      referrer: 'https://www.example.org/page?x=1',
      metadata: { plan: 'pro', '2': 'b', '1': 'a' },
      fields: { company: 'Analytical\nEngines' },
    });
    expect((await list.page()).data).toStrictEqual([
      {
        id: added.id,
        email: 'Ada@Example.com',
        position: 1,
        display_position: null,
        utm_source: 'newsletter',
        referrer: 'https://www.example.org/page?x=1',
        referral_code: added.referral_code,
        referral_count: 0,
        referred_by: null,
        metadata: { plan: 'pro', '2': 'b', '1': 'a' },
        fields: { company: 'Analytical\nEngines' },
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        email_status: null,
        email_delivered_at: null,
        email_opened_at: null,
        email_clicked_at: null,
      },
    ]);
  });

  test('counts positions up, and returns the live count as total (§1 rule 2, C3.9)', async () => {
    const list = await makeList(service);
    const first = await list.add({ email: 'a@example.com' });
    const second = await list.add({ email: 'b@example.com' });
    await list.remove(first.id);
    const third = await list.add({ email: 'c@example.com' });
    expect([first, second, third].map(({ position, total }) => [position, total])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
    expect((await list.find('b@example.com')).position).toBe(2);
  });

  test('keeps positions and emails of waitlists separate (§1 rule 2)', async () => {
    const one = await makeList(service);
    const other = listOf(service, one.account, await service.waitlist(one.account));
    const here = await one.add({ email: 'ada@example.com' });
    const there = await other.add({ email: 'ada@example.com' });
    expect(there).toMatchObject({ position: 1, total: 1 });
    expect(there.id).not.toBe(here.id);
    expect(there.referral_code).not.toBe(here.referral_code);
  });

  test('returns the first signup for a repeated email, and sends no second email (§1 rule 3, C3.1)', async () => {
    const list = await makeList(service);
    const first = await list.signUp({ email: 'ada@example.com' });
    await list.add({ email: 'bob@example.com' });
    const again = await list.signUp({ email: 'ada@example.com' });
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual({ ...first.json(), total: 2 });
    expect((await list.page()).total).toBe(2);
    expect(
      (await service.pendingJobs('send-signup-email')).filter((id) => id === first.json().id),
    ).toHaveLength(1);
    expect(await service.sql`SELECT 1 FROM mails WHERE id = ${first.json().id}`).toHaveLength(1);
  });

  test('does not change the first signup for a repeated email (§1 rule 3, §2.5)', async () => {
    const list = await makeList(service);
    await list.field('company', 'string');
    await list.add({
      email: 'ada@example.com',
      utm_source: 'first',
      referrer: 'https://first.example.com',
      metadata: { stamp: 'first' },
      fields: { company: 'first' },
    });
    const before = await list.find('ada@example.com');
    await list.add({
      email: 'ADA@example.com',
      utm_source: 'second',
      referrer: 'https://second.example.com',
      metadata: { stamp: 'second' },
      fields: { company: 'second' },
    });
    expect(await list.find('ada@example.com')).toEqual(before);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test.each([
    ['letter case', 'Ada.Lovelace@Example.COM', 'aDA.lOVELACE@eXAMPLE.com'],
    ['spaces around it', 'ada@example.com', ' \t\u00a0ada@example.com\n'],
    ['an international domain', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['letter case of an international domain', 'ada@xn--bcher-kva.example', 'ada@BÜCHER.Example'],
    ['a domain composed in another way', 'ada@bu\u0308cher.example', 'ada@b\u00fccher.example'],
  ])('treats two emails that differ in %s as one, and shows the first (C3.1)', async (_, first, second) => {
    const list = await makeList(service);
    const one = await list.add({ email: first });
    const same = await list.add({ email: second });
    expect(same).toEqual(one);
    expect((await list.page()).data.map(({ email }) => email)).toEqual([first]);
    expect((await list.find(second)).id).toBe(one.id);
  });

  test('treats emails with any other difference as two (C3.1)', async () => {
    const list = await makeList(service);
    const emails = ['ada@example.com', 'a.da@example.com', 'ada+1@example.com', 'ada@www.example.com'];
    const positions = [];
    for (const email of emails) positions.push((await list.add({ email })).position);
    expect(positions).toEqual([1, 2, 3, 4]);
  });

  test.each([
    [undefined],
    [null],
    [5],
    [''],
    ['ada'],
    ['ada@localhost'],
    ['ada@@example.com'],
    ['a b@example.com'],
    ['"ada"@example.com'],
    ['ada.@example.com'],
    ['ädä@example.com'],
    ['Ada <ada@example.com>'],
    [`${'a'.repeat(65)}@example.com`],
    [`a@${'b'.repeat(60)}.${'c'.repeat(260)}.com`],
  ])('refuses the email %j (§4.3, C3.6b)', async (email) => {
    const list = await makeList(service);
    expect(await refusal(list.signUp({ email }))).toEqual({
      status: 400,
      code: 'invalid_request',
      message: expect.stringMatching(/^email: /),
    });
  });

  test('accepts the longest valid email (C3.6b)', async () => {
    const list = await makeList(service);
    const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(57)}.com`;
    const email = `${'a'.repeat(64)}@${domain}`;
    await list.add({ email });
    expect((await list.find(email)).email).toBe(email);
  });

  test('uses up no position for a repeated or refused request (C3.4)', async () => {
    const list = await makeList(service);
    await list.field('age', 'number', { required: true });
    await list.add({ email: 'a@example.com', fields: { age: 1 } });
    await list.add({ email: 'A@example.com', fields: { age: 1 } });
    await list.signUp({ email: 'b@example.com' });
    await list.signUp({ email: 'b@example.com', fields: { age: 'old' } });
    await list.signUp({ email: 'not an address', fields: { age: 1 } });
    expect(await list.add({ email: 'b@example.com', fields: { age: 2 } })).toMatchObject({
      position: 2,
      total: 2,
    });
  });

  test('accepts null for every optional property (§4.3)', async () => {
    const list = await makeList(service);
    const nothing = { utm_source: null, referrer: null, referral_code: null, metadata: null, fields: null };
    await list.add({ email: 'ada@example.com', ...nothing });
    expect(await list.find('ada@example.com')).toMatchObject({
      utm_source: null,
      referrer: null,
      referred_by: null,
      metadata: {},
      fields: {},
    });
  });

  test.each([[''], [' '], ['\t\n\u00a0']])('treats blank texts (%j) as null (C1.9)', async (blank) => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com', utm_source: blank, referrer: blank, referral_code: blank });
    expect(await list.find('ada@example.com')).toMatchObject({
      utm_source: null,
      referrer: null,
      referred_by: null,
    });
  });

  test('keeps the spaces of texts that are not blank', async () => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com', utm_source: ' a b ', referrer: ' https://example.com ' });
    expect(await list.find('ada@example.com')).toMatchObject({
      utm_source: ' a b ',
      referrer: ' https://example.com ',
    });
  });

  test.each([
    ['omitted', {}, 'https://header.example.com/'],
    ['given', { referrer: 'https://body.example.com/' }, 'https://body.example.com/'],
    ['null', { referrer: null }, null],
    ['blank', { referrer: '  ' }, null],
  ])(
    'uses the Referer header only if the referrer is omitted: referrer %s (§4.3, C1.9)',
    async (_, body, stored) => {
      const list = await makeList(service);
      const response = await service.call('POST', `${list.url}/signups`, list.account.key, {
        payload: { email: 'ada@example.com', ...body },
        headers: { referer: 'https://header.example.com/' },
      });
      expect(response.statusCode).toBe(201);
      expect((await list.find('ada@example.com')).referrer).toBe(stored);
    },
  );

  test('cuts a Referer header after 2,000 characters, and ignores a blank one (C1.10)', async () => {
    const list = await makeList(service);
    const send = (email: string, referer: string) =>
      service.call('POST', `${list.url}/signups`, list.account.key, {
        payload: { email },
        headers: { referer },
      });
    const long = `https://example.com/${'x'.repeat(3000)}`;
    expect((await send('long@example.com', long)).statusCode).toBe(201);
    expect((await send('blank@example.com', '  ')).statusCode).toBe(201);
    expect((await list.find('long@example.com')).referrer).toBe(long.slice(0, 2000));
    expect((await list.find('blank@example.com')).referrer).toBeNull();
  });

  describe('custom fields', () => {
    test('are stored with their types, undeclared ones dropped (§2.5, C3.7)', async () => {
      const list = await makeList(service);
      await list.field('company', 'string', { required: true });
      await list.field('seats', 'number', { required: true });
      await list.field('agrees', 'boolean', { required: true });
      await list.field('note', 'string');
      await list.field('size', 'number');
      await list.add({
        email: 'ada@example.com',
        fields: {
          company: '',
          seats: 0,
          agrees: false,
          note: null,
          other: 'x',
          constructor: 'y',
          toString: 1,
        },
      });
      expect((await list.find('ada@example.com')).fields).toStrictEqual({
        company: '',
        seats: 0,
        agrees: false,
      });
    });

    test.each([
      ['an object', { a: { b: 1 } }],
      ['a list', [1, 'x']],
      ['a text of any length', 'x'.repeat(100_000)],
      ['a number that is none', 'NUMBER'],
      ['null', null],
    ])(
      'with %s are dropped under undeclared keys, and refused by name under a declared one (C3.7)',
      async (_, value) => {
        const list = await makeList(service);
        await list.field('company', 'string', { required: true });
        const post = (fields: object) =>
          service.call('POST', `${list.url}/signups`, list.account.key, {
            payload: JSON.stringify({ email: 'ada@example.com', fields }).replace('"NUMBER"', '1e999'),
            headers: { 'content-type': 'application/json' },
          });
        const refused = await post({ company: value });
        expect(refused.statusCode).toBe(400);
        expect(refused.json().error.message).toMatch(
          typeof value === 'string' && value !== 'NUMBER'
            ? /^fields\.company: must be at most 1000 characters$/
            : value === null
              ? /^fields\.company: is required$/
              : /^fields\.company: must be a string$/,
        );
        const others = { other: value, Other: value, 'a b': value, '': value, ['x'.repeat(65)]: value };
        expect((await post({ company: 'Acme', ...others })).statusCode).toBe(201);
        expect((await list.find('ada@example.com')).fields).toStrictEqual({ company: 'Acme' });
      },
    );

    test('are stored and checked among any number of undeclared keys (C3.7)', async () => {
      const list = await makeList(service);
      await list.field('company', 'string', { required: true });
      await list.field('seats', 'number');
      const others = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
      const emails = [18, 19, 20, 40_000].map((count) => [`ada${count}@example.com`, count] as const);
      for (const [email, count] of emails) {
        await list.add({ email, fields: { ...others(count), company: 'Acme', seats: 3 } });
        expect((await list.find(email)).fields).toStrictEqual({ company: 'Acme', seats: 3 });
        const bad = [
          [{ seats: 3 }, 'fields.company: is required'],
          [{ company: 'Acme', seats: [] }, 'fields.seats: must be a number'],
          [{ company: 'x'.repeat(1_001) }, 'fields.company: must be at most 1000 characters'],
        ] as const;
        for (const [fields, message] of bad) {
          const email = 'bob@example.com';
          const refused = await refusal(list.signUp({ email, fields: { ...others(count), ...fields } }));
          expect([refused.status, refused.message]).toEqual([400, message]);
        }
      }
      expect((await list.page()).total).toBe(emails.length);
    });

    test.each([[0.1], [-0.5e-7], [1e300], [Number.MAX_SAFE_INTEGER], [Number.MIN_VALUE]])(
      'keep the number %d exactly (C3.8)',
      async (seats) => {
        const list = await makeList(service);
        await list.field('seats', 'number');
        await list.add({ email: 'ada@example.com', fields: { seats } });
        expect((await list.find('ada@example.com')).fields).toEqual({ seats });
      },
    );

    test.each([
      [{}, 'company'],
      [{ fields: null }, 'company'],
      [{ fields: {} }, 'company'],
      [{ fields: { company: null } }, 'company'],
      [{ fields: { Company: 'x' } }, 'company'],
    ])('without a required one, as in %j, are refused by name (§2.5, C3.8)', async (body, key) => {
      const list = await makeList(service);
      await list.field('company', 'string', { required: true });
      const {
        status,
        code: error,
        message,
      } = await refusal(list.signUp({ email: 'ada@example.com', ...body }));
      expect([status, error]).toEqual([400, 'invalid_request']);
      expect(message).toBe(`fields.${key}: is required`);
      expect((await list.page()).total).toBe(0);
    });

    test.each([
      ['string', 5],
      ['string', true],
      ['number', '5'],
      ['number', false],
      ['number', ''],
      ['boolean', 'true'],
      ['boolean', 0],
    ])('of type %s refuse %j by name (§2.5)', async (type, value) => {
      const list = await makeList(service);
      await list.field('answer', type);
      const {
        status,
        code: error,
        message,
      } = await refusal(list.signUp({ email: 'ada@example.com', fields: { answer: value } }));
      expect([status, error]).toEqual([400, 'invalid_request']);
      expect(message).toBe(`fields.answer: must be ${type === 'boolean' ? 'true or false' : `a ${type}`}`);
      expect((await list.page()).total).toBe(0);
    });

    test.each(['metadata', 'fields'])(
      'that are no object are refused in the same words: %s',
      async (name) => {
        const list = await makeList(service);
        for (const value of [5, 'x', true, []]) {
          const refused = await refusal(list.signUp({ email: 'ada@example.com', [name]: value } as never));
          expect([value, refused.status, refused.message]).toEqual([
            value,
            400,
            `${name}: must be an object`,
          ]);
        }
      },
    );

    test.each([['{"answer":1e400}'], ['{"answer":[1]}'], ['{"answer":{"a":1}}'], ['[]'], ['"text"']])(
      'in the invalid form %s are refused (§2.5, C3.8)',
      async (fields) => {
        const list = await makeList(service);
        await list.field('answer', 'number');
        const { status, message } = await refusal(
          service.call('POST', `${list.url}/signups`, list.account.key, {
            payload: `{"email":"ada@example.com","fields":${fields}}`,
            headers: { 'content-type': 'application/json' },
          }),
        );
        expect(status).toBe(400);
        expect(message).toMatch(/^fields/);
      },
    );

    test('are not checked against their definitions for an email on the list, but against the schema (C3.6a)', async () => {
      const list = await makeList(service);
      const first = await list.add({ email: 'ada@example.com' });
      await list.field('company', 'string', { required: true });
      expect(await list.add({ email: 'ada@example.com' })).toEqual(first);
      expect(await list.add({ email: 'ada@example.com', fields: { company: 5 } })).toEqual(first);
      expect(await list.add({ email: 'ada@example.com', fields: { company: ['x'] } })).toEqual(first);
      const bad = await list.signUp({ email: 'ada@example.com', fields: ['x'] });
      expect(bad.statusCode).toBe(400);
      expect((await list.signUp({ email: 'bob@example.com' })).statusCode).toBe(400);
    });

    test('keep their values after their definition is deleted, and accept no new ones (§4.5)', async () => {
      const list = await makeList(service);
      await list.field('company', 'string');
      await list.add({ email: 'a@example.com', fields: { company: 'kept' } });
      await service.call('DELETE', `${list.url}/fields/company`, list.account.key);
      await list.add({ email: 'b@example.com', fields: { company: 'dropped' } });
      expect((await list.find('a@example.com')).fields).toEqual({ company: 'kept' });
      expect((await list.find('b@example.com')).fields).toEqual({});
    });
  });

  describe('lengths', () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, 'value']));

    test.each([
      ['utm_source', (n: number) => ({ utm_source: wide.repeat(n) }), 200],
      ['referrer', (n: number) => ({ referrer: wide.repeat(n) }), 2000],
      ['referral_code', (n: number) => ({ referral_code: wide.repeat(n) }), 64],
      ['metadata.note', (n: number) => ({ metadata: { note: wide.repeat(n) } }), 1000],
      ['fields.note', (n: number) => ({ fields: { note: wide.repeat(n) } }), 1000],
      ['metadata', (n: number) => ({ metadata: { ['k'.repeat(n)]: 'x' } }), 64],
      ['metadata', (n: number) => ({ metadata: keys(n) }), 10],
    ])(
      'of %s are measured in code points, and one more is refused by name (§8 rule 4, C1.8b)',
      async (place, bodyOf, max) => {
        const list = await makeList(service);
        await list.field('note', 'string');
        expect((await list.signUp({ email: 'fits@example.com', ...bodyOf(max) })).statusCode).toBe(201);
        const over = await refusal(list.signUp({ email: 'over@example.com', ...bodyOf(max + 1) }));
        expect(over).toMatchObject({ status: 400, code: 'invalid_request' });
        expect(over.message.startsWith(place)).toBe(true);
      },
    );

    test('allow the largest valid body with all characters escaped (C1.5)', async () => {
      const list = await makeList(service);
      const letters = [...'abcdefghijklmnopqrst'];
      const fieldKeys = letters.map((letter) => letter.repeat(64));
      for (const key of fieldKeys) await list.field(key, 'string', { required: true });
      const body = {
        email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(57)}.com`,
        utm_source: wide.repeat(200),
        referrer: wide.repeat(2000),
        referral_code: wide.repeat(64),
        metadata: Object.fromEntries(
          letters.slice(10).map((letter) => [letter.repeat(64), wide.repeat(1000)]),
        ),
        fields: Object.fromEntries(fieldKeys.map((key) => [key, wide.repeat(1000)])),
      };
      const payload = escapeEverything(JSON.stringify(body));
      expect(payload.length).toBeGreaterThan(380_000);
      const response = await service.call('POST', `${list.url}/signups`, list.account.key, {
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.statusCode).toBe(201);
      const { referral_code: _, ...stored } = body;
      expect(await list.find(body.email)).toMatchObject(stored);
    });
  });

  test.each([
    ['utm_source', 5],
    ['utm_source', ['x']],
    ['referrer', {}],
    ['referral_code', 5],
    ['metadata', 'text'],
    ['metadata', ['x']],
    ['metadata', { key: 5 }],
    ['metadata', { key: null }],
    ['metadata', { key: { deep: 'x' } }],
    ['metadata', { 'with-dash': 'x' }],
    ['metadata', { '': 'x' }],
    ['metadata', { ümlaut: 'x' }],
    ['metadata', { 'new\nline': 'x' }],
  ])('refuses %s %j by name (§2.5, §4.3)', async (key, value) => {
    const list = await makeList(service);
    const {
      status,
      code: error,
      message,
    } = await refusal(list.signUp({ email: 'ada@example.com', [key]: value }));
    expect([status, error]).toEqual([400, 'invalid_request']);
    expect(message.startsWith(key)).toBe(true);
  });

  test('accepts metadata keys such as constructor', async () => {
    const list = await makeList(service);
    const metadata = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', _: '' };
    await list.add({ email: 'ada@example.com', metadata });
    const [row] = await service.sql`SELECT metadata::text FROM signups WHERE waitlist_id = ${list.id}`;
    expect(row?.metadata).toBe(JSON.stringify(metadata));
  });

  test('enqueues one email if the plan has an allowance, and none on free (§4.3 rule 2, C6.2)', async () => {
    const paid = await makeList(service, { plan: 'launch' });
    const free = await makeList(service, { plan: 'free' });
    const mailed = await paid.add({ email: 'ada@example.com' });
    const silent = await free.add({ email: 'ada@example.com' });
    const pending = await service.pendingJobs('send-signup-email');
    expect(pending).toContain(mailed.id);
    expect(pending).not.toContain(silent.id);
  });

  test('refuses unknown, foreign, deleted and malformed waitlist ids equally (§4.2, C1.2)', async () => {
    const list = await makeList(service);
    const foreign = await makeList(service);
    const deleted = await service.waitlist(list.account);
    await service.call('DELETE', `/v1/waitlists/${deleted}`, list.account.key);
    for (const id of [newId(), foreign.id, deleted]) {
      expect(await refusal(service.signUp(list.account, id, { email: 'ada@example.com' }))).toEqual({
        status: 404,
        code: 'not_found',
        message: 'No such waitlist.',
      });
    }
    expect(await refusal(service.signUp(list.account, 'nope', { email: 'ada@example.com' }))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await foreign.page()).total).toBe(0);
  });
});

describe('DELETE /v1/waitlists/{id}/signups/{signupId}', () => {
  const service = useService();

  test('returns 204 without a body, once (§4.3)', async () => {
    const list = await makeList(service);
    const { id } = await list.add({ email: 'ada@example.com' });
    const gone = await list.remove(id);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await list.remove(id)).json().error.code).toBe('not_found');
    expect(await list.page()).toMatchObject({ data: [], total: 0 });
  });

  test('changes no other position (§1 rule 2, §4.3)', async () => {
    const list = await makeList(service);
    const ids = [];
    for (const name of 'abcd') ids.push((await list.add({ email: `${name}@example.com` })).id);
    await list.remove(ids[0] ?? '');
    await list.remove(ids[3] ?? '');
    expect((await list.page()).data.map(({ email, position }) => [email, position])).toEqual([
      ['c@example.com', 3],
      ['b@example.com', 2],
    ]);
    expect((await list.add({ email: 'e@example.com' })).position).toBe(5);
  });

  test('allows the email again, with a new signup and a new mail (C3.6)', async () => {
    const list = await makeList(service);
    const first = await list.add({ email: 'ada@example.com', metadata: { stamp: 'first' } });
    await list.remove(first.id);
    expect(await service.pendingJobs('send-signup-email')).not.toContain(first.id);
    const second = await list.add({ email: 'ada@example.com', metadata: { stamp: 'second' } });
    expect(second).toMatchObject({ position: 2, total: 1 });
    expect(second.id).not.toBe(first.id);
    expect(second.referral_code).not.toBe(first.referral_code);
    expect((await list.find('ada@example.com')).metadata).toEqual({ stamp: 'second' });
    expect(await service.pendingJobs('send-signup-email')).toContain(second.id);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('returns 404 for signups of other lists and accounts, and keeps them (§4.2, C1.2)', async () => {
    const list = await makeList(service);
    const sibling = listOf(service, list.account, await service.waitlist(list.account));
    const foreign = await makeList(service);
    const onSibling = await sibling.add({ email: 'ada@example.com' });
    const onForeign = await foreign.add({ email: 'ada@example.com' });
    for (const id of [newId(), onSibling.id, onForeign.id, 'nope']) {
      const response = await list.remove(id);
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
    }
    const across = `${foreign.url}/signups/${onForeign.id}`;
    expect((await service.call('DELETE', across, list.account.key)).statusCode).toBe(404);
    expect((await sibling.page()).total).toBe(1);
    expect((await foreign.page()).total).toBe(1);
  });
});

/** The same JSON with all characters of strings written as `\uXXXX`. */
function escapeEverything(json: string): string {
  return json.replace(/"([^"\\]*)"/g, (_, text: string) => {
    let escaped = '';
    for (let unit = 0; unit < text.length; unit++)
      escaped += `\\u${text.charCodeAt(unit).toString(16).padStart(4, '0')}`;
    return `"${escaped}"`;
  });
}
