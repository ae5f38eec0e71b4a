import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testIntegration } from '../../../src/shared/events/integrations/test-integration.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { type FakeKit, kitKey, startFakeKit } from '../../support/fakes/kit.ts';
import { type FakeLoops, loopsKey, startFakeLoops } from '../../support/fakes/loops.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const everything = ['referral_link', 'fields', 'display_position'];

describe('what integrations include (N1)', () => {
  const env: NodeJS.ProcessEnv = {};
  let loops: FakeLoops;
  let kit: FakeKit;
  let receiver: FakeProvider;
  let worker: TestWorker;
  const service = useService(env, async () => {
    [loops, kit] = await Promise.all([startFakeLoops(), startFakeKit()]);
    Object.assign(env, { LOOPS_API_URL: loops.url, KIT_API_URL: kit.url });
  });

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 204 }));
    worker = openTestWorker(service);
  });
  afterEach(() => {
    for (const fake of [receiver, loops, kit]) fake.reset();
  });
  afterAll(async () => {
    await worker.close();
    await Promise.all([receiver, loops, kit].map((fake) => fake.close()));
  });

  const put = (account: TestAccount, type: string, config: object) =>
    service.call('PUT', `/v1/integrations/${type}`, account.key, { payload: { config } });
  const hook = (account: TestAccount, config: object = {}) =>
    put(account, 'webhook', { url: `${receiver.url}/hook`, ...config });
  const sent = () => receiver.requests.map(({ body }) => JSON.parse(body));
  const extraKeys = ({ data }: { data: object }) =>
    Object.keys(data).filter((key) => ['fields', 'display_position', 'referral_link'].includes(key));

  /** An account whose list has custom fields, a bonus and a page. */
  async function opened() {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account, { referral_bonus: 1 });
    for (const [key, type] of [
      ['company', 'string'],
      ['seats', 'number'],
      ['beta', 'boolean'],
    ])
      await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, {
        payload: { key, label: key, type },
      });
    await service.sql`
      INSERT INTO waitlist_settings (account_id, waitlist_id, settings)
      VALUES (${account.accountId}, ${list}, ${JSON.stringify({ links: { site_url: 'https://acme.example/?page=1' } })}::text::jsonb)`;
    const signUp = async (body: object = {}) => {
      const answer = await service.signUp(account, list, { email: 'ada@example.com', ...body });
      return answer.json<{ id: string; referral_code: string }>();
    };
    const remove = (id: string) => service.call('DELETE', `/v1/waitlists/${list}/signups/${id}`, account.key);
    return { account, list, signUp, remove };
  }
  const fields = { company: 'Acme', seats: 5, beta: false };

  test('is at the end of the data of a signup, as it is when the event is fanned out', async () => {
    const { account, signUp } = await opened();
    expect((await hook(account, { include: everything })).statusCode).toBe(201);
    await signUp({ email: 'first@example.com' });
    await worker.fanOutAndDeliver();
    const { referral_code } = await signUp({ fields });
    await signUp({ email: 'friend@example.com', referral_code });
    await worker.fanOutAndDeliver();
    const [, ada] = sent().toSorted((a, b) => a.data.position - b.data.position);
    expect(Object.keys(ada.data).slice(-4)).toEqual([
      'created_at',
      'fields',
      'display_position',
      'referral_link',
    ]);
    expect(ada.data).toMatchObject({
      position: 2,
      fields,
      display_position: 1,
      referral_link: `https://acme.example/?page=1&ref=${referral_code}`,
    });
  });

  test('is null without a bonus and a page, and empty without custom fields', async () => {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account);
    await hook(account, { include: everything });
    await service.signUp(account, list, { email: 'ada@example.com' });
    await worker.fanOutAndDeliver();
    expect(sent()[0].data).toMatchObject({ fields: {}, display_position: null, referral_link: null });
  });

  test('is not there for an integration that does not ask for it, beside one that does', async () => {
    const { account, signUp, remove } = await opened();
    await hook(account, { include: ['fields'] });
    const events = ['signup.created', 'signup.removed'];
    await put(account, 'contacts', { api_key: loopsKey, events });
    const { id } = await signUp({ fields });
    await worker.fanOutAndDeliver();
    expect(sent().map(extraKeys)).toEqual([['fields']]);
    expect(loops.contacts.get('ada@example.com')).not.toHaveProperty('company');

    await hook(account);
    await remove(id);
    await signUp({ fields });
    await worker.fanOutAndDeliver();
    expect(sent().slice(1).map(extraKeys)).toEqual([[], []]);
  });

  test('costs those who do not ask nothing: their jobs carry no facts', async () => {
    const { account, signUp, remove } = await opened();
    await hook(account);
    await remove((await signUp({ fields })).id);
    const payloads = await service.sql<{ payload: object }[]>`
      SELECT payload FROM outbox WHERE account_id = ${account.accountId} AND job = 'fan-out-event'`;
    expect(payloads).toHaveLength(2);
    expect(JSON.stringify(payloads)).not.toContain('Acme');
    await worker.fanOutAndDeliver();
    expect(sent().map(extraKeys)).toEqual([[], []]);
  });

  test('is carried by the event of a deleted signup, whose row is gone', async () => {
    const { account, signUp, remove } = await opened();
    await hook(account, { events: ['signup.removed'], include: everything });
    const { id, referral_code } = await signUp({ fields });
    await signUp({ email: 'friend@example.com', referral_code });
    expect((await remove(id)).statusCode).toBe(204);
    await worker.fanOutAndDeliver();
    expect(sent()).toMatchObject([
      {
        type: 'signup.removed',
        data: {
          fields,
          display_position: 1,
          referral_link: `https://acme.example/?page=1&ref=${referral_code}`,
        },
      },
    ]);
    expect(Object.keys(sent()[0].data).slice(-4)[0]).toBe('removed_at');
  });

  test('is empty in the event of a new signup that was deleted before its fan-out', async () => {
    const { account, signUp, remove } = await opened();
    await hook(account, { events: ['signup.created'], include: everything });
    await remove((await signUp({ fields })).id);
    await worker.fanOutAndDeliver();
    expect(sent()[0].data).toMatchObject({ fields: {}, display_position: null, referral_link: null });
  });

  test('is in the test event, without custom fields', async () => {
    const { account } = await opened();
    await hook(account, { include: everything });
    await testIntegration(service.ctx, account.accountId, 'webhook');
    expect(sent()[0].data).toMatchObject({
      metadata: { service_test: true },
      fields: {},
      display_position: 1,
      referral_link: 'https://example.com/?ref=0000000000',
    });
    await hook(account);
    await testIntegration(service.ctx, account.accountId, 'webhook');
    expect(sent().map(extraKeys)).toEqual([['fields', 'display_position', 'referral_link'], []]);
  });

  test('that is not known is refused by its path, and saves nothing', async () => {
    const { account } = await opened();
    for (const [include, path] of [
      [['fields', 'email'], 'config.include.1'],
      ['fields', 'config.include'],
    ]) {
      const answer = await hook(account, { include });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.message).toMatch(new RegExp(`^${path}: `));
    }
    expect((await service.call('GET', '/v1/integrations', account.key)).json()).toEqual([]);
  });

  test('does not change what the API answers', async () => {
    const { account } = await opened();
    const answer = await hook(account, { include: everything });
    expect(Object.keys(answer.json())).toEqual(['type', 'enabled', 'signing_secret']);
    const [shown] = (await service.call('GET', '/v1/integrations', account.key)).json();
    expect(Object.keys(shown)).toEqual(['type', 'enabled', 'created_at']);
  });

  test('is declared to Loops and Kit when it is saved, and kept by them', async () => {
    const { account, signUp } = await opened();
    const config = { events: ['signup.created'], include: ['fields', 'display_position'] };
    for (const [type, api_key] of [
      ['contacts', loopsKey],
      ['newsletter', kitKey],
    ] as const)
      expect((await put(account, type, { api_key, ...config })).statusCode).toBe(201);
    expect([...loops.properties.keys()].toSorted()).toEqual(['beta', 'company', 'displayPosition', 'seats']);
    await signUp({ fields });
    await worker.fanOutAndDeliver();
    expect(loops.contacts.get('ada@example.com')).toMatchObject({ ...fields, displayPosition: 1 });
    expect(kit.subscribers.get('ada@example.com')?.fields).toMatchObject({
      company: 'Acme',
      seats: '5',
      beta: 'false',
      service_display_position: '1',
    });
  });
});
