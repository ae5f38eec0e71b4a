import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '../../../src/shared/integrations/providers/provider.ts';
import { webhook } from '../../../src/shared/integrations/providers/webhook.ts';
import { AddressRefused, openAddressGuard } from '../../../src/shared/outbound/address-guard.ts';
import type { HttpClient } from '../../../src/shared/outbound/http-client.ts';
import { openSafeFetch } from '../../../src/shared/outbound/safe-fetch.ts';
import { makeDeliveries, makeDelivery } from '../../support/deliveries.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { impatientFetch, makeHttpClient, refusingFetch, signedAt } from '../../support/http-client.ts';

let receiver: FakeProvider;
beforeAll(async () => {
  receiver = await startFakeProvider(() => ({ status: 200, body: 'thanks' }));
});
beforeEach(() => receiver.reset());
afterAll(() => receiver.close());

const signing_secret = 'whsec_a-test-secret-of-these-docs';
const good = () => webhook.config.parse({ url: `${receiver.url}/hook?key=abc`, signing_secret });
const deliver = (
  delivery: Delivery = makeDelivery('signup.created'),
  change: Partial<HttpClient> = {},
  config = good(),
) => webhook.deliver(config, delivery, makeHttpClient(change));
const signatureOf = (secret: string, timestamp: unknown, body = '') =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(Buffer.from(body)).digest('hex')}`;

describe('the config of webhook (§4.7)', () => {
  const url = 'https://hooks.example/x';

  test('is a URL, events and a signing secret', () => {
    const config = { url, events: ['signup.created', 'signup.email_clicked'], signing_secret };
    expect(webhook.config.parse(config)).toEqual(config);
    expect(
      webhook.config.parse({ ...config, url: ` ${url}\n`, events: ['signup.created', 'signup.created'] }),
    ).toEqual({
      ...config,
      events: ['signup.created'],
    });
  });

  test.each([[{}], [{ events: [] }], [{ events: undefined }]])(
    'with %j wants all events (C7.3)',
    (events) => {
      expect(webhook.config.parse({ url, signing_secret, ...events })).toEqual({
        url,
        signing_secret,
        events: [],
      });
    },
  );

  test.each([
    [{ url: undefined }, 'url'],
    [{ url: null }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: ' ' }, 'url'],
    [{ url: `https://hooks.example/${'x'.repeat(2_048)}` }, 'url'],
    [{ events: null }, 'events'],
    [{ events: '' }, 'events'],
    [{ events: 'signup.created' }, 'events'],
    [{ events: ['signup.created', 'signup.made'] }, 'events.1'],
    [{ events: [null] }, 'events.0'],
    [{ signing_secret: undefined }, 'signing_secret'],
    [{ signing_secret: null }, 'signing_secret'],
    [{ signing_secret: '' }, 'signing_secret'],
    [{ signing_secret: 'x'.repeat(15) }, 'signing_secret'],
    [{ signing_secret: 'x'.repeat(257) }, 'signing_secret'],
    [{ signing_secret: 'sixteen letters and spaces' }, 'signing_secret'],
    [{ signing_secret: `${'x'.repeat(16)}\n` }, 'signing_secret'],
    [{ signing_secret: `${'x'.repeat(16)}\x7f` }, 'signing_secret'],
    [{ signing_secret: 'sechzehn-Zeichen-ü' }, 'signing_secret'],
  ])('with %j is refused for its %s (C7.2)', (change, field) => {
    const { error } = webhook.config.safeParse({ url, signing_secret, ...change });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  test.each(['x'.repeat(16), 'x'.repeat(256), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])(
    'takes the signing secret %s (C7.2)',
    (secret) => {
      expect(webhook.config.parse({ url, signing_secret: secret }).signing_secret).toBe(secret);
    },
  );

  test('holds nothing else', () => {
    const { error } = webhook.config.safeParse({ url, signing_secret, secret: 'x' });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['secret'] }]);
  });

  test('shows its URL but not its secret, and a new URL clears the log (§4.7 rules 3 and 5)', () => {
    expect(webhook.secrets).toEqual(['signing_secret']);
    expect(webhook.addressKey).toBe('url');
  });

  test('gets signing secrets that are valid and differ (§4.7 rule 4)', () => {
    const secrets = Array.from({ length: 100 }, () => webhook.newSigningSecret());
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[\w-]{43}$/);
      expect(webhook.config.parse({ url, signing_secret: secret }).signing_secret).toBe(secret);
    }
  });
});

describe('the address of webhook (C7.6)', () => {
  const verify = (url: string) =>
    webhook.verify(webhook.config.parse({ url, signing_secret }), makeHttpClient());

  test.each(['https://hooks.example/x', 'http://hooks.example/x', 'https://hooks.example:8443/x?y=z#w'])(
    '%s is taken',
    async (url) => {
      await verify(url);
    },
  );

  test('is checked without an event to it', async () => {
    await webhook.verify(good(), makeHttpClient());
    expect(receiver.requests).toEqual([]);
  });

  test.each([
    'http://10.0.0.1/x',
    'https://localhost/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://user:password@hooks.example/x',
    'ftp://hooks.example/x',
    'hooks.example/x',
  ])('%s is refused', async (url) => {
    await expect(verify(url)).rejects.toThrow(AddressRefused);
  });
});

describe('an event by webhook', () => {
  test('is a POST of exactly these bytes (§6.1)', async () => {
    for (const delivery of makeDeliveries()) {
      expect(await deliver(delivery)).toEqual({ status: 'success', response_status: 200, error: null });
    }
    expect(receiver.requests.map(({ body }) => body)).toEqual([
      '{"type":"signup.created","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"total":120,"referral_code":"k3v9x2m7qa","referred_by":"0190c0de-0000-7000-8000-000000000002","utm_source":"newsletter","metadata":{"plan":"pro"},"created_at":"2026-01-01T00:00:00.000Z"}}',
      '{"type":"signup.removed","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"metadata":{"plan":"pro"},"created_at":"2026-01-01T00:00:00.000Z","removed_at":"2026-01-02T09:30:00.000Z"}}',
      '{"type":"signup.email_delivered","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"occurred_at":"2026-01-03T18:45:59.999Z"}}',
      '{"type":"signup.email_opened","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"occurred_at":"2026-01-03T18:45:59.999Z"}}',
      '{"type":"signup.email_clicked","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"occurred_at":"2026-01-03T18:45:59.999Z"}}',
    ]);
    for (const { method, path, headers } of receiver.requests) {
      expect({ method, path }).toEqual({ method: 'POST', path: '/hook?key=abc' });
      expect(headers['content-type']).toBe('application/json');
      expect(headers['service-timestamp']).toBe('1767225600');
    }
  });

  test('of a test send says so by true in its metadata (§4.7 rule 6)', async () => {
    await deliver(makeDelivery('signup.created', { metadata: { service_test: true } }));
    expect(receiver.requests[0]?.body).toContain('"metadata":{"service_test":true}');
  });

  test('is signed over its very bytes, whatever they are (§6.1)', async () => {
    const hostile = {
      waitlist_name: `😀 "Beta" </script> & \\ \u2028 ${'é'.repeat(80)}`,
      email: "o'neil+a&b@example.com",
    };
    for (const delivery of makeDeliveries(hostile)) await deliver(delivery);
    await deliver(makeDelivery('signup.created', { utm_source: null, metadata: { note: 'ü\n\t"' } }));
    expect(receiver.requests).toHaveLength(6);
    for (const { headers, body } of receiver.requests) {
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
      expect(headers['service-signature']).toBe(
        signatureOf(signing_secret, headers['service-timestamp'], body),
      );
    }
  });

  test('has the signature that the docs show (§6.1)', async () => {
    const delivery = makeDelivery('signup.created', { referred_by: null });
    await deliver(delivery);
    expect(receiver.requests[0]).toMatchObject({
      headers: {
        'service-timestamp': '1767225600',
        'service-signature': 'v1=6cb2cbca09e05c8b7da0345b6b3b7de5035bcf0b2b43ff092d541506a1a314de',
      },
      body: '{"type":"signup.created","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"total":120,"referral_code":"k3v9x2m7qa","referred_by":null,"utm_source":"newsletter","metadata":{"plan":"pro"},"created_at":"2026-01-01T00:00:00.000Z"}}',
    });
  });

  test('is signed with the secret of its config, at the second of its delivery (§6.1)', async () => {
    const config = webhook.config.parse({ url: receiver.url, signing_secret: 'another-secret-0123' });
    await deliver(undefined, { now: () => signedAt * 1000 + 61_999 }, config);
    const [request] = receiver.requests;
    expect(request?.headers['service-timestamp']).toBe('1767225661');
    expect(request?.headers['service-signature']).toBe(
      signatureOf('another-secret-0123', 1_767_225_661, request?.body),
    );
  });

  test('goes out the same through the fetch that workers use', async () => {
    const fetch = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));
    expect(await deliver(undefined, { fetch })).toMatchObject({ status: 'success' });
    const [request] = receiver.requests;
    expect(request?.headers['user-agent']).toBe('waitlist-service');
    expect(request?.headers['service-signature']).toBe(signatureOf(signing_secret, signedAt, request?.body));
    receiver.next({ status: 307, headers: { location: `${receiver.url}/elsewhere` } });
    expect(await deliver(undefined, { fetch })).toMatchObject({ status: 'failed', response_status: 307 });
    expect(receiver.requests).toHaveLength(2);
  });
});

describe('an event that a webhook refuses', () => {
  const failed = (response_status: number | null, error: unknown) => ({
    status: 'failed',
    response_status,
    error,
  });

  test.each([301, 302, 303, 307, 308])('by a redirect of %i is not sent on (C7.4)', async (status) => {
    receiver.next({ status, headers: { location: `${receiver.url}/elsewhere` } });
    expect(await deliver()).toEqual(
      failed(status, `The receiver answered ${status}; redirects are not followed.`),
    );
    expect(receiver.requests).toHaveLength(1);
  });

  test.each([200, 201, 202, 204, 299])('is none of those answered %i (C7.4)', async (status) => {
    receiver.next({ status, body: status === 204 ? '' : '{"error":"no"}' });
    expect(await deliver()).toEqual({ status: 'success', response_status: status, error: null });
  });

  test.each([
    { status: 400, body: { error: `bad ${signing_secret}` } },
    { status: 401, body: '' },
    { status: 404, body: '<html>nothing</html>' },
    { status: 410, body: 'gone' },
    { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' },
    { status: 500, body: 'x'.repeat(70_000) },
    { status: 503, body: '' },
  ])('with $status is one failed record without the receiver’s words', async (script) => {
    receiver.next(script);
    expect(await deliver()).toEqual(failed(script.status, `The receiver answered ${script.status}.`));
    expect(receiver.requests).toHaveLength(1);
  });

  test('has no answer where the connection breaks, the receiver hangs or the address is refused', async () => {
    const noAnswer = failed(null, expect.stringMatching(/^The receiver gave no answer \(\w+\)\.$/));
    receiver.next({ drop: true });
    expect(await deliver()).toEqual(noAnswer);
    receiver.next({ delayMs: Number.POSITIVE_INFINITY });
    expect(await deliver(undefined, { fetch: impatientFetch })).toEqual(noAnswer);
    expect(await deliver(undefined, { fetch: refusingFetch })).toEqual(failed(null, 'a private address'));
    expect(receiver.requests).toHaveLength(2);
  });
});
