import { beforeAll, describe, expect, test } from 'vitest';
import { openStandings } from '../../../src/shared/capabilities/leaderboard/standings.ts';
import { listOf, type TestList } from '../../support/list.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';
import { unhurried } from '../../support/values/unhurried.ts';

const service = useService();
let account: TestAccount;
let list: TestList;
let addresses = 0;

beforeAll(async () => {
  account = await service.account();
});

const makeBoard = async () => listOf(service, account, await service.waitlist(account));
const set = (patch: object) => service.call('PATCH', `${list.url}/settings`, account.key, { payload: patch });
const read = async (query = '') => {
  const answer = await service.call('GET', `${list.url}/leaderboard${query}`, account.key);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const readPublic = (token: string, query = '', from = `203.0.113.${++addresses}`) =>
  service.app.inject({
    url: `/v1/public/leaderboard${query}`,
    headers: { authorization: `Status ${token}`, 'x-forwarded-for': from },
  });
let friends = 0;
/** Adds somebody with so many referrals. */
async function add(email: string, referrals: number, body: object = {}) {
  const answer = await list.signUp({ email, include: ['status_token'], ...body });
  const added = answer.json();
  for (let each = 0; each < referrals; each++)
    await list.add({ email: `friend${friends++}@example.org`, referral_code: added.referral_code });
  return added;
}

describe('a leaderboard (N5)', () => {
  beforeAll(async () => {
    list = await makeBoard();
    await list.field('nick', 'string');
    await list.field('size', 'number');
  });

  test('has who refers the most first; who has as many shares the rank, the earlier one first', async () => {
    expect(await read()).toEqual({ data: [], total: 0, limit: 50, offset: 0, has_more: false });
    await add('lovelace@example.com', 1, { fields: { nick: 'Ada', size: 7 } });
    await add('x@example.com', 3, { fields: { nick: '  ' } });
    await add('grace.hopper@navy.example', 1);
    await add('none@example.com', 0);
    await add('barbara@example.com', 2);
    const entries = [
      { rank: 1, name: '…', referral_count: 3 },
      { rank: 2, name: 'b…a', referral_count: 2 },
      { rank: 3, name: 'l…e', referral_count: 1 },
      { rank: 3, name: 'g…r', referral_count: 1 },
    ];
    expect(await read()).toEqual({ data: entries, total: 4, limit: 50, offset: 0, has_more: false });
    expect(await read('?limit=2')).toEqual({
      data: entries.slice(0, 2),
      total: 4,
      limit: 2,
      offset: 0,
      has_more: true,
    });
  });

  test('names people by the field of the settings, else by the masked address', async () => {
    const names = async () => (await read()).data.map(({ name }: { name: string }) => name);
    await set({ leaderboard: { name_field: 'nick' } });
    expect(await names()).toEqual(['…', 'b…a', 'Ada', 'g…r']);
    await set({ leaderboard: { name_field: 'size' } });
    expect(await names()).toEqual(['…', 'b…a', '7', 'g…r']);
    await set({ leaderboard: { name_field: 'gone' } });
    expect(await names()).toEqual(['…', 'b…a', 'l…e', 'g…r']);
    await set({ leaderboard: { name_field: 'nick' } });
    await add('long@example.com', 4, { fields: { nick: '😀'.repeat(150) } });
    expect([...((await names())[0] ?? '')]).toHaveLength(100);
    expect(JSON.stringify(await read())).not.toMatch(/@|example/);
    await set({ leaderboard: null });
  });

  test('shows at most half of a name before the @', async () => {
    const before = list;
    list = await makeBoard();
    for (const [index, name] of ['j', 'jo', 'joe', 'jane'].entries())
      await add(`${name}@names.example`, 4 - index);
    const { data } = await read();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['…', 'j…', 'j…', 'j…e']);
    list = before;
  });

  test('does not count withheld referrals, nor those of removed signups', async () => {
    const before = list;
    list = await makeBoard();
    await set({ abuse: { mode: 'enforce' } });
    const { referral_code } = await add('owner@owner.example', 0);
    await list.add({ email: 'one@mailinator.com', referral_code });
    expect((await read()).data).toEqual([]);
    const { id } = await list.add({ email: 'two@two.example', referral_code });
    expect((await read()).data).toEqual([{ rank: 1, name: 'o…r', referral_count: 1 }]);
    await list.remove(id);
    expect((await read()).data).toEqual([]);
    list = before;
  });

  test.each(['0', '201', '-1', 'x', ''])('limit=%s is 400', async (limit) => {
    const answer = await service.call('GET', `${list.url}/leaderboard?limit=${limit}`, account.key);
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      expect.stringMatching(/^limit: /),
    ]);
  });

  test('is of the account alone, and ends behind 1,000 people', async () => {
    const stranger = await service.account();
    const answer = await service.call('GET', `${list.url}/leaderboard`, stranger.key);
    expect(answer.statusCode).toBe(404);
    const before = list;
    list = await makeBoard();
    await list.fill(1_200);
    await service.sql`UPDATE signups SET referral_count = 1201 - position WHERE waitlist_id = ${list.id}`;
    expect(await read('?limit=1')).toMatchObject({ total: 1_000, has_more: true });
    list = before;
  });

  test.each([
    [{ name_field: 'No key' }, 'leaderboard.name_field: '],
    [{ public: 'yes' }, 'leaderboard.public: '],
    [{ names: 1 }, 'leaderboard'],
    [7, 'leaderboard: '],
  ])('the settings refuse %j', async (leaderboard, message) => {
    const answer = await set({ leaderboard });
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('the leaderboard of a person on the list (N5)', () => {
  beforeAll(async () => {
    list = await makeBoard();
  });

  test('is 404 until the settings open it, then has the own rank', async () => {
    const first = await add('first@example.com', 2);
    const second = await add('second@example.com', 1);
    const last = await add('last@example.com', 0);
    expect((await readPublic(first.status_token)).statusCode).toBe(404);
    await set({ leaderboard: { public: true } });
    const answer = await readPublic(second.status_token, '?limit=1');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=10',
      vary: 'Authorization',
      'access-control-allow-origin': '*',
    });
    expect(answer.json()).toEqual({
      data: [{ rank: 1, name: 'f…t', referral_count: 2 }],
      total: 2,
      limit: 1,
      offset: 0,
      has_more: true,
      you: { rank: 2, referral_count: 1 },
    });
    expect((await readPublic(first.status_token)).json().you).toEqual({ rank: 1, referral_count: 2 });
    expect((await readPublic(last.status_token)).json().you).toEqual({ rank: null, referral_count: 0 });
    expect((await readPublic(first.status_token, '?limit=0')).statusCode).toBe(400);
    await set({ leaderboard: { public: null } });
    expect((await readPublic(first.status_token)).statusCode).toBe(404);
  });

  test('counts the own rank up to 10,000', async () => {
    list = await makeBoard();
    await set({ leaderboard: { public: true } });
    await list.fill(10_001);
    await unhurried(
      service.sql,
      (tx) =>
        tx`UPDATE signups SET referral_count = CASE WHEN position < 10000 THEN 2 ELSE 1 END WHERE waitlist_id = ${list.id}`,
    );
    const [person] = (await list.page('order=oldest&limit=1&offset=10000')).data;
    const links = await service.call('GET', `${list.url}/signups/${person?.id}/links`, account.key);
    const rank = async () => (await readPublic(links.json().status_token, '?limit=1')).json().you.rank;
    const placeOf = async (position: number, referral_count: number) =>
      (await openStandings(5).of(service.sql, { ...account, waitlistId: list.id, nameField: null })).placeOf({
        position,
        referral_count,
      });
    expect([await rank(), await placeOf(10_000, 1), await placeOf(7, 2)]).toEqual([10_000, 10_000, 7]);
    await service.sql`UPDATE signups SET referral_count = 2 WHERE waitlist_id = ${list.id} AND position = 10000`;
    expect([await rank(), await placeOf(10_001, 1)]).toEqual([null, null]);
  });

  test('pages read where people stand once for all who ask within a second', async () => {
    list = await makeBoard();
    await add('ada@example.com', 2);
    const standings = openStandings(5);
    const request = { accountId: account.accountId, waitlistId: list.id, nameField: null };
    const first = standings.of(service.sql, request);
    expect(standings.of(service.sql, { ...request })).toBe(first);
    expect((await first).leaders).toHaveLength(1);
    await add('ben@example.com', 3);
    const others = await service.waitlist(account);
    expect((await standings.of(service.sql, { ...request, waitlistId: others })).leaders).toEqual([]);
    await expect
      .poll(async () => (await standings.of(service.sql, request)).leaders, { timeout: 10_000 })
      .toHaveLength(2);
    const { placeOf } = await standings.of(service.sql, request);
    const places = [4, 3, 2, 1, 0].map((referral_count) => placeOf({ position: 50, referral_count }));
    expect(places).toEqual([1, 2, 3, 3, null]);
  });

  test('a forged or revoked token is 401, that of a removed signup 404, a key is 401', async () => {
    list = await makeBoard();
    await set({ leaderboard: { public: true } });
    const { id, status_token: token } = await add('gone@example.com', 0);
    for (const bad of ['', 'x', token.slice(1), `${token}A`])
      expect((await readPublic(bad)).statusCode).toBe(401);
    expect((await service.call('GET', '/v1/public/leaderboard', account.key)).statusCode).toBe(401);
    await service.call('DELETE', `${list.url}/signups/${id}`, account.key);
    expect((await readPublic(token)).statusCode).toBe(404);
  });

  test('shares the limit of 60 reads a minute with the status', async () => {
    const { status_token: token } = await add('eager@example.com', 0);
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    const statuses: number[] = [];
    for (let each = 0; each < 61; each++) {
      const url = each % 2 === 0 ? '/v1/public/status' : '/v1/public/leaderboard';
      const headers = { authorization: `Status ${token}`, 'x-forwarded-for': '198.51.100.7' };
      statuses.push((await service.app.inject({ url, headers })).statusCode);
    }
    expect([...new Set(statuses)]).toEqual([200, 429]);
    expect(statuses.indexOf(429)).toBe(60);
  });

  test('the status shows reached rewards if the settings say so', async () => {
    const { id, status_token: token } = await add('proud@example.com', 0);
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${id}, 3, ${list.id}, 'stickers', 3)`;
    const status = async () => {
      const headers = { authorization: `Status ${token}`, 'x-forwarded-for': `203.0.113.${++addresses}` };
      return (await service.app.inject({ url: '/v1/public/status', headers })).json();
    };
    const rewards = async () => (await status()).rewards;
    const ladder = async () => (await status()).ladder;
    expect([await rewards(), await ladder()]).toEqual([null, null]);
    await set({ links: { show_rewards: true } });
    const plain = { text: null, image: null };
    expect(await rewards()).toEqual([{ key: 'stickers', at: 3, reached_at: expect.any(String) }]);
    await set({
      rewards: [
        { at: 10, key: 'mug', name: ' A mug ' },
        { at: 4, key: 'cap' },
        { at: 3, key: 'stickers', name: 'Sticker pack' },
      ],
    });
    expect(await ladder()).toEqual([
      { key: 'stickers', name: 'Sticker pack', ...plain, at: 3, missing: 0, reached_at: expect.any(String) },
      { key: 'cap', name: 'cap', ...plain, at: 4, missing: 4, reached_at: null },
      { key: 'mug', name: 'A mug', ...plain, at: 10, missing: 10, reached_at: null },
    ]);
    await set({ rewards: null });
    expect(await ladder()).toMatchObject([{ name: 'stickers', missing: 0 }]);
    for (const name of ['', 'x'.repeat(101), 'two\nlines', 7]) {
      const payload = { rewards: [{ at: 1, key: 'a', name }] };
      const refused = await service.call('PATCH', `${list.url}/settings`, account.key, { payload });
      expect([refused.statusCode, refused.json().error.message]).toEqual([
        400,
        expect.stringContaining('rewards.0.name'),
      ]);
    }
  });
});
