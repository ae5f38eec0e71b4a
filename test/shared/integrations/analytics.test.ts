import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { analytics } from '../../../src/shared/integrations/providers/analytics.ts';
import type { Delivery } from '../../../src/shared/integrations/providers/provider.ts';
import { AddressRefused } from '../../../src/shared/outbound/address-guard.ts';
import type { HttpClient } from '../../../src/shared/outbound/http-client.ts';
import { makeDeliveries, makeDelivery } from '../../support/deliveries.ts';
import { type FakePosthog, posthogKey, startFakePosthog } from '../../support/fakes/posthog.ts';
import { impatientFetch, makeHttpClient, refusingFetch } from '../../support/http-client.ts';

let fake: FakePosthog;
beforeAll(async () => {
  fake = await startFakePosthog();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const configOf = (change: object = {}) =>
  analytics.config.parse({ api_key: posthogKey, host: fake.url, events: ['signup.created'], ...change });
const deliver = (
  delivery: Delivery = makeDelivery('signup.created'),
  config = configOf(),
  change: Partial<HttpClient> = {},
) => analytics.deliver(config, delivery, makeHttpClient(change));
const captured = { status: 'success', response_status: 200, error: null };
const failed = (response_status: number | null, error: unknown) => ({
  status: 'failed',
  response_status,
  error,
});

describe('the config of analytics (§4.7)', () => {
  const good = { api_key: 'phc_x', host: 'https://eu.i.posthog.com', events: ['signup.created'] };

  test('is a project key, a host and some events', () => {
    expect(analytics.config.parse(good)).toEqual(good);
    expect(
      analytics.config.parse({
        api_key: ' phc_x\n',
        host: ' https://eu.i.posthog.com\n',
        events: ['signup.created', 'signup.created'],
      }),
    ).toEqual(good);
  });

  test('has the US cloud for its host unless told otherwise', () => {
    const { host: _, ...withoutHost } = good;
    expect(analytics.config.parse(withoutHost)).toEqual({ ...good, host: 'https://us.i.posthog.com' });
  });

  test.each([
    'http://posthog.acme.test',
    'https://posthog.acme.test:8443',
    'https://acme.test/ingest',
    'https://acme.test/a/b',
    'HTTPS://ACME.TEST',
    'http://203.0.113.7:8000',
  ])('takes the host %s', (host) => {
    expect(analytics.config.parse({ ...good, host }).host).toBe(host);
  });

  test.each([
    [{ api_key: undefined }, 'api_key'],
    [{ api_key: null }, 'api_key'],
    [{ api_key: '' }, 'api_key'],
    [{ api_key: 'phc_' }, 'api_key'],
    [{ api_key: 'phx_personal' }, 'api_key'],
    [{ api_key: 'PHC_x' }, 'api_key'],
    [{ api_key: 'x phc_x' }, 'api_key'],
    [{ api_key: 'phc_x y' }, 'api_key'],
    [{ api_key: `phc_${'x'.repeat(497)}` }, 'api_key'],
    [{ host: null }, 'host'],
    [{ host: '' }, 'host'],
    [{ host: ' ' }, 'host'],
    [{ host: 7 }, 'host'],
    [{ host: 'eu.i.posthog.com' }, 'host'],
    [{ host: 'ftp://acme.test' }, 'host'],
    [{ host: 'https:acme.test' }, 'host'],
    [{ host: 'https:///acme.test' }, 'host'],
    [{ host: 'https:\\\\acme.test' }, 'host'],
    [{ host: 'https://acme\n.test' }, 'host'],
    [{ host: 'https://[acme.test' }, 'host'],
    [{ host: 'https://' }, 'host'],
    [{ host: 'https://acme.test/' }, 'host'],
    [{ host: 'https://acme.test/ingest/' }, 'host'],
    [{ host: 'https://acme.test?' }, 'host'],
    [{ host: 'https://acme.test?x=y' }, 'host'],
    [{ host: 'https://acme.test/ingest#x' }, 'host'],
    [{ host: `https://acme.test/${'x'.repeat(2_048)}` }, 'host'],
    [{ events: undefined }, 'events'],
    [{ events: null }, 'events'],
    [{ events: [] }, 'events'],
    [{ events: 'signup.created' }, 'events'],
    [{ events: ['signup.made'] }, 'events.0'],
    [{ events: [''] }, 'events.0'],
  ])('with %j is refused for its %s', (change, field) => {
    const { error } = analytics.config.safeParse({ ...good, ...change });
    expect([...new Set(error?.issues.map(({ path }) => path.join('.')))]).toEqual([field]);
  });

  test.each([
    [{ api_key: 'phx_personal' }, 'expected a project API key, which starts with phc_'],
    [{ host: 'acme.test' }, 'expected an address that starts with http:// or https://'],
    [{ host: 'https://acme.test/' }, 'expected no slash at the end'],
    [{ host: 'https://acme.test/?x' }, 'expected no query and no fragment'],
  ])('with %j is told why', (change, message) => {
    expect(analytics.config.safeParse({ ...good, ...change }).error?.issues[0]?.message).toBe(message);
  });

  test('holds nothing else', () => {
    const { error } = analytics.config.safeParse({ ...good, project: 'x' });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['project'] }]);
  });

  test('keeps the key a secret (§4.7 rule 3)', () => {
    expect(analytics.secrets).toEqual(['api_key']);
  });
});

describe('the host of analytics (§4.7 rule 7, C7.6)', () => {
  const verify = (host: string) => analytics.verify(configOf({ host }), makeHttpClient());

  test.each(['https://us.i.posthog.com', 'http://posthog.acme.test', 'https://acme.test:8443/ingest'])(
    '%s is taken',
    async (host) => {
      await verify(host);
    },
  );

  test('is checked without an event to it', async () => {
    await analytics.verify(configOf(), makeHttpClient());
    expect(fake.requests).toEqual([]);
  });

  test.each([
    'http://10.0.0.1',
    'http://localhost:8000',
    'http://169.254.169.254',
    'http://[::ffff:10.0.0.1]',
    'http://posthog.internal',
    'https://user:password@acme.test',
    'https://acme.test:6379',
  ])('%s is refused', async (host) => {
    await expect(verify(host)).rejects.toThrow(AddressRefused);
  });
});

describe('an event of analytics', () => {
  const ofSignup = {
    id: '0190c0de-0000-7000-8000-000000000001',
    waitlist_id: '0190c0de-0000-7000-8000-0000000000aa',
    waitlist_name: 'Beta',
    email: 'ada@example.com',
    position: 42,
  };
  const ofPosthog = { $lib: 'waitlist', $geoip_disable: true, $set: { email: 'ada@example.com' } };
  const capture = (event: string, timestamp: string, data: object) => ({
    api_key: posthogKey,
    event,
    distinct_id: 'ada@example.com',
    timestamp,
    properties: { ...ofSignup, ...data, ...ofPosthog },
    uuid: '0190c0de-0000-7000-8000-0000000000bb',
  });

  test('is one POST of JSON, without a key in its headers', async () => {
    expect(await deliver()).toEqual(captured);
    expect(fake.requests).toMatchObject([
      { method: 'POST', path: '/i/v0/e/', headers: { 'content-type': 'application/json' } },
    ]);
    expect(fake.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('has the data, the time and the id of its own (§6.1)', async () => {
    for (const delivery of makeDeliveries()) expect(await deliver(delivery)).toEqual(captured);
    const emailed = { occurred_at: '2026-01-03T18:45:59.999Z' };
    expect(fake.captures).toEqual([
      capture('signup.created', '2026-01-01T00:00:00.000Z', {
        total: 120,
        referral_code: 'k3v9x2m7qa',
        referred_by: '0190c0de-0000-7000-8000-000000000002',
        utm_source: 'newsletter',
        metadata: { plan: 'pro' },
        created_at: '2026-01-01T00:00:00.000Z',
      }),
      capture('signup.removed', '2026-01-02T09:30:00.000Z', {
        metadata: { plan: 'pro' },
        created_at: '2026-01-01T00:00:00.000Z',
        removed_at: '2026-01-02T09:30:00.000Z',
      }),
      capture('signup.email_delivered', '2026-01-03T18:45:59.999Z', emailed),
      capture('signup.email_opened', '2026-01-03T18:45:59.999Z', emailed),
      capture('signup.email_clicked', '2026-01-03T18:45:59.999Z', emailed),
    ]);
  });

  test('goes through a reverse proxy by its path', async () => {
    expect(await deliver(undefined, configOf({ host: `${fake.url}/ingest` }))).toEqual(captured);
    expect(fake.requests).toMatchObject([{ path: '/ingest/i/v0/e/' }]);
  });

  test('may say nothing of where it came from', async () => {
    const change = { utm_source: null, referred_by: null, metadata: {} };
    expect(await deliver(makeDelivery('signup.created', change))).toEqual(captured);
    expect(fake.captures).toMatchObject([{ properties: change }]);
  });

  test('cannot change what PostHog itself reads', async () => {
    const metadata = { $set: 'x', $geoip_disable: 'false', distinct_id: 'x', api_key: 'phc_y' };
    expect(await deliver(makeDelivery('signup.created', { metadata }))).toEqual(captured);
    expect(fake.captures).toMatchObject([
      { api_key: posthogKey, distinct_id: 'ada@example.com', properties: { ...ofPosthog, metadata } },
    ]);
  });

  test.each([
    ['of 100 emoji', '😀'.repeat(100)],
    ['with markup', '<b>"Beta"</b> {{x}} @everyone'],
    ['on two lines', 'Be\nta\u202e'],
  ])('of a waitlist whose name is %s has it as it is', async (_, waitlist_name) => {
    expect(await deliver(makeDelivery('signup.email_opened', { waitlist_name }))).toEqual(captured);
    expect(fake.captures).toMatchObject([{ properties: { waitlist_name } }]);
  });

  test('tells the synthetic event of a test send (§4.7 rule 6)', async () => {
    const metadata = { service_test: true };
    expect(await deliver(makeDelivery('signup.created', { metadata }))).toEqual(captured);
    expect(fake.captures).toMatchObject([{ properties: { metadata } }]);
  });

  test('belongs to the address, or to what stands for a long one', async () => {
    const long = `${'x'.repeat(189)}@example.com`;
    for (const email of [`o'n"eil+a@example.com`, long.slice(1), long, long, `y${long.slice(1)}`]) {
      expect(await deliver(makeDelivery('signup.created', { email }))).toEqual(captured);
    }
    const [odd, longest, first, again, other] = fake.captures.map(({ distinct_id }) => distinct_id);
    expect([odd, longest]).toEqual([`o'n"eil+a@example.com`, long.slice(1)]);
    expect(first).toBe('sha256:560777e1c3cd917f080e437bc1b39c551dae8a205706abe4932c197da80418e9');
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(fake.captures[2]).toMatchObject({ properties: { email: long, $set: { email: long } } });
  });

  test('belongs to one person for one address, within PostHog’s limits', async () => {
    const local = fc.string({ unit: fc.constantFrom(...'ab0+.\'"😀é'), minLength: 1, maxLength: 308 });
    await fc.assert(
      fc.asyncProperty(local, local, async (one, other) => {
        fake.reset();
        const emails = [one, one, other].map((name) => `${name}@example.com`);
        for (const email of emails) {
          expect(await deliver(makeDelivery('signup.email_clicked', { email }))).toEqual(captured);
        }
        const ids = fake.captures.map(({ distinct_id }) => distinct_id);
        expect(ids[1]).toBe(ids[0]);
        expect(ids[2] === ids[0]).toBe(one === other);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a refused event of analytics', () => {
  test.each([
    [
      { status: 400, body: 'event submitted without a distinct_id' },
      400,
      ': event submitted without a distinct_id.',
    ],
    [
      { status: 401, body: 'event submitted without an api_key\n' },
      401,
      ': event submitted without an api_key.',
    ],
    [
      {
        status: 401,
        body: {
          type: 'authentication_error',
          code: 'invalid_api_key',
          detail: 'Project API key invalid.',
          attr: null,
        },
      },
      401,
      ': Project API key invalid.',
    ],
    [{ status: 403, body: { error: 'No' } }, 403, '.'],
    [{ status: 404, body: '' }, 404, '.'],
    [{ status: 413, body: '<html><h1>Too large</h1></html>' }, 413, '.'],
    [{ status: 429, body: '' }, 429, '.'],
    [{ status: 500, body: 'x'.repeat(70_000) }, 500, '.'],
    [{ status: 502, body: '<html></html>' }, 502, '.'],
    [{ status: 301, headers: { location: 'https://127.0.0.1:1/' } }, 301, ': redirects are not followed.'],
  ])('with %j is one failed record', async (script, status, said) => {
    fake.next(script);
    expect(await deliver()).toEqual(failed(status, `PostHog answered ${status}${said}`));
    expect(fake.requests).toHaveLength(1);
  });

  test('may be answered 2xx with any body, also for a key that is revoked (C7.4)', async () => {
    fake.next(
      { status: 200, body: { status: 1, quota_limited: ['events'] } },
      { status: 204 },
      { status: 200, body: '<html></html>' },
    );
    expect(await deliver()).toEqual(captured);
    expect(await deliver()).toEqual({ ...captured, response_status: 204 });
    expect(await deliver()).toEqual(captured);
    expect(await deliver(undefined, configOf({ api_key: 'phc_revoked' }))).toEqual(captured);
  });

  test('has no answer where the connection breaks, the service hangs or the address is refused', async () => {
    const silence = failed(null, expect.stringMatching(/^PostHog gave no answer \(\w+\)\.$/));
    fake.next({ drop: true });
    expect(await deliver()).toEqual(silence);
    fake.next({ delayMs: Number.POSITIVE_INFINITY });
    expect(await deliver(undefined, configOf(), { fetch: impatientFetch })).toEqual(silence);
    expect(await deliver(undefined, configOf(), { fetch: refusingFetch })).toEqual(
      failed(null, 'a private address'),
    );
    expect(await deliver(undefined, { ...configOf(), host: 'not a URL' })).toEqual(silence);
  });

  test('never shows the key, the host or the address', async () => {
    fake.next({ status: 400, body: `no ${posthogKey} of ada@example.com at ${fake.url}/i/v0/e/` });
    expect(await deliver()).toEqual(
      failed(400, 'PostHog answered 400: no (secret) of (address) at (secret)/i/v0/e/.'),
    );
  });
});
