import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FakeKit, kitKey, startFakeKit } from '../../support/fakes/kit.ts';
import { type FakeLoops, loopsKey, loopsList, startFakeLoops } from '../../support/fakes/loops.ts';
import { type FakePosthog, posthogKey, startFakePosthog } from '../../support/fakes/posthog.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('contacts, analytics and newsletter, from PUT to the service', () => {
  const env: NodeJS.ProcessEnv = {};
  let loops: FakeLoops;
  let posthog: FakePosthog;
  let kit: FakeKit;
  let worker: TestWorker;
  const service = useService(env, async () => {
    [loops, posthog, kit] = await Promise.all([startFakeLoops(), startFakePosthog(), startFakeKit()]);
    Object.assign(env, { LOOPS_API_URL: loops.url, KIT_API_URL: kit.url });
  });

  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterEach(() => {
    for (const fake of [loops, posthog, kit]) fake.reset();
  });
  afterAll(async () => {
    await worker.close();
    await Promise.all([loops.close(), posthog.close(), kit.close()]);
  });

  const events = ['signup.created', 'signup.removed'];
  const configs = () => ({
    contacts: { api_key: loopsKey, mailing_list_id: loopsList, events },
    analytics: { api_key: posthogKey, host: posthog.url, events },
    newsletter: { api_key: kitKey, form_id: '7', tag_ids: ['3', '9'], events },
  });
  const types = ['contacts', 'analytics', 'newsletter'] as const;
  async function put(account: TestAccount, type: string, config: object) {
    const url = `/v1/integrations/${type}`;
    const answer = await service.call('PUT', url, account.key, { payload: { config } });
    return { status: answer.statusCode, body: answer.json() };
  }
  const log = async (account: TestAccount, type: string) =>
    (await service.call('GET', `/v1/integrations/${type}/deliveries`, account.key)).json();
  const stored = (account: TestAccount) =>
    service.sql`SELECT * FROM integrations WHERE account_id = ${account.accountId}`;

  test('a signup and its removal reach all three, and are recorded (§4.7, §2.9)', async () => {
    const account = await service.account({ plan: 'launch' });
    const waitlist = await service.waitlist(account);
    for (const type of types) {
      expect(await put(account, type, configs()[type])).toEqual({
        status: 201,
        body: { type, enabled: true, signing_secret: null },
      });
    }
    const email = 'ada+beta@example.com';
    const { id, referral_code } = (await service.signUp(account, waitlist, { email })).json();
    await worker.fanOutAndDeliver();
    expect(loops.contacts.get(email)).toMatchObject({ mailingLists: { [loopsList]: true } });
    expect(kit.subscribers.get(email)).toMatchObject({
      state: 'active',
      fields: {
        service_position: '1',
        service_waitlist_id: waitlist,
        service_referral_code: referral_code,
      },
      forms: new Set([7]),
      tags: new Set([3]), // the other one is unknown, which is for the log alone
    });
    await service.call('DELETE', `/v1/waitlists/${waitlist}/signups/${id}`, account.key);
    await worker.fanOutAndDeliver();
    expect(loops.contacts.get(email)).toMatchObject({ mailingLists: { [loopsList]: false } });
    expect(kit.subscribers.get(email)).toMatchObject({ state: 'active', tags: new Set() });
    expect(posthog.captures.map(({ event, distinct_id }) => [event, distinct_id])).toEqual([
      ['signup.created', email],
      ['signup.removed', email],
    ]);

    for (const type of types) {
      const records = await log(account, type);
      expect(records).toMatchObject([
        { event_type: 'signup.removed', status: 'success', error: null },
        { event_type: 'signup.created', status: 'success', error: null },
      ]);
      if (type === 'analytics') {
        expect(records.map((record: { id: string }) => record.id)).toEqual(
          posthog.captures.map(({ uuid }) => uuid).reverse(),
        );
      }
    }
  });

  test('a key is kept where PUT leaves it out, checked again, and never shown (§4.7 rule 3)', async () => {
    const account = await service.account();
    for (const type of types) {
      const { api_key, ...rest } = configs()[type];
      const without = await put(account, type, rest);
      expect([without.status, without.body.error.message]).toEqual([400, 'config.api_key: is required']);
      expect((await put(account, type, { api_key, ...rest })).status).toBe(201);
      expect((await put(account, type, rest)).status).toBe(200);
    }
    expect(loops.requests.at(-1)?.headers.authorization).toBe(`Bearer ${loopsKey}`);
    expect(kit.requests.at(-1)?.headers['x-kit-api-key']).toBe(kitKey);
    const rows = JSON.stringify(await stored(account));
    for (const key of [loopsKey, posthogKey, kitKey]) expect(rows).not.toContain(key);
  });

  test.each([
    ['contacts', { api_key: 'wrong' }, 'config.api_key: is not accepted. Loops answered 401'],
    ['contacts', { mailing_list_id: 'gone' }, 'config.mailing_list_id: Loops has no mailing list'],
    ['contacts', { mailing_list_id: null }, 'config.mailing_list_id: '],
    ['contacts', { mailing_list_id: '' }, 'config.mailing_list_id: must be the id'],
    ['contacts', { events: ['signup.email_opened'] }, 'config.events.0: '],
    ['contacts', { events: [] }, 'config.events: must have at least one event type'],
    ['contacts', { list: 'x' }, 'Unknown config field: list'],
    ['analytics', { api_key: 'phx_x' }, 'config.api_key: must be a project API key, which starts with phc_'],
    ['analytics', { host: 'https://eu.i.posthog.com/' }, 'config.host: must have no slash at the end'],
    ['analytics', { host: null }, 'config.host: '],
    ['analytics', { host: 'http://10.0.0.1' }, 'The address must not lead into a private'],
    ['analytics', { project: 'x' }, 'Unknown config field: project'],
    ['newsletter', { api_key: 'wrong' }, 'config.api_key: is not accepted. Kit answered 401'],
    ['newsletter', { form_id: '8' }, 'config.form_id: Kit has no active form with this id.'],
    ['newsletter', { form_id: '' }, 'config.form_id: must be the id'],
    ['newsletter', { tag_ids: null }, 'config.tag_ids: '],
    ['newsletter', { tag_ids: ['3', 'x'] }, 'config.tag_ids.1: must be the id'],
    ['newsletter', { tags: [] }, 'Unknown config field: tags'],
  ] as const)('%s with %j: 400 that says why, and nothing is saved (§4.7)', async (type, change, message) => {
    const account = await service.account();
    const { status, body } = await put(account, type, { ...configs()[type], ...change });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(message);
    expect(await stored(account)).toHaveLength(0);
  });

  test('what could not be checked is not saved, and may be tried again', async () => {
    const account = await service.account();
    loops.next({ status: 503 });
    kit.next({ drop: true });
    for (const type of ['contacts', 'newsletter'] as const) {
      const { status, body } = await put(account, type, configs()[type]);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      expect(body.error.message).toContain('could not be checked. Please try again later.');
      expect((await put(account, type, configs()[type])).status).toBe(201);
    }
  });
});
