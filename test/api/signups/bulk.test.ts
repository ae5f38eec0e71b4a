import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listOf, makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { triesAll } from '../../support/values/tries-all.ts';

interface Entry {
  index: number;
  status: 'created' | 'existing' | 'rejected';
  id?: string;
  position?: number;
  referral_code?: string;
  error?: { code: string; message: string };
}
interface Bulk {
  data: Entry[];
  created: number;
  existing: number;
  rejected: number;
}

describe('POST /v1/waitlists/{id}/signups/bulk (N1)', () => {
  const service = useService();

  const send = ({ url, account }: TestList, payload: unknown, headers: Record<string, string> = {}) =>
    service.call('POST', `${url}/signups/bulk`, account.key, {
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
    });
  async function add(list: TestList, signups: readonly unknown[], more: object = {}): Promise<Bulk> {
    const answer = await send(list, { signups, ...more });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  }
  const people = (count: number, name = 'person') =>
    Array.from({ length: count }, (_, number) => ({ email: `${name}${number}@example.com` }));

  test('adds signups in their order and tells what became of each', async () => {
    const list = await makeList(service);
    const ada = await list.add({ email: 'ada@example.com' });
    const bulk = await add(list, [
      { email: 'bo@example.com', utm_source: 'import', referral_code: ada.referral_code },
      { email: 'ADA@example.com ' },
      { email: 'nobody' },
      'cy@example.com',
      { email: 'cy@example.com', metadata: { plan: 7 } },
      { email: 'Bo@example.com' },
      { email: 'dora@example.com\u0000' },
      { email: 'eve@example.com' },
    ]);
    const error = (message: unknown) => ({ code: 'invalid_request', message });
    const { id, position, referral_code } = ada;
    const [bo, , , , , , , eve] = bulk.data;
    expect(bulk).toStrictEqual({
      data: [
        { index: 0, status: 'created', id: bo?.id, position: 2, referral_code: bo?.referral_code },
        { index: 1, status: 'existing', id, position, referral_code },
        { index: 2, status: 'rejected', error: error(expect.stringMatching(/^email: /)) },
        { index: 3, status: 'rejected', error: error(expect.any(String)) },
        { index: 4, status: 'rejected', error: error(expect.stringMatching(/^metadata\.plan: /)) },
        { index: 5, status: 'existing', id: bo?.id, position: 2, referral_code: bo?.referral_code },
        {
          index: 6,
          status: 'rejected',
          error: error(expect.stringMatching(/^email: must not contain U\+0000/)),
        },
        { index: 7, status: 'created', id: eve?.id, position: 3, referral_code: eve?.referral_code },
      ],
      created: 2,
      existing: 2,
      rejected: 4,
    });
    const { data } = await list.page();
    expect(data.map((signup) => [signup.email, signup.utm_source, signup.referral_count])).toEqual([
      ['eve@example.com', null, 0],
      ['bo@example.com', 'import', 0],
      ['ada@example.com', null, 1],
    ]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('sends no mail and publishes no event, unless notify is true', async () => {
    const list = await makeList(service);
    const hook = { config: { url: 'http://127.0.0.1:9/' } };
    await service.call('PUT', '/v1/integrations/webhook', list.account.key, { payload: hook });
    const jobs = async () =>
      (
        await service.sql<{ job: string }[]>`
          SELECT job FROM outbox WHERE account_id = ${list.account.accountId} ORDER BY job`
      ).map(({ job }) => job);
    await add(list, people(3));
    await add(list, people(3, 'silent'), { notify: false });
    expect(await jobs()).toEqual([]);
    await add(list, [...people(3), { email: 'new@example.com' }], { notify: true });
    expect(await jobs()).toEqual(['fan-out-event', 'send-signup-email']);
  });

  test.each([
    ['no body', undefined],
    ['an array', []],
    ['no signups', {}],
    ['an object of signups', { signups: { email: 'ada@example.com' } }],
    ['0 signups', { signups: [] }],
    ['501 signups', { signups: people(501) }],
    ['another notify', { signups: people(1), notify: 'yes' }],
  ])('is 400 with %s', async (_, payload) => {
    const list = await makeList(service);
    const { statusCode, json } = await send(list, payload);
    expect([statusCode, json().error.code]).toEqual([400, 'invalid_request']);
    expect((await list.page()).total).toBe(0);
  });

  test('takes 500 signups and 4 MiB, and names that limit', async () => {
    const list = await makeList(service);
    const metadata = Object.fromEntries(people(7).map((_, key) => [`key_${key}`, 'x'.repeat(1_000)]));
    const signups = people(500).map((person) => ({ ...person, metadata }));
    expect(JSON.stringify({ signups }).length).toBeGreaterThan(3_500_000);
    expect(await add(list, signups)).toMatchObject({ created: 500 });
    expect((await list.page()).total).toBe(500);
    const tooLarge = await send(list, { signups: ['x'.repeat(4 * 1024 * 1024)] });
    expect([tooLarge.statusCode, tooLarge.json().error.message]).toEqual([
      413,
      'The request body is larger than 4096 KiB.',
    ]);
  });

  test('counts as one request and not for the address', async () => {
    const account = await service.account({ requestsPerMinute: 100 });
    const list = listOf(service, account, await service.waitlist(account));
    const before = await send(list, { signups: people(100) });
    const after = await send(list, { signups: people(100) });
    for (const { headers } of [before, after])
      expect(Number(headers['ratelimit-remaining'])).toBeGreaterThan(90);
    expect(after.json()).toMatchObject({ existing: 100 });
  });

  test('rejects each signup beyond the quota, and none that is on the list (§8 rule 2)', async () => {
    const list = await makeList(service, { plan: 'free' });
    await list.fill(540);
    const bulk = await add(list, [...people(15, 'new'), { email: 'person1@example.com' }]);
    expect(bulk.data.map(({ status }) => status)).toEqual([
      ...Array(10).fill('created'),
      ...Array(5).fill('rejected'),
      'existing',
    ]);
    expect(new Set(bulk.data.map(({ error }) => error?.code))).toEqual(
      new Set([undefined, 'quota_exceeded']),
    );
    expect((await list.page()).total).toBe(550);
  });

  test('is 404 for a list of another account, also if no signup could be stored', async () => {
    const [mine, theirs] = [await makeList(service), await makeList(service)];
    for (const signups of [people(1), [{ email: 'nobody' }]]) {
      const { statusCode } = await send({ ...theirs, account: mine.account }, { signups });
      expect(statusCode).toBe(404);
    }
    expect((await theirs.page()).total).toBe(0);
  });

  test('gets the same answer again with an Idempotency-Key, and after a failed attempt what that stored is new', async () => {
    const list = await makeList(service);
    const headers = { 'idempotency-key': 'bulk' };
    const payload = { signups: [...people(120), { email: 'person0@example.com' }] };
    const first = await send(list, payload, headers);
    const again = await send(list, payload, headers);
    expect(first.json()).toMatchObject({ created: 120, existing: 1, rejected: 0 });
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);

    // As if the process had died before it could store the answer, and somebody had then removed two of them.
    await service.sql`
      UPDATE idempotency_keys SET status = NULL, answer = NULL, locked_until = clock_timestamp() WHERE account_id = ${list.account.accountId}`;
    const [one, two] = first.json<Bulk>().data;
    await list.remove(one?.id ?? '');
    await list.remove(two?.id ?? '');
    await list.add({ email: 'person1@example.com' });
    const repeated = (await send(list, payload, headers)).json<Bulk>();
    expect(repeated).toMatchObject({ created: 119, existing: 2, rejected: 0 });
    expect(repeated.data[0]).toMatchObject({ status: 'created', position: 122 });
    expect(repeated.data[0]?.id).not.toBe(one?.id);
    expect(repeated.data[1]).toMatchObject({ status: 'existing', position: 121 });
    expect(repeated.data.slice(2, 120)).toEqual(first.json<Bulk>().data.slice(2, 120));
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('does to a list what single calls in the same order do', async () => {
    const emails = ['ada', 'bo', 'cy', 'dora'].map((name) => `${name}@example.com`);
    const entry = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record(
          {
            email: fc.constantFrom(...emails, ' Ada@Example.com', 'nobody', ''),
            utm_source: fc.constantFrom('news', ' ', null, 7),
            referrer: fc.constantFrom('https://www.example.org/x', null),
            referral_code: fc.constantFrom('ADA', 'nonsense', null),
            metadata: fc.constantFrom({ plan: 'pro' }, { 'a b': 'x' }, null),
            fields: fc.constantFrom({ size: 3 }, { size: 'x' }, { size: 1, other: [] }, {}, null),
          },
          { requiredKeys: ['email', 'fields'] },
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(null, 7, 'ada@example.com', [], {}, { email: 'a\u0000@example.com' }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async (given) => {
        const lists = [await makeList(service), await makeList(service)] as const;
        const codes = await Promise.all(
          lists.map(async (list) => {
            await list.field('size', 'number', { required: true });
            return (await list.add({ email: 'first@example.com', fields: { size: 0 } })).referral_code;
          }),
        );
        const withCode = (at: number): unknown[] =>
          JSON.parse(JSON.stringify(given).replaceAll('"ADA"', JSON.stringify(codes[at])));
        const bulk = await add(lists[0], withCode(0));
        const known = new Set(['first@example.com']);
        const singles = [];
        for (const [index, body] of withCode(1).entries()) {
          const answer = await service.call('POST', `${lists[1].url}/signups`, lists[1].account.key, {
            payload: JSON.stringify(body),
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': `10.1.${index}.${singles.length}`,
            },
          });
          const { position, error } = answer.json();
          const key = String((body as { email?: unknown } | null)?.email)
            .trim()
            .toLowerCase();
          const status = answer.statusCode !== 201 ? 'rejected' : known.has(key) ? 'existing' : 'created';
          if (status === 'created') known.add(key);
          singles.push({ index, status, position, code: error?.code });
        }
        expect(
          bulk.data.map(({ index, status, position, error }) => ({
            index,
            status,
            position,
            code: error?.code,
          })),
        ).toEqual(singles);
        const stored = await Promise.all(
          lists.map(async (list) => {
            const { data } = await list.page();
            const refers = (id: string | null) => data.find((each) => each.id === id)?.email;
            return data.map(({ id: _, referral_code: __, created_at: ___, referred_by, ...rest }) => ({
              ...rest,
              referred_by: refers(referred_by),
            }));
          }),
        );
        expect(stored[0]).toEqual(stored[1]);
      }),
      { numRuns: triesAll ? 40 : 15 },
    );
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
});
