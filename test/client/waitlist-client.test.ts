import { beforeAll, describe, expect, test } from 'vitest';
import {
  createWaitlistClient,
  readPublicLeaderboard,
  readStatus,
  type Schemas,
  WaitlistError,
} from '../../src/client/index.ts';
import { makeLinkToken } from '../../src/shared/list/links/link-token.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { makeList } from '../support/list.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker } from '../support/service/worker.ts';
import { roomInMinute } from '../support/values/minute.ts';

const service = useService();
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
});

/** A client for a new account. */
async function makeClient(options: Parameters<typeof service.account>[0] = {}) {
  const account = await service.account(options);
  return { account, client: createWaitlistClient({ baseUrl, apiKey: account.key }) };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The error that a call throws. */
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.fail('It did not fail'),
    (error) => error,
  );

test('each operation is a method that returns the answer of the API', async () => {
  const { account, client } = await makeClient();
  expect(await client.readAccount()).toMatchObject({ account_id: account.accountId, plan: 'scale' });

  const made = await client.createWaitlist({ name: 'Acme' });
  expect(await client.updateWaitlist(made.id, { referral_bonus: 2 })).toEqual({ ...made, referral_bonus: 2 });
  expect(await client.readWaitlist(made.id)).toEqual({ ...made, referral_bonus: 2 });
  expect(await client.listWaitlists({ limit: 1 })).toEqual({
    data: [{ ...made, signup_count: 0 }],
    total: 1,
    limit: 1,
    offset: 0,
    has_more: false,
  });

  const field = await client.createField(made.id, { key: 'size', label: 'Size', type: 'number' });
  expect(await client.updateField(made.id, 'size', { label: 'Team' })).toEqual({ ...field, label: 'Team' });
  expect((await client.listFields(made.id)).data).toEqual([{ ...field, label: 'Team' }]);

  const segment = await client.createSegment(made.id, { name: 'Ads', filter: { utm_source: 'ads' } });
  const renamed = await client.updateSegment(made.id, segment.id, { name: 'From ads' });
  expect((await client.listSegments(made.id)).data).toEqual([renamed]);
  await client.deleteSegment(made.id, segment.id);

  const ada = await client.createSignup(made.id, { email: 'ada@example.com', fields: { size: 3 } });
  const bob = await client.createSignup(made.id, {
    email: 'b@example.com',
    referral_code: ada.referral_code,
  });
  expect([ada.position, bob.position, bob.total]).toEqual([1, 2, 2]);
  const people = [{ email: 'cy@example.com', fields: { size: 1 } }, { email: 'ADA@example.com' }];
  const idempotencyKey = 'people';
  const bulk = await client.addSignups(made.id, people, { idempotencyKey });
  expect(bulk).toMatchObject({ data: [{ status: 'created' }, { id: ada.id }], created: 1, existing: 1 });
  expect(await client.addSignups(made.id, people, { idempotencyKey })).toEqual(bulk);
  const found = await client.listSignups(made.id, { email: 'ADA@example.com' });
  expect(found.data).toMatchObject([{ id: ada.id, referral_count: 1, fields: { size: 3 } }]);
  expect(await client.readSignup(made.id, ada.id)).toEqual(found.data[0]);
  expect(await client.readStats(made.id, { from: '2026-01-01', to: '2026-01-02' })).toMatchObject({
    total: 3,
    range_from: '2026-01-01',
    range_to: '2026-01-02',
  });
  const csv = await new Response(await client.exportSignups(made.id)).text();
  expect(csv.split('\n').length).toBe(5);
  const matching = await new Response(await client.exportSignups(made.id, { referred_by: ada.id })).text();
  expect(matching.split('\n')[1]).toMatch(/^2,b@example.com,/);

  expect(await client.setIntegration('webhook', { url: 'https://acme.example/hook' })).toMatchObject({
    type: 'webhook',
    signing_secret: expect.stringMatching(/^whsec_/),
  });
  expect(await client.updateIntegration('webhook', { enabled: false })).toMatchObject({ enabled: false });
  expect(await client.listIntegrations()).toMatchObject([{ type: 'webhook', enabled: false }]);
  expect(await client.listDeliveries('webhook')).toEqual([]);

  expect(await client.deleteIntegration('webhook')).toBeUndefined();
  expect(await client.removeSignup(made.id, bob.id)).toBeUndefined();
  expect(await client.deleteField(made.id, 'size')).toBeUndefined();
  expect(await client.deleteWaitlist(made.id)).toBeUndefined();
  expect(await client.listWaitlists()).toMatchObject({ total: 0, limit: 50 });
});

test.each(['localhost:3000', 'https://waitlist.example.com/v1', '/api'])(
  'the address %s is refused at once',
  (wrong) => {
    expect(() => createWaitlistClient({ baseUrl: wrong, apiKey: 'wl_x' })).toThrow(`not ${wrong}`);
  },
);

test('an error has the code, the status and the request id of the answer (§7, C1.13)', async () => {
  const { client } = await makeClient({ plan: 'free' });
  const { id } = await client.createWaitlist({ name: 'One' });
  const error = await failure(client.createWaitlist({ name: 'Two' }));
  expect(error).toBeInstanceOf(WaitlistError);
  expect(error).toMatchObject({
    name: 'WaitlistError',
    code: 'quota_exceeded',
    status: 402,
    message: 'The Free plan is limited to 1 waitlist. Delete one or upgrade the plan.',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    retryAfterSeconds: undefined,
  });
  expect(await failure(client.createSignup(id, { email: 'none' }))).toMatchObject({ status: 400 });
  expect(await failure(collect(client.signups('nonsense')))).toMatchObject({ code: 'not_found' });
  expect(await failure(client.exportSignups('nonsense'))).toMatchObject({ code: 'not_found' });
  const stranger = createWaitlistClient({ baseUrl: `${baseUrl}/`, apiKey: 'wl_x' });
  expect(await failure(stranger.readAccount())).toMatchObject({ code: 'unauthorized', status: 401 });
});

test('filters and orders go with lists, whole lists and exports (N1)', async () => {
  const { client } = await makeClient();
  const { id } = await client.createWaitlist({ name: 'Acme' });
  await client.createField(id, { key: 'company', label: 'Company', type: 'string' });
  await client.createField(id, { key: 'vip', label: 'VIP', type: 'boolean' });
  for (const [email, company, vip] of [
    ['ada@example.com', 'A & B=1', true],
    ['bo@example.com', 'A & B=1', false],
    ['cy@example.com', 'Acme', true],
  ] as const)
    await client.createSignup(id, { email, fields: { company, vip } });
  const fields = { company: 'A & B=1' };
  const { data, total } = await client.listSignups(id, { fields, order: 'oldest', limit: 1 });
  expect([data.map(({ email }) => email), total]).toEqual([['ada@example.com'], 2]);
  const both = await client.listSignups(id, { fields: { ...fields, vip: true }, q: 'EXAMPLE' });
  expect(both.data.map(({ email }) => email)).toEqual(['ada@example.com']);
  const others = { not_fields: { company: 'Acme', vip: false }, not_email_domains: ['a.test', 'b.test'] };
  expect((await client.listSignups(id, others)).data.map(({ email }) => email)).toEqual(['ada@example.com']);
  const whole = await collect(client.signups(id, { fields: { vip: true } }));
  expect(whole.map(({ email }) => email)).toEqual(['cy@example.com', 'ada@example.com']);
  const csv = await new Response(await client.exportSignups(id, { fields })).text();
  expect(csv.split('\n').length).toBe(4);
  expect(await failure(client.listSignups(id, { fields: { nothing: 1 } }))).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^field.nothing: /),
  });
});

describe('an async list', () => {
  test('yields everything, newest first, over more than two pages', async () => {
    const list = await makeList(service);
    const client = createWaitlistClient({ baseUrl, apiKey: list.account.key });
    expect(await collect(client.signups(list.id))).toEqual([]);
    await list.fill(450);
    const positions = (await collect(client.signups(list.id))).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index));
  });

  test('yields each item once, even if a new item moves it to the next page', async () => {
    const list = await makeList(service);
    const client = createWaitlistClient({ baseUrl, apiKey: list.account.key });
    await list.fill(400);
    const positions: number[] = [];
    for await (const { position } of client.signups(list.id)) {
      if (position === 300) await list.add({ email: 'new@example.com' });
      positions.push(position);
    }
    expect(positions).toEqual(Array.from({ length: 400 }, (_, index) => 400 - index));
  });

  test('requests no more pages than the caller reads', async () => {
    const list = await makeList(service);
    await list.fill(450);
    let requests = 0;
    const counting = createWaitlistClient({
      baseUrl,
      apiKey: list.account.key,
      fetch: (request) => {
        requests += 1;
        return fetch(request);
      },
    });
    for await (const { position } of counting.signups(list.id)) if (position === 440) break;
    expect(requests).toBe(1);
  });

  test('yields waitlists in the same way', async () => {
    const { account, client } = await makeClient();
    const made = [await service.waitlist(account), await service.waitlist(account)];
    expect((await collect(client.waitlists())).map(({ id }) => id)).toEqual(made.toReversed());
  });

  test('ends with an abort', async () => {
    const list = await makeList(service);
    const client = createWaitlistClient({ baseUrl, apiKey: list.account.key });
    await list.fill(300);
    const leaving = new AbortController();
    const seen: Schemas['Signup'][] = [];
    const read = async () => {
      for await (const signup of client.signups(list.id, { signal: leaving.signal })) {
        seen.push(signup);
        leaving.abort(new Error('enough'));
      }
    };
    expect(await failure(read())).toMatchObject({ message: 'enough' });
    expect(seen.length).toBe(200);
  });
});

test('settings, links and the status of a signup go round (N1)', async () => {
  const { client } = await makeClient();
  const { id } = await client.createWaitlist({ name: 'Links' });
  await client.updateSettings(id, { links: { site_url: 'https://acme.com/' } });
  expect((await client.readSettings(id)).links).toMatchObject({
    site_url: 'https://acme.com/',
    status_page: false,
  });
  const signup = await client.createSignup(id, {
    email: 'ada@example.com',
    include: ['referral_link', 'status_token'],
  });
  const links = await client.readSignupLinks(id, signup.id);
  expect(links).toMatchObject({
    referral_link: signup.referral_link,
    status_token: signup.status_token,
  });
  const token = String(links.status_token);
  expect(await readStatus(token, { baseUrl: `${baseUrl}/` })).toMatchObject({
    position: 1,
    referral_link: signup.referral_link,
  });
  await client.createSignup(id, { email: 'bo@example.com', referral_code: signup.referral_code });
  const [leader] = (await client.readLeaderboard(id, { limit: 1 })).data;
  expect(leader).toEqual({ rank: 1, name: 'a…', referral_count: 1 });
  expect(await failure(readPublicLeaderboard(token, { baseUrl }))).toMatchObject({
    status: 404,
  });
  await client.updateSettings(id, { leaderboard: { public: true }, rewards: [{ at: 1, key: 'cap' }] });
  expect(await readPublicLeaderboard(token, { baseUrl, limit: 1 })).toMatchObject({
    data: [leader],
    you: { rank: 1, referral_count: 1 },
  });
  expect(await client.readSignup(id, signup.id, { include: ['confirmation', 'rewards'] })).toMatchObject({
    confirmation: null,
    rewards: [],
  });
  await client.revokeLinks(id, 'status');
  expect(await failure(readStatus(token, { baseUrl }))).toMatchObject({
    status: 401,
    code: 'unauthorized',
  });
});

describe('an answer with Retry-After', () => {
  test('of the service delays the call until the next minute (§7)', async () => {
    const { client, account } = await makeClient({ requestsPerMinute: 2 });
    const waits: number[] = [];
    const shortened = createWaitlistClient({
      baseUrl,
      apiKey: account.key,
      fetch: async (request) => {
        const response = await fetch(request);
        if (response.status !== 429) return response;
        waits.push(Number(response.headers.get('retry-after')));
        await service.sql`UPDATE accounts SET requests_per_minute = 1000 WHERE id = ${account.accountId}`;
        // Instead of the whole minute.
        return new Response(response.body, { status: 429, headers: { 'retry-after': '1' } });
      },
    });
    await roomInMinute(service.env.REDIS_URL ?? '', 15);
    await client.readAccount();
    await client.readAccount();
    expect(await shortened.createWaitlist({ name: 'After the wait' })).toMatchObject({
      name: 'After the wait',
    });
    expect(waits.length).toBeGreaterThanOrEqual(1);
    for (const seconds of waits) expect(seconds).toBeGreaterThanOrEqual(1);
    expect((await collect(shortened.waitlists())).length).toBe(1);
  });

  /** A client of a service that gives these answers, and then an account. */
  async function useFake(
    run: (fake: FakeProvider, client: ReturnType<typeof createWaitlistClient>) => Promise<void>,
    options: Partial<Parameters<typeof createWaitlistClient>[0]> = {},
  ): Promise<void> {
    const fake = await startFakeProvider(() => ({ status: 200, body: { account_id: 'x' } }));
    try {
      await run(fake, createWaitlistClient({ baseUrl: fake.url, apiKey: 'wl_x', ...options }));
    } finally {
      await fake.close();
    }
  }
  const busy = (status: number, retryAfter?: string) => ({
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    body: { error: { code: status === 429 ? 'rate_limited' : 'internal_error', message: 'Wait.' } },
  });

  test('repeats the request with the same body', () =>
    useFake(async (fake, client) => {
      fake.next(busy(429, '0'), busy(429, '0'));
      const signup = { email: 'ada@example.com', metadata: { note: 'ü' } };
      await client.createSignup('w', signup, { waitForLimit: true });
      const bodies = fake.requests.map(({ body }) => JSON.parse(body));
      expect(bodies).toEqual(Array(3).fill({ email: 'ada@example.com', metadata: { note: 'ü' } }));
      expect(new Set(fake.requests.map(({ headers }) => headers.authorization))).toEqual(
        new Set(['Bearer wl_x']),
      );
    }));

  test('rejects a signup at once, because a visitor waits for it (N1)', () =>
    useFake(async (fake, client) => {
      fake.next(busy(429, '7'));
      expect(await failure(client.createSignup('w', { email: 'ada@example.com' }))).toMatchObject({
        code: 'rate_limited',
        retryAfterSeconds: 7,
      });
      expect(fake.requests.length).toBe(1);
    }));

  test('repeats the request at most as often as configured', () =>
    useFake(
      async (fake, client) => {
        fake.next(busy(429, '0'), busy(429, '0'), busy(429, '0'));
        expect(await failure(client.readAccount())).toMatchObject({
          code: 'rate_limited',
          retryAfterSeconds: 0,
        });
        expect(fake.requests.length).toBe(2);
      },
      { maxRetries: 1 },
    ));

  test('throws at once if the wait is too long or unknown', () =>
    useFake(async (fake, client) => {
      fake.next(busy(429, '61'), busy(429), busy(429, 'soon'));
      expect(await failure(client.readAccount())).toMatchObject({ status: 429, retryAfterSeconds: 61 });
      for (let i = 0; i < 2; i++) {
        expect(await failure(client.readAccount())).toMatchObject({
          status: 429,
          retryAfterSeconds: undefined,
        });
      }
      expect(fake.requests.length).toBe(3);
    }));

  test('may contain a date, as proxies send it', () =>
    useFake(async (fake, client) => {
      fake.next(busy(503, new Date(Date.now() - 60_000).toUTCString()));
      await client.readAccount();
      expect(fake.requests.length).toBe(2);
    }));

  test('and 503 repeats only requests without effects', () =>
    useFake(async (fake, client) => {
      fake.next(busy(503, '0'));
      await client.readAccount();
      fake.next(busy(503, '0'), busy(503), busy(500, '0'));
      expect(await failure(client.createWaitlist({ name: 'Once' }))).toMatchObject({ status: 503 });
      expect(await failure(client.readAccount())).toMatchObject({ status: 503, code: 'internal_error' });
      expect(await failure(client.readAccount())).toMatchObject({ status: 500 });
      expect(fake.requests.length).toBe(5);
    }));

  test('repeats a request with an idempotency key after 503, and while an earlier attempt is running', () =>
    useFake(async (fake, client) => {
      const running = { error: { code: 'conflict', message: 'Running.' } };
      fake.next(busy(503, '0'), { status: 409, headers: { 'retry-after': '0' }, body: running });
      await client.createWaitlist({ name: 'Once' }, { idempotencyKey: 'k' });
      fake.next({ status: 409, body: running });
      const field = { key: 'a', label: 'A', type: 'string' } as const;
      expect(await failure(client.createField('w', field, { idempotencyKey: 'l' }))).toMatchObject({
        status: 409,
      });
      expect(fake.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k', 'k', 'l']);
    }));

  test('is not needed after a broken connection: a request with an idempotency key is repeated', () =>
    useFake(async ({ url, requests }) => {
      let sent = 0;
      const breaking = createWaitlistClient({
        baseUrl: url,
        apiKey: 'wl_x',
        maxRetryWaitSeconds: 0,
        fetch: (request) => {
          sent += 1;
          return sent % 2 === 1 ? Promise.reject(new TypeError('fetch failed')) : fetch(request);
        },
      });
      await breaking.addSignups('w', [{ email: 'ada@example.com' }], { idempotencyKey: 'k' });
      expect([sent, requests.length]).toEqual([2, 1]);
      expect(await failure(breaking.createWaitlist({ name: 'Once' }))).toMatchObject({
        message: 'fetch failed',
      });
      expect(sent).toBe(3);
    }));

  test('stops waiting on an abort', () =>
    useFake(async (fake, client) => {
      fake.next(busy(429, '60'));
      const leaving = new AbortController();
      const error = failure(client.readAccount({ signal: leaving.signal }));
      await expect.poll(() => fake.requests.length).toBe(1);
      leaving.abort(new Error('no time'));
      expect(await error).toMatchObject({ message: 'no time' });
      expect(fake.requests.length).toBe(1);
    }));

  test('that is not from the service is an error without a code', () =>
    useFake(async (fake, client) => {
      fake.next({ status: 502, body: '<html>Bad gateway</html>' });
      expect(await failure(client.readAccount())).toMatchObject({
        message: 'The service responded with status 502.',
        status: 502,
        code: undefined,
        requestId: undefined,
      });
    }));
});

test('the types match the API', () => {
  const client = createWaitlistClient({ baseUrl, apiKey: 'wl_x' });
  const untyped = () => {
    // @ts-expect-error the email is required
    void client.createSignup('w', {});
    // @ts-expect-error no such field type
    void client.createField('w', { key: 'a', label: 'A', type: 'date' });
    // @ts-expect-error no such integration
    void client.deleteIntegration('carrier_pigeon');
  };
  expect(untyped).toBeTypeOf('function');
});

test('reviews are listed and decided (N4)', async () => {
  const { client } = await makeClient();
  const { id } = await client.createWaitlist({ name: 'Judged' });
  await client.updateSettings(id, { abuse: { mode: 'enforce' } });
  const { referral_code } = await client.createSignup(id, { email: 'ada@example.com' });
  const bot = await client.createSignup(id, { email: 'bot@mailinator.com', referral_code });
  const [review] = await collect(client.reviews(id, { state: 'open' }));
  expect(review).toMatchObject({ signup_id: bot.id, verdict: 'withheld' });
  expect((await client.listReferrers(id)).data).toMatchObject([{ claims: 1, withheld: 1 }]);
  expect(await client.approveReview(id, bot.id)).toMatchObject({ state: 'approved' });
  expect(await client.rejectReview(id, bot.id)).toMatchObject({ state: 'rejected' });
  const filter = { domain: 'mailinator.com' };
  expect(await client.decideReviews(id, { action: 'approve', filter, dry_run: true })).toEqual({
    matched: 0,
    changed: 0,
  });
});

test('suppressions are added, looked up, exported and removed, and signups confirmed (N3)', async () => {
  const { account, client } = await makeClient();
  const email = 'ada@example.com';
  const added = await client.addSuppression({ email }, { idempotencyKey: 'once' });
  expect(await client.addSuppression({ email }, { idempotencyKey: 'once' })).toEqual(added);
  await client.addSuppression({ email: 'bo@example.com' });
  expect((await client.listSuppressions({ email })).data).toEqual([added]);
  expect(await collect(client.suppressions())).toHaveLength(2);
  expect(await new Response(await client.exportSuppressions()).text()).toContain(added.id);
  await client.removeSuppression({ email });
  expect((await client.listSuppressions({ email })).total).toBe(0);

  const { id } = await client.createWaitlist({ name: 'Confirmed' });
  await client.updateSettings(id, { confirmation: { enabled: true } });
  const signup = await client.createSignup(id, { email });
  const { key } = await service.ctx.linkSigner();
  const target = { accountId: account.accountId, id: signup.id, epoch: 0, generation: 0 };
  const token = makeLinkToken(key, 'confirm', target);
  const first = await client.confirmSignup(token, { idempotencyKey: 'confirm' });
  expect(first).toMatchObject({ signup_id: signup.id, first: true });
  expect(await client.confirmSignup(token, { idempotencyKey: 'confirm' })).toEqual(first);
  expect(await client.confirmSignup(token)).toEqual({ ...first, first: false });
});

test('waves, invitations and conversions go round (N5)', async () => {
  const { account, client } = await makeClient();
  const { id } = await client.createWaitlist({ name: 'Invited' });
  await client.updateSettings(id, { invitations: { url: 'https://notes.test/welcome' } });
  const [ada, bo, cy] = await Promise.all(
    ['ada', 'bo', 'cy'].map((name) => client.createSignup(id, { email: `${name}@example.com` })),
  );
  const body: Schemas['NewWave'] = {
    size: 2,
    deliver: 'link',
    filter: { ids: [ada?.id ?? '', bo?.id ?? ''] },
  };
  const wave = await client.draftWave(id, body);
  expect(wave).toMatchObject({ state: 'draft', selected: 2, filter: { id_count: 2 } });
  const spare = await client.draftWave(id, { size: 1, deliver: 'link' });
  expect(await client.cancelWave(spare.id)).toMatchObject({ state: 'cancelled' });
  expect(await client.listWaves(id, { limit: 1 })).toMatchObject({ total: 2, data: [{ id: spare.id }] });
  expect(await collect(client.waves(id))).toMatchObject([{ id: spare.id }, { id: wave.id }]);
  const launched = await client.launchWave(wave.id);
  expect(await client.launchWave(wave.id)).toEqual(launched);
  expect(await failure(client.exportWaveLinks(wave.id))).toMatchObject({ code: 'conflict' });
  const worker = openTestWorker(service);
  await worker.run('send-wave', { id: wave.id, accountId: account.accountId });
  await worker.close();
  const csv = await new Response(await client.exportWaveLinks(wave.id)).text();
  const [, email = '', token = ''] = /^(.+),https:.+token=(\S+)$/m.exec(csv.split('\n')[1] ?? '') ?? [];
  expect(await client.verifyInvitation({ token, email })).toMatchObject({ valid: true, reason: null });
  expect(await client.recordConversion({ token, email, external_id: 'user_1' })).toMatchObject({
    first: true,
  });
  expect(await client.recordConversion({ token, email })).toMatchObject({ first: false });
  expect(await client.readWave(wave.id)).toMatchObject({ sent: 2, converted: 1, conversion_rate: 50 });

  const { data: users } = await client.listWaveMembers(wave.id, { step: 'converted', limit: 1 });
  expect(users).toMatchObject([{ email, state: 'converted' }]);
  expect(await collect(client.waveMembers(wave.id))).toHaveLength(2);
  const members = await new Response(await client.exportWaveMembers(wave.id, { step: 'converted' })).text();
  expect(members.split('\n').slice(1)).toEqual([expect.stringContaining(email), '']);

  const { url, ...single } = await client.inviteSignup(id, cy?.id ?? '', { deliver: 'link' });
  const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? '';
  expect((await client.listInvitations(id, { state: 'invited', limit: 1 })).data).toEqual([single]);
  expect(await collect(client.invitations(id, { wave_id: wave.id }))).toHaveLength(2);
  expect(await failure(client.resendInvitation(single.id))).toMatchObject({ code: 'rate_limited' });
  await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '61 minutes' WHERE id = ${single.id}`;
  const again = await client.resendInvitation(single.id, { idempotencyKey: 'again' });
  expect(again).toMatchObject({ id: single.id, resends: 1 });
  expect(await client.verifyInvitation({ token: tokenOf(url) })).toMatchObject({ valid: false });
  expect(await client.declineInvitation(tokenOf(again.url))).toMatchObject({ state: 'declined' });
  expect(await failure(client.revokeInvitation(single.id))).toMatchObject({ code: 'conflict' });
});

test('announcements are launched, watched, and read with their people', async () => {
  const { client } = await makeClient();
  const { id } = await client.createWaitlist({ name: 'Told' });
  await client.updateSettings(id, { mail: { postal_address: 'Notes Ltd, Berlin' } });
  for (const name of ['ada', 'bo', 'cy']) await client.createSignup(id, { email: `${name}@example.com` });
  const body: Schemas['NewAnnouncement'] = { name: 'Launch', subject: 'We open', html: '<p>Come in</p>' };
  const draft = await client.draftAnnouncement(id, body, { idempotencyKey: 'launch' });
  expect(await client.draftAnnouncement(id, body, { idempotencyKey: 'launch' })).toMatchObject({
    id: draft.id,
  });
  expect(await client.updateAnnouncement(draft.id, { subject: 'Open' })).toMatchObject({ selected: 3 });
  await client.launchAnnouncement(draft.id, { expected_count: 3, sample: 2 });
  expect(await collect(client.announcements(id))).toMatchObject([{ id: draft.id, subject: 'Open' }]);
  const states: string[] = [];
  for await (const report of client.watchAnnouncement(draft.id, { everySeconds: 0.01 })) {
    states.push(report.state);
    if (states.length === 2) await client.pauseAnnouncement(draft.id);
  }
  expect(states).toEqual(['sending', 'sending', 'paused']);
  expect(await client.resumeAnnouncement(draft.id)).toMatchObject({ state: 'sending' });
  expect(await client.cancelAnnouncement(draft.id)).toMatchObject({ state: 'cancelled' });
  expect(await client.listAnnouncementMembers(draft.id, { limit: 1 })).toMatchObject({ limit: 1 });
  const people = await collect(client.announcementMembers(draft.id));
  const csv = await new Response(await client.exportAnnouncementMembers(draft.id)).text();
  expect(csv.trim().split('\n')).toHaveLength(people.length + 1);
  expect(await collect(client.announcementMembers(draft.id, { state: 'bounced' }))).toEqual([]);
  const soon = AbortSignal.timeout(50);
  await client.launchAnnouncement((await client.draftAnnouncement(id, body)).id, { expected_count: 3 });
  const [{ id: other } = { id: '' }] = (await client.listAnnouncements(id, { limit: 1 })).data;
  expect(await failure(collect(client.watchAnnouncement(other, { signal: soon })))).toMatchObject({
    name: 'TimeoutError',
  });
});

test('files are imported from a text, a Blob or a stream, and started (N6)', async () => {
  const { client } = await makeClient();
  const { id } = await client.createWaitlist({ name: 'Moving in' });
  const csv = 'email\nada@example.com\n';
  for (const file of [csv, new Blob([csv]), new Blob([csv]).stream()]) {
    const made = await client.createImport(id, file, { positions: 'keep' });
    expect(made).toMatchObject({ state: 'validating', positions: 'keep', rows: 1 });
  }
  const { data } = await client.listImports(id);
  expect(data).toHaveLength(3);
  const importId = data[0]?.id ?? '';
  expect(await client.readImport(id, importId)).toMatchObject({ state: 'validating' });
  expect(await client.updateImport(id, importId, { mapping: { email: null } })).toMatchObject({
    columns: { mapped: {}, unmapped: ['email'] },
  });
  expect((await client.listImportRows(id, importId, { limit: 1 })).data).toMatchObject([{ line: 2 }]);
  expect(await new Response(await client.exportImportRows(id, importId)).text()).toContain('ada@example.com');
  await expect(client.startImport(id, importId)).rejects.toMatchObject({ status: 409 });
  expect(await client.cancelImport(id, importId)).toMatchObject({ state: 'cancelled' });
  await expect(client.createImport(id, 'email\n\0')).rejects.toMatchObject({ status: 400 });
});
