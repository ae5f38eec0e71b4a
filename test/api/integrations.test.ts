import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testIntegration } from '../../src/shared/events/integrations/test-integration.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { openVault } from '../../src/shared/platform/secrets/sealed.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import type { TestAccount } from '../support/service/make.ts';
import { type Method, useService } from '../support/service/service.ts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('/v1/integrations', () => {
  const service = useService();
  let receiver: FakeProvider;

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
  });
  afterAll(() => receiver.close());

  async function call(account: TestAccount, method: Method, path = '', payload?: object) {
    const url = `/v1/integrations${path}`;
    const answer = await service.call(method, url, account.key, payload && { payload });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  }
  const put = (account: TestAccount, config: object, type = 'webhook') =>
    call(account, 'PUT', `/${type}`, { config });
  const hook = (path = '/hook') => ({ url: `${receiver.url}${path}` });
  /** The stored row of an integration, with its sealed config. */
  const rowsOf = (account: TestAccount) =>
    service.sql`SELECT * FROM integrations WHERE account_id = ${account.accountId}`;
  const setPlan = (account: TestAccount, plan: string) =>
    service.sql`UPDATE accounts SET plan = ${plan} WHERE id = ${account.accountId}`;
  /** Stores a delivery record as a worker does. */
  async function record(account: TestAccount, change: Record<string, unknown> = {}) {
    const [integration] = await rowsOf(account);
    const of = { account_id: account.accountId, integration_id: integration?.id };
    const row = { ...of, id: newId(), event_type: 'signup.created', ...change };
    await service.sql`INSERT INTO deliveries ${service.sql({ status: 'success', ...row })}`;
    return row.id;
  }
  const deliveries = async (account: TestAccount) =>
    (await call(account, 'GET', '/webhook/deliveries')).body as Record<string, unknown>[];

  /** Resolves when the service has read the plan again (C2.9). */
  const planOf = (account: TestAccount) =>
    expect.poll(async () => (await service.call('GET', '/v1/account', account.key)).json().plan);

  test('returns 201 and a signing secret for the first PUT, and never shows it again (§4.7 rule 4)', async () => {
    const account = await service.account({ plan: 'launch' });
    const first = await put(account, hook());
    expect(first).toEqual({
      status: 201,
      body: {
        type: 'webhook',
        enabled: true,
        signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    expect(await put(account, hook())).toEqual({
      status: 200,
      body: { type: 'webhook', enabled: true, signing_secret: null },
    });
    const list = await call(account, 'GET');
    expect(list).toEqual({
      status: 200,
      body: [{ type: 'webhook', enabled: true, created_at: expect.stringMatching(isoTime) }],
    });
    const stored = JSON.stringify(await rowsOf(account));
    for (const secret of [first.body.signing_secret, receiver.url]) expect(stored).not.toContain(secret);
  });

  test('replaces a config that cannot be decrypted, and makes a new secret', async () => {
    const account = await service.account();
    await put(account, hook());
    const sealed = openVault(['ab'.repeat(32)]).seal('of another key', []);
    await service.sql`UPDATE integrations SET sealed_config = ${sealed} WHERE account_id = ${account.accountId}`;
    const { status, body } = await put(account, hook());
    expect([status, body.error.message]).toEqual([400, 'config.signing_secret: is required']);
    expect(await put(account, { ...hook(), signing_secret: 'A-secret-of-our-own' })).toEqual({
      status: 200,
      body: { type: 'webhook', enabled: true, signing_secret: null },
    });
    expect((await put(account, hook())).status).toBe(200); // and the secret is kept from now on
  });

  test('accepts a given signing secret and returns null for it (C7.2)', async () => {
    const account = await service.account();
    const made = await put(account, { ...hook(), signing_secret: 'A-secret-of-our-own' });
    expect(made).toEqual({ status: 201, body: { type: 'webhook', enabled: true, signing_secret: null } });
  });

  test.each([
    ['too short', 'x'.repeat(15)],
    ['too long', 'x'.repeat(257)],
    ['with a space', 'a secret with spaces'],
    ['not ASCII', 'ein-geheimes-Wört'],
    ['null', null],
    ['a number', 1234567890123456],
  ])('refuses a signing secret that is %s with 400 (C7.2)', async (_, signing_secret) => {
    const account = await service.account();
    const { status, body } = await put(account, { ...hook(), signing_secret });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toMatch(/^config\.signing_secret: /);
    expect(await rowsOf(account)).toHaveLength(0);
  });

  test('refuses an unknown config key by name and saves nothing (§4.7 rule 2)', async () => {
    const account = await service.account();
    const { status, body } = await put(account, { ...hook(), colour: 'red' });
    expect([status, body.error]).toEqual([
      400,
      { code: 'invalid_request', message: 'Unknown config field: colour' },
    ]);
    expect(await rowsOf(account)).toHaveLength(0);
  });

  test.each([
    [{}, 'config.url: is required'],
    [{ url: 7 }, 'config.url: '],
    [{ url: 'https://example.com', events: 'signup.created' }, 'config.events: '],
    [{ url: 'https://example.com', events: ['signup.made'] }, 'config.events.0: '],
  ])('refuses the config %j with 400 and names the field (C1.4)', async (config, message) => {
    const { status, body } = await put(await service.account(), config);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(message);
  });

  test.each([undefined, null, [], 'text', { config: null }, { config: [] }, { config: 'x' }, {}])(
    'refuses the body %j with 400 (§4.7)',
    async (payload) => {
      const account = await service.account();
      const answer = await service.call('PUT', '/v1/integrations/webhook', account.key, {
        payload: JSON.stringify(payload) ?? '',
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
    },
  );

  test.each([
    'http://10.0.0.1/hook',
    'http://localhost/hook',
    'http://169.254.169.254/latest',
    'http://[::1]/hook',
    'http://0x0a000001/',
    'https://user:password@example.com/',
    'ftp://example.com/',
    'not a url',
  ])('refuses a webhook to %s with 400 and saves nothing (§4.7 rule 7, C7.6)', async (url) => {
    const account = await service.account();
    const { status, body } = await put(account, { url });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(await rowsOf(account)).toHaveLength(0);
  });

  test('returns 404 for an unknown type, for every method and body (§4.7)', async () => {
    const account = await service.account();
    for (const [method, path] of [
      ['PUT', '/carrier_pigeon'],
      ['PATCH', '/carrier_pigeon'],
      ['DELETE', '/carrier_pigeon'],
      ['GET', '/carrier_pigeon/deliveries'],
      ['PUT', '/Webhook'],
      ['PUT', '/toString'],
    ] as const) {
      const payload = method === 'PUT' || method === 'PATCH' ? { nonsense: 1 } : undefined;
      const { status, body } = await call(account, method, path, payload);
      expect([method, path, status, body.error.code]).toEqual([method, path, 404, 'not_found']);
    }
  });

  test('returns 404 for PATCH, DELETE and deliveries of a type that is not configured (C7.1a)', async () => {
    const account = await service.account();
    for (const answer of [
      await call(account, 'PATCH', '/webhook', { enabled: false }),
      await call(account, 'DELETE', '/webhook'),
      await call(account, 'GET', '/webhook/deliveries'),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });

  test('pauses and resumes with PATCH; a PUT keeps it paused (§3.2)', async () => {
    const account = await service.account();
    await put(account, hook());
    const paused = await call(account, 'PATCH', '/webhook', { enabled: false });
    expect(paused).toEqual({
      status: 200,
      body: { type: 'webhook', enabled: false, created_at: expect.stringMatching(isoTime) },
    });
    expect((await put(account, hook('/other'))).body).toMatchObject({ enabled: false });
    expect((await call(account, 'PATCH', '/webhook', { enabled: true })).body.enabled).toBe(true);
    for (const payload of [{}, { enabled: 'yes' }, { enabled: null }]) {
      const { status } = await call(account, 'PATCH', '/webhook', payload);
      expect([payload, status]).toEqual([payload, 400]);
    }
  });

  test('still delivers earlier events after resuming an integration that was not paused (§3.2)', async () => {
    const account = await service.account();
    await put(account, hook());
    const [before] = await rowsOf(account);
    await call(account, 'PATCH', '/webhook', { enabled: true });
    const [after] = await rowsOf(account);
    expect(after?.active_since).toEqual(before?.active_since);
  });

  test('refuses PUT and resuming on free with 402 and nothing else (§4.7 rule 1, C7.1)', async () => {
    const account = await service.account({ plan: 'launch' });
    await put(account, hook());
    await record(account);
    await setPlan(account, 'free');
    await planOf(account).toBe('free');
    for (const answer of [
      await put(account, hook()),
      await call(account, 'PATCH', '/webhook', { enabled: true }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([402, 'quota_exceeded']);
    expect((await call(account, 'GET')).body).toHaveLength(1);
    expect(await deliveries(account)).toHaveLength(1);
    expect((await call(account, 'PATCH', '/webhook', { enabled: false })).status).toBe(200);
    expect((await put(account, hook())).status).toBe(402);
    expect(await call(account, 'DELETE', '/webhook')).toEqual({ status: 204, body: null });
    expect((await call(account, 'GET')).body).toEqual([]);
  });

  test('refuses PUT and resuming on free before it checks the config or whether there is one (C7.1)', async () => {
    const account = await service.account({ plan: 'free' });
    for (const answer of [
      await put(account, { colour: 'red' }),
      await put(account, {}),
      await put(account, { api_key: 'not one' }, 'newsletter'),
      await call(account, 'PATCH', '/webhook', { enabled: true }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([402, 'quota_exceeded']);
    for (const answer of [
      await put(account, hook(), 'carrier_pigeon'),
      await call(account, 'PATCH', '/carrier_pigeon', { enabled: true }),
      await call(account, 'PATCH', '/webhook', { enabled: false }),
      await call(account, 'DELETE', '/webhook'),
      await call(account, 'GET', '/webhook/deliveries'),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    expect((await call(account, 'PATCH', '/webhook', {})).status).toBe(400);
  });

  test('neither resumes nor changes a paused integration on free (C7.1)', async () => {
    const account = await service.account({ plan: 'launch' });
    await put(account, hook());
    await call(account, 'PATCH', '/webhook', { enabled: false });
    await setPlan(account, 'free');
    await planOf(account).toBe('free');
    for (const answer of [
      await put(account, { colour: 'red' }),
      await call(account, 'PATCH', '/webhook', { enabled: true }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([402, 'quota_exceeded']);
    expect(await rowsOf(account)).toMatchObject([{ enabled: false }]);
  });

  test('deletes the log and the secret with DELETE; the next PUT makes a new secret (§3.2)', async () => {
    const account = await service.account();
    const first = await put(account, hook());
    await record(account);
    expect((await call(account, 'DELETE', '/webhook')).status).toBe(204);
    expect(
      await service.sql`SELECT 1 FROM deliveries d LEFT JOIN integrations i ON i.id = d.integration_id
      WHERE i.id IS NULL`,
    ).toHaveLength(0);
    const second = await put(account, hook());
    expect(second.status).toBe(201);
    expect(second.body.signing_secret).not.toBe(first.body.signing_secret);
    expect(await deliveries(account)).toEqual([]);
  });

  test('clears the log for a new URL, and keeps it for every other change (§4.7 rule 5)', async () => {
    const account = await service.account();
    await put(account, hook());
    await record(account);
    await put(account, { ...hook(), events: ['signup.created'], signing_secret: 'another-secret-0' });
    expect(await deliveries(account)).toHaveLength(1);
    await put(account, hook('/moved'));
    expect(await deliveries(account)).toEqual([]);
  });

  test('lists the newest 50 finished deliveries, newest first, in the shape of §2.9', async () => {
    const account = await service.account();
    await put(account, hook());
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
    for (let second = 0; second < 51; second++) await record(account, { created_at: at(second) });
    const failed = await record(account, {
      status: 'failed',
      response_status: 500,
      error: 'The receiver answered 500.',
      created_at: at(100),
      is_test: true,
    });
    await record(account, { status: 'attempting', created_at: new Date().toISOString() });
    const list = await deliveries(account);
    expect(list).toHaveLength(50);
    expect(list[0]).toEqual({
      id: failed,
      event_type: 'signup.created',
      status: 'failed',
      response_status: 500,
      error: 'The receiver answered 500.',
      created_at: at(100),
      delivered_at: null,
      is_test: true,
    });
    expect(list.slice(1).map(({ created_at }) => created_at)).toEqual(
      Array.from({ length: 49 }, (_, index) => at(50 - index)),
    );
  });

  test('shows a delivery of a dead worker as failed (C7.4)', async () => {
    const account = await service.account();
    await put(account, hook());
    await record(account, {
      status: 'attempting',
      created_at: new Date(Date.now() - 16_000).toISOString(),
    });
    expect(await deliveries(account)).toMatchObject([
      { status: 'failed', response_status: null, error: expect.stringContaining('interrupted') },
    ]);
  });

  test('answers two concurrent first PUTs with 201 and the stored secret, and with 200 (§4.7 rule 4)', async () => {
    for (let round = 0; round < 5; round++) {
      const account = await service.account();
      const answers = await Promise.all(Array.from({ length: 4 }, () => put(account, hook())));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
      expect(answers.filter(({ body }) => body.signing_secret !== null)).toHaveLength(1);
      expect(await rowsOf(account)).toHaveLength(1);
    }
  });

  test('keeps the URL of a chat that PUT omits, and clears the log for a new one (§4.7 rules 3 and 5)', async () => {
    const account = await service.account();
    const events = ['signup.created'];
    for (const type of ['chat_blocks', 'chat_embeds']) {
      const records = async () => (await call(account, 'GET', `/${type}/deliveries`)).body;
      const without = await put(account, { events }, type);
      expect([without.status, without.body.error.message]).toEqual([400, 'config.webhook_url: is required']);
      expect(await put(account, { webhook_url: hook().url, events }, type)).toEqual({
        status: 201,
        body: { type, enabled: true, signing_secret: null },
      });
      await service.sql`INSERT INTO deliveries ${service.sql({
        account_id: account.accountId,
        id: newId(),
        integration_id: (await rowsOf(account)).find((row) => row.type === type)?.id,
        event_type: 'signup.created',
        status: 'success',
      })}`;
      expect((await put(account, { events: ['signup.removed'] }, type)).status).toBe(200);
      expect(await records()).toHaveLength(1);
      expect((await put(account, { webhook_url: hook('/moved').url, events }, type)).status).toBe(200);
      expect(await records()).toEqual([]);
    }
    expect(receiver.requests).toEqual([]);
  });

  test.each([
    [
      'chat_blocks',
      { webhook_url: 'https://hooks.slack.com/triggers/T0/1/x' },
      'config.webhook_url: this address starts a workflow',
    ],
    [
      'chat_embeds',
      { webhook_url: 'https://discord.com/channels/1/2' },
      'config.webhook_url: must be the address',
    ],
    [
      'chat_embeds',
      { webhook_url: 'http://discord.com/api/webhooks/1/x' },
      'The URL must start with https://.',
    ],
    ['chat_blocks', { events: [] }, 'config.events: must have at least one event type'],
    ['chat_blocks', { events: null }, 'config.events: '],
    ['chat_embeds', { webhook_url: null }, 'config.webhook_url: '],
    ['chat_embeds', { webhook_url: '' }, 'config.webhook_url: '],
    ['chat_blocks', { channel: '#x' }, 'Unknown config field: channel'],
  ])(
    'refuses %s with %j with 400 and the reason, and saves nothing (§4.7, C7.6)',
    async (type, change, message) => {
      const account = await service.account();
      const config = { webhook_url: hook().url, events: ['signup.created'], ...change };
      const { status, body } = await put(account, config, type);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      expect(body.error.message).toContain(message);
      expect(await rowsOf(account)).toHaveLength(0);
    },
  );

  test('keeps an omitted secret, also during a PUT that changes it (§4.7 rule 3)', async () => {
    for (let round = 0; round < 10; round++) {
      const account = await service.account();
      await put(account, { ...hook(), signing_secret: 'the-first-secret' });
      const answers = await Promise.all([
        put(account, { ...hook(), signing_secret: `the-new-secret-${round}` }),
        ...Array.from({ length: 3 }, () => put(account, { ...hook(), events: ['signup.created'] })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await testIntegration(service.ctx, account.accountId, 'webhook');
      const request = receiver.requests.at(-1);
      const signed = `${request?.headers['service-timestamp']}.${request?.body}`;
      const signature = createHmac('sha256', `the-new-secret-${round}`).update(signed).digest('hex');
      expect(request?.headers['service-signature']).toBe(`v1=${signature}`);
    }
  });

  test('requires the key again for a new host, and does not send the stored key there (§4.7 rule 3)', async () => {
    const account = await service.account();
    const events = ['signup.created'];
    const first = `${receiver.url}/one`;
    const second = `${receiver.url}/two`;
    const set = (config: object) => put(account, { events, ...config }, 'analytics');
    const hosts = async () => {
      await testIntegration(service.ctx, account.accountId, 'analytics');
      const request = receiver.requests.at(-1);
      return [request?.path, JSON.parse(request?.body ?? '{}').api_key];
    };
    expect((await set({ api_key: 'phc_first', host: first })).status).toBe(201);
    expect((await set({ host: first, events: ['signup.created', 'signup.removed'] })).status).toBe(200);
    for (const config of [{ host: second }, {}]) {
      const { status, body } = await set(config);
      expect([status, body.error]).toEqual([
        400,
        {
          code: 'invalid_request',
          message: 'config.api_key: must be given again with a new config.host',
        },
      ]);
    }
    expect(await hosts()).toEqual(['/one/i/v0/e/', 'phc_first']);
    expect((await set({ host: second, api_key: 'phc_second' })).status).toBe(200);
    expect((await set({ host: ` ${second} ` })).status).toBe(200); // the same host after trimming
    expect(await hosts()).toEqual(['/two/i/v0/e/', 'phc_second']);
  });

  test('hides the integrations of other accounts (§4.2)', async () => {
    const owner = await service.account();
    await put(owner, hook());
    const other = await service.account();
    expect((await call(other, 'GET')).body).toEqual([]);
    for (const [method, path, payload] of [
      ['PATCH', '/webhook', { enabled: false }],
      ['DELETE', '/webhook', undefined],
      ['GET', '/webhook/deliveries', undefined],
    ] as const)
      expect((await call(other, method, path, payload)).status).toBe(404);
    expect(await rowsOf(owner)).toMatchObject([{ enabled: true }]);
  });
});
