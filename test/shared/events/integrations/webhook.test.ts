import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../../src/shared/events/integrations/providers/provider.ts';
import { webhook } from '../../../../src/shared/events/integrations/providers/webhook.ts';
import type { HttpClient } from '../../../../src/shared/platform/outbound/http-client.ts';
import { makeDeliveries, makeDelivery } from '../../../support/deliveries.ts';
import { describeIntegration, succeeded } from '../../../support/describe-integration.ts';
import { startFakeProvider } from '../../../support/fakes/fake-provider.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, signedAt } from '../../../support/http-client.ts';

const receiver = useFake(() => startFakeProvider(() => ({ status: 200, body: 'thanks' })));
const signing_secret = 'whsec_a-test-secret-of-these-docs';
const url = 'https://hooks.example/x';
const toFake = () => ({ url: `${receiver().url}/hook?key=abc` });
const deliver = (
  delivery: Delivery = makeDelivery('signup.created'),
  config = webhook.config.parse({ ...toFake(), signing_secret }),
  change: Partial<HttpClient> = {},
) => webhook.deliver(config, delivery, makeHttpClient(change));
const signatureOf = (secret: string, timestamp: unknown, body = '') =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(Buffer.from(body)).digest('hex')}`;

describeIntegration(receiver, {
  type: 'webhook',
  provider: webhook,
  config: {
    given: { url, events: ['signup.created', 'signup.email_clicked'], signing_secret },
    accepted: [
      [{ url: ` ${url}\n`, events: ['signup.created', 'signup.created'] }, { events: ['signup.created'] }],
      [{ events: [] }, { events: [] }],
      [{ events: undefined }, { events: [] }], // all of them (C7.3)
      ...['x'.repeat(16), 'x'.repeat(256), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'].map(
        (secret) => [{ signing_secret: secret }, { signing_secret: secret }] as const, // (C7.2)
      ),
    ],
    refused: [
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
    ],
    secrets: ['signing_secret'],
    addressKey: 'url',
  },
  addresses: {
    key: 'url',
    taken: ['https://hooks.example/x', 'http://hooks.example/x', 'https://hooks.example:8443/x?y=z#w'],
    refused: [
      'http://10.0.0.1/x',
      'https://localhost/x',
      'https://[::ffff:127.0.0.1]/x',
      'https://user:password@hooks.example/x',
      'ftp://hooks.example/x',
      'hooks.example/x',
    ],
  },
  deliveries: {
    toFake: () => ({ config: toFake() }),
    receiver: 'The receiver',
    first: [[makeDelivery('signup.created'), '']],
    refusals: [
      // Never the receiver's own words.
      [{ status: 400, body: { error: `bad ${signing_secret}` } }, '.'],
      [{ status: 401 }, '.'],
      [{ status: 404, body: '<html>nothing</html>' }, '.'],
      [{ status: 410, body: 'gone' }, '.'],
      [{ status: 429, headers: { 'retry-after': '1' }, body: 'slow down' }, '.'],
      [{ status: 500, body: 'x'.repeat(70_000) }, '.'],
      [{ status: 503 }, '.'],
      ...[301, 302, 303, 307, 308].map(
        (status) =>
          [
            { status, headers: { location: 'http://127.0.0.1:1/' } },
            '; redirects are not followed.',
          ] as const,
      ),
    ],
  },
});

test('signing secrets that are made here are valid and differ (§4.7 rule 4)', () => {
  const secrets = Array.from({ length: 100 }, () => webhook.newSigningSecret());
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook.config.parse({ url, signing_secret: secret }).signing_secret).toBe(secret);
  }
});

describe('an event by webhook', () => {
  test('is a POST of exactly these bytes (§6.1)', async () => {
    for (const delivery of makeDeliveries()) {
      expect(await deliver(delivery)).toEqual(succeeded());
    }
    expect(receiver().requests.map(({ body }) => body)).toEqual([
      '{"type":"signup.created","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"total":120,"referral_code":"k3v9x2m7qa","referred_by":"0190c0de-0000-7000-8000-000000000002","utm_source":"newsletter","metadata":{"plan":"pro"},"created_at":"2026-01-01T00:00:00.000Z"}}',
      '{"type":"signup.removed","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"metadata":{"plan":"pro"},"created_at":"2026-01-01T00:00:00.000Z","removed_at":"2026-01-02T09:30:00.000Z"}}',
      '{"type":"signup.email_delivered","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"occurred_at":"2026-01-03T18:45:59.999Z"}}',
      '{"type":"signup.email_opened","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"occurred_at":"2026-01-03T18:45:59.999Z"}}',
      '{"type":"signup.email_clicked","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"occurred_at":"2026-01-03T18:45:59.999Z"}}',
    ]);
    for (const { method, path, headers } of receiver().requests) {
      expect({ method, path }).toEqual({ method: 'POST', path: '/hook?key=abc' });
      expect(headers['content-type']).toBe('application/json');
      expect(headers['service-timestamp']).toBe('1767225600');
    }
  });

  test('of a test send has true in its metadata (§4.7 rule 6)', async () => {
    await deliver(makeDelivery('signup.created', { metadata: { service_test: true } }));
    expect(receiver().requests[0]?.body).toContain('"metadata":{"service_test":true}');
  });

  test('is signed over its very bytes, whatever they are (§6.1)', async () => {
    const hostile = {
      waitlist_name: `😀 "Beta" </script> & \\ \u2028 ${'é'.repeat(80)}`,
      email: "o'neil+a&b@example.com",
    };
    for (const delivery of makeDeliveries(hostile)) await deliver(delivery);
    await deliver(makeDelivery('signup.created', { utm_source: null, metadata: { note: 'ü\n\t"' } }));
    expect(receiver().requests).toHaveLength(6);
    for (const { headers, body } of receiver().requests) {
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
      expect(headers['service-signature']).toBe(
        signatureOf(signing_secret, headers['service-timestamp'], body),
      );
    }
  });

  test('has the signature that the docs show (§6.1)', async () => {
    const delivery = makeDelivery('signup.created', { referred_by: null });
    await deliver(delivery);
    expect(receiver().requests[0]).toMatchObject({
      headers: {
        'service-timestamp': '1767225600',
        'service-signature': 'v1=6cb2cbca09e05c8b7da0345b6b3b7de5035bcf0b2b43ff092d541506a1a314de',
      },
      body: '{"type":"signup.created","data":{"id":"0190c0de-0000-7000-8000-000000000001","waitlist_id":"0190c0de-0000-7000-8000-0000000000aa","waitlist_name":"Beta","email":"ada@example.com","position":42,"total":120,"referral_code":"k3v9x2m7qa","referred_by":null,"utm_source":"newsletter","metadata":{"plan":"pro"},"created_at":"2026-01-01T00:00:00.000Z"}}',
    });
  });

  test('is signed with the secret of its config, at the second of its delivery (§6.1)', async () => {
    const config = webhook.config.parse({ url: receiver().url, signing_secret: 'another-secret-0123' });
    await deliver(undefined, config, { now: () => signedAt * 1000 + 61_999 });
    const [request] = receiver().requests;
    expect(request?.headers['service-timestamp']).toBe('1767225661');
    expect(request?.headers['service-signature']).toBe(
      signatureOf('another-secret-0123', 1_767_225_661, request?.body),
    );
  });
});

test('what an integration includes is at the end of the data (N1)', async () => {
  const included = { fields: { company: 'Acme' }, display_position: 40, referral_link: null };
  for (const delivery of makeDeliveries(included)) await deliver(delivery);
  for (const { body } of receiver().requests)
    expect(body).toMatch(/Z","fields":{"company":"Acme"},"display_position":40,"referral_link":null}}$/);
});
