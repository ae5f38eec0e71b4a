import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOf, type TestList } from '../../support/list.ts';
import { grantRewards } from '../../support/referrals/rewards.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const service = useService();
let account: TestAccount;
let worker: TestWorker;
beforeAll(async () => {
  account = await service.account({ plan: 'scale' });
  await service.call('GET', '/v1/events', account.key); // begins the feed
  worker = openTestWorker(service);
});
afterAll(() => worker.close());

const rewards = [
  { at: 1, key: 'stickers', name: 'Stickers', text: 'Five, by post.', image: 'https://notes.test/s.png' },
  { at: 2, key: 'shirt' },
];
/** A list with two people who earned three rewards. */
async function earningList(): Promise<{ list: TestList; ada: string; bob: string }> {
  const list = listOf(service, account, await service.waitlist(account));
  await list.field('street', 'string');
  await service.call('PATCH', `${list.url}/settings`, account.key, { payload: { rewards } });
  await grantRewards(worker);
  const ada = await list.add({ email: 'ada@example.com', fields: { street: '=1 Long Street' } });
  const bob = await list.add({ email: 'bob@example.com', fields: { street: '2 Short Street' } });
  for (const [code, count] of [
    [ada.referral_code, 1],
    [bob.referral_code, 2],
  ] as const)
    for (let n = 0; n < count; n++) {
      await list.add({ email: `f${n}.of.${code}@example.com`, referral_code: code });
      await grantRewards(worker);
    }
  return { list, ada: ada.id, bob: bob.id };
}
const listed = async (list: TestList, query = '') =>
  (await service.call('GET', `${list.url}/rewards${query}`, account.key)).json();
const brief = ({ data }: { data: { email: string; key: string; fulfilled_at: string | null }[] }) =>
  data.map(({ email, key, fulfilled_at }) => [email[0], key, fulfilled_at !== null]);
const fulfil = async (list: TestList, payload: object, key = account.key, headers = {}) => {
  const answer = await service.call('POST', `${list.url}/rewards/fulfil`, key, { payload, headers });
  return answer.json();
};

describe('earned rewards', () => {
  test('are listed newest first, with whom they are of, and by filters', async () => {
    const { list, bob } = await earningList();
    const all = await listed(list);
    expect(brief(all)).toEqual([
      ['b', 'shirt', false],
      ['b', 'stickers', false],
      ['a', 'stickers', false],
    ]);
    expect(all.total).toBe(3);
    expect(all.data[1]).toEqual({
      ...{ signup_id: bob, email: 'bob@example.com', position: 2, key: 'stickers', name: 'Stickers', at: 1 },
      ...{ referral_count: 1, reached_at: expect.any(String), fulfilled_at: null, fulfilled_by: null },
    });
    expect(all.data[0].name).toBe('shirt');
    expect(brief(await listed(list, '?reward=stickers&limit=1&offset=1'))).toEqual([
      ['a', 'stickers', false],
    ]);
    expect((await listed(list, '?fulfilled=true')).total).toBe(0);
    expect((await listed(list, '?reward=mug')).total).toBe(0);
    expect((await listed(list, '?reward=No')).error.message).toBe('reward: must be the key of a reward');
    expect((await listed(list, '?fulfilled=maybe')).error.code).toBe('invalid_request');
  });

  test('are marked as handed over once, by one or all that match, and that is taken back', async () => {
    const { list, ada, bob } = await earningList();
    const key = await service.key(account, ['rewards:write']);
    const one = { filter: { signup_ids: [bob], at: 2 } };
    expect(await fulfil(list, { ...one, dry_run: true })).toEqual({ matched: 1, changed: 0 });
    expect(await fulfil(list, one, key)).toEqual({ matched: 1, changed: 1 });
    expect(await fulfil(list, one, key)).toEqual({ matched: 0, changed: 0 });
    expect((await listed(list)).data[0]).toMatchObject({
      fulfilled_at: expect.any(String),
      fulfilled_by: expect.any(String),
    });
    const all = { filter: { reward: 'stickers' } };
    const keyed = { 'idempotency-key': 'all' };
    expect(await fulfil(list, all, account.key, keyed)).toEqual({ matched: 2, changed: 2 });
    expect(await fulfil(list, all, account.key, keyed)).toEqual({ matched: 2, changed: 2 });
    expect(brief(await listed(list, '?fulfilled=false'))).toEqual([]);
    expect(await fulfil(list, { fulfilled: false, filter: { signup_ids: [ada] } })).toEqual({
      matched: 1,
      changed: 1,
    });
    expect(brief(await listed(list, '?fulfilled=false'))).toEqual([['a', 'stickers', false]]);
    expect((await listed(list)).data.at(-1).fulfilled_by).toBeNull();
    const signup = (
      await service.call('GET', `${list.url}/signups/${bob}?include=rewards`, account.key)
    ).json();
    expect(signup.rewards).toMatchObject([{ fulfilled_at: expect.any(String) }, { key: 'shirt' }]);

    await worker.fanOutAndDeliver();
    const events = await service.sql<{ data: Record<string, unknown> }[]>`
      SELECT data FROM events WHERE account_id = ${account.accountId} AND type = 'reward.fulfilled'
        AND data ->> 'waitlist_id' = ${list.id}`;
    expect(events.map(({ data }) => `${data.email} ${data.key}`).toSorted()).toEqual([
      'ada@example.com stickers',
      'bob@example.com shirt',
      'bob@example.com stickers',
    ]);
    expect(events[0]?.data).toMatchObject({
      reached_at: expect.any(String),
      fulfilled_at: expect.any(String),
    });
    const log = (await service.call('GET', '/v1/audit-log?limit=3', account.key)).json().data;
    expect(log.map(({ action, details }: never) => [action, details])).toEqual([
      ['reward.reopened', { count: 1, rewards: ['stickers'] }],
      ['reward.fulfilled', { count: 2, rewards: ['stickers'] }],
      ['reward.fulfilled', { count: 1, rewards: ['shirt'] }],
    ]);
  });

  test('refuse what is not clear, and do not mix lists', async () => {
    const { list, bob } = await earningList();
    const other = await earningList();
    for (const [payload, message] of [
      [{ filter: {} }, 'filter: must not be empty'],
      [{}, 'filter: is required'],
      [{ filter: { reward: 'No' } }, 'filter.reward: must be the key of a reward'],
      [{ filter: { signup: bob } }, 'filter.signup: is not a known key'],
      [{ filter: { reward: 'shirt' }, done: true }, 'done: is not a known key'],
    ] as const)
      expect((await fulfil(list, payload)).error).toMatchObject({ code: 'invalid_request', message });
    expect(await fulfil(other.list, { filter: { signup_ids: [bob] } })).toEqual({ matched: 0, changed: 0 });
    const stranger = await service.account();
    for (const path of ['/rewards', '/rewards/export'])
      expect((await service.call('GET', `${list.url}${path}`, stranger.key)).statusCode).toBe(404);
    expect((await fulfil(list, { filter: { reward: 'shirt' } }, stranger.key)).error.code).toBe('not_found');
  });

  test('are a CSV file with the custom fields, in pages', async () => {
    const { list } = await earningList();
    const csv = async (query = '') =>
      (await service.call('GET', `${list.url}/rewards/export${query}`, account.key)).body.trim().split('\n');
    const [head, ...rows] = await csv();
    expect(head).toBe(
      'email,position,key,name,at,referral_count,reached_at,fulfilled_at,fulfilled_by,signup_id,field.street',
    );
    expect(rows.map((row) => row.split(',').slice(0, 5).join())).toEqual([
      'bob@example.com,2,shirt,shirt,2',
      'bob@example.com,2,stickers,Stickers,1',
      'ada@example.com,1,stickers,Stickers,1',
    ]);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual([
      '2 Short Street',
      '2 Short Street',
      "'=1 Long Street",
    ]);
    expect(await csv('?reward=shirt&fulfilled=false')).toHaveLength(2);
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      SELECT account_id, signup_id, 100 + n, waitlist_id, 'many', 1 FROM reward_grants, generate_series(1, 100) n
      WHERE waitlist_id = ${list.id} AND at = 1`;
    const many = await csv('?reward=many');
    expect(new Set(many).size).toBe(201);
    expect(many).toHaveLength(201);
  });
});

test('a reward has a text and a picture for people, on the status and in the settings', async () => {
  const { list, ada } = await earningList();
  const settings = await service.call('PATCH', `${list.url}/settings`, account.key, {
    payload: { links: { show_rewards: true, status_page: true } },
  });
  expect(settings.json().rewards).toEqual(rewards);
  const links = (await service.call('GET', `${list.url}/signups/${ada}/links`, account.key)).json();
  const status = await service.app.inject({
    url: '/v1/public/status',
    headers: { authorization: `Status ${links.status_token}` },
  });
  expect(status.json().ladder).toMatchObject([
    { key: 'stickers', name: 'Stickers', text: 'Five, by post.', image: 'https://notes.test/s.png' },
    { key: 'shirt', name: 'shirt', text: null, image: null },
  ]);
  for (const [reward, problem] of [
    [{ image: 'http://notes.test/s.png' }, 'rewards.0.image: must be an https URL'],
    [{ text: 'x'.repeat(501) }, /^rewards\.0\.text: /],
  ] as const) {
    const payload = { rewards: [{ at: 1, key: 'a', ...reward }] };
    const answer = await service.call('PATCH', `${list.url}/settings`, account.key, { payload });
    expect(answer.json().error.message).toMatch(problem);
  }
});
