import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analytics } from '../../../../src/shared/events/integrations/providers/analytics.ts';
import type { SignupDelivery } from '../../../../src/shared/events/integrations/providers/provider.ts';
import { makeDeliveries, makeDelivery } from '../../../support/deliveries.ts';
import {
  describeIntegration,
  failed,
  refusedEvents,
  succeeded,
} from '../../../support/describe-integration.ts';
import { posthogKey, startFakePosthog } from '../../../support/fakes/posthog.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient } from '../../../support/http-client.ts';
import { triesAll } from '../../../support/values/tries-all.ts';

const fake = useFake(startFakePosthog);
const given = { api_key: 'phc_x', host: 'https://eu.i.posthog.com', events: ['signup.created'] };
const configOf = (change: object = {}) =>
  analytics.config.parse({ api_key: posthogKey, host: fake().url, events: ['signup.created'], ...change });
const deliver = (delivery: SignupDelivery = makeDelivery('signup.created'), config = configOf()) =>
  analytics.deliver(config, delivery, makeHttpClient());
const captured = succeeded();

describeIntegration(fake, {
  type: 'analytics',
  provider: analytics,
  config: {
    given,
    accepted: [
      [
        {
          api_key: ' phc_x\n',
          host: ' https://eu.i.posthog.com\n',
          events: ['signup.created', 'signup.created'],
        },
        {},
      ],
      [{ host: undefined }, { host: 'https://us.i.posthog.com' }],
      ...[
        'http://posthog.acme.test',
        'https://posthog.acme.test:8443',
        'https://acme.test/ingest',
        'https://acme.test/a/b',
        'HTTPS://ACME.TEST',
        'http://203.0.113.7:8000',
      ].map((host) => [{ host }, { host }] as const),
    ],
    refused: [
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
      ...refusedEvents,
    ],
    secrets: ['api_key'],
  },
  addresses: {
    key: 'host',
    taken: ['https://us.i.posthog.com', 'http://posthog.acme.test', 'https://acme.test:8443/ingest'],
    refused: [
      'http://10.0.0.1',
      'http://localhost:8000',
      'http://169.254.169.254',
      'http://[::ffff:10.0.0.1]',
      'http://posthog.internal',
      'https://user:password@acme.test',
      'https://acme.test:6379',
    ],
  },
  deliveries: {
    toFake: () => ({ config: { api_key: posthogKey, host: fake().url } }),
    receiver: 'PostHog',
    first: [[makeDelivery('signup.created'), '']],
    refusals: [
      [
        { status: 400, body: 'event submitted without a distinct_id' },
        ': event submitted without a distinct_id.',
      ],
      [
        { status: 401, body: 'event submitted without an api_key\n' },
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
        ': Project API key invalid.',
      ],
      [{ status: 403, body: { error: 'No' } }, '.'],
      [{ status: 404 }, '.'],
      [{ status: 413, body: '<html><h1>Too large</h1></html>' }, '.'],
      [{ status: 429 }, '.'],
      [{ status: 500, body: 'x'.repeat(70_000) }, '.'],
      [{ status: 502, body: '<html></html>' }, '.'],
      [{ status: 301, headers: { location: 'https://127.0.0.1:1/' } }, ': redirects are not followed.'],
    ],
  },
});

describe('a configuration of analytics that is refused', () => {
  test.each([
    [{ api_key: 'phx_personal' }, 'must be a project API key, which starts with phc_'],
    [{ host: 'acme.test' }, 'must be an address that starts with http:// or https://'],
    [{ host: 'https://acme.test/' }, 'must have no slash at the end'],
    [{ host: 'https://acme.test/?x' }, 'must have no query and no fragment'],
  ])('with %j gives the reason', (change, message) => {
    expect(analytics.config.safeParse({ ...given, ...change }).error?.issues[0]?.message).toBe(message);
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
    expect(fake().requests).toMatchObject([
      { method: 'POST', path: '/i/v0/e/', headers: { 'content-type': 'application/json' } },
    ]);
    expect(fake().requests[0]?.headers.authorization).toBeUndefined();
  });

  test('has the data, the time and the id of its own (§6.1)', async () => {
    for (const delivery of makeDeliveries()) expect(await deliver(delivery)).toEqual(captured);
    const emailed = { occurred_at: '2026-01-03T18:45:59.999Z' };
    expect(fake().captures).toEqual([
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
    expect(await deliver(undefined, configOf({ host: `${fake().url}/ingest` }))).toEqual(captured);
    expect(fake().requests).toMatchObject([{ path: '/ingest/i/v0/e/' }]);
  });

  test('may have no source', async () => {
    const change = { utm_source: null, referred_by: null, metadata: {} };
    expect(await deliver(makeDelivery('signup.created', change))).toEqual(captured);
    expect(fake().captures).toMatchObject([{ properties: change }]);
  });

  test('cannot change what PostHog itself reads', async () => {
    const metadata = { $set: 'x', $geoip_disable: 'false', distinct_id: 'x', api_key: 'phc_y' };
    expect(await deliver(makeDelivery('signup.created', { metadata }))).toEqual(captured);
    expect(fake().captures).toMatchObject([
      { api_key: posthogKey, distinct_id: 'ada@example.com', properties: { ...ofPosthog, metadata } },
    ]);
  });

  test.each([
    ['of 100 emoji', '😀'.repeat(100)],
    ['with markup', '<b>"Beta"</b> {{x}} @everyone'],
    ['on two lines', 'Be\nta\u202e'],
  ])('of a waitlist whose name is %s has it as it is', async (_, waitlist_name) => {
    expect(await deliver(makeDelivery('signup.email_opened', { waitlist_name }))).toEqual(captured);
    expect(fake().captures).toMatchObject([{ properties: { waitlist_name } }]);
  });

  test('belongs to the address, or to what stands for a long one', async () => {
    const long = `${'x'.repeat(189)}@example.com`;
    for (const email of [`o'n"eil+a@example.com`, long.slice(1), long, long, `y${long.slice(1)}`]) {
      expect(await deliver(makeDelivery('signup.created', { email }))).toEqual(captured);
    }
    const [odd, longest, first, again, other] = fake().captures.map(({ distinct_id }) => distinct_id);
    expect([odd, longest]).toEqual([`o'n"eil+a@example.com`, long.slice(1)]);
    expect(first).toBe('sha256:560777e1c3cd917f080e437bc1b39c551dae8a205706abe4932c197da80418e9');
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(fake().captures[2]).toMatchObject({ properties: { email: long, $set: { email: long } } });
  });

  test('belongs to one person for one address, within PostHog’s limits', async () => {
    const local = fc.string({ unit: fc.constantFrom(...'ab0+.\'"😀é'), minLength: 1, maxLength: 308 });
    await fc.assert(
      fc.asyncProperty(local, local, async (one, other) => {
        fake().reset();
        const emails = [one, one, other].map((name) => `${name}@example.com`);
        for (const email of emails) {
          expect(await deliver(makeDelivery('signup.email_clicked', { email }))).toEqual(captured);
        }
        const ids = fake().captures.map(({ distinct_id }) => distinct_id);
        expect(ids[1]).toBe(ids[0]);
        expect(ids[2] === ids[0]).toBe(one === other);
      }),
      { numRuns: triesAll ? 200 : 50 },
    );
  });
});

describe('a refused event of analytics', () => {
  test('has no answer where the host is none', async () => {
    expect(await deliver(undefined, { ...configOf(), host: 'not a URL' })).toEqual(
      failed(null, 'PostHog gave no answer (ERR_INVALID_URL).'),
    );
  });

  test('may have been taken for a key that is revoked: nobody can know', async () => {
    fake().next({ status: 200, body: { status: 1, quota_limited: ['events'] } });
    expect(await deliver()).toEqual(captured);
    expect(await deliver(undefined, configOf({ api_key: 'phc_revoked' }))).toEqual(captured);
  });

  test('never shows the key, the host or the address', async () => {
    fake().next({ status: 400, body: `no ${posthogKey} of ada@example.com at ${fake().url}/i/v0/e/` });
    expect(await deliver()).toEqual(
      failed(400, 'PostHog answered 400: no (secret) of (address) at (secret)/i/v0/e/.'),
    );
  });
});

test('custom fields become properties of the event and the person, and take no name that is used (N1)', async () => {
  const fields = { company: 'Acme', seats: 5, id: 'x', total: 7, token: 't', removed_at: 'never' };
  const included = { fields, display_position: 40, referral_link: 'https://acme.example/?ref=k3v9x2m7qa' };
  const config = analytics.config.parse({ ...given, host: fake().url });
  await analytics.deliver(config, makeDelivery('signup.created', included), makeHttpClient());
  const { properties } = JSON.parse(fake().requests[0]?.body ?? '');
  const custom = {
    company: 'Acme',
    seats: 5,
    field_id: 'x',
    field_total: 7,
    field_token: 't',
    field_removed_at: 'never',
  };
  expect(properties).toMatchObject({
    ...custom,
    id: '0190c0de-0000-7000-8000-000000000001',
    total: 120,
    display_position: 40,
    referral_link: included.referral_link,
  });
  expect(properties.$set).toEqual({ email: 'ada@example.com', ...custom });
  for (const key of ['fields', 'token', 'removed_at']) expect(properties).not.toHaveProperty(key);
});
