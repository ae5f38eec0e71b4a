import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError, type WebhookEvent } from '../../src/client/index.ts';
import { webhook } from '../../src/shared/events/integrations/providers/webhook.ts';
import type { OutboundEvent } from '../../src/shared/list/publishing/events.ts';
import { startFakeProvider } from '../support/fakes/fake-provider.ts';
import { makeHttpClient } from '../support/http-client.ts';

const secret = 'whsec_c2VjcmV0IG9mIHRoZXNlIHRlc3Rz';
const timestamp = '1795234586';
const now = Number(timestamp) * 1000;
const event: WebhookEvent = {
  type: 'signup.email_opened',
  data: {
    id: '01a1fc51-df12-7013-89e6-4f49604350f3',
    waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    waitlist_name: 'Zoë’s 😀 list',
    email: 'margaret@example.com',
    position: 4,
    occurred_at: '2026-11-21T04:16:27.657Z',
  },
};
const body = JSON.stringify(event);

function sign(text: string | Uint8Array, at = timestamp, key = secret) {
  const signature = createHmac('sha256', key).update(`${at}.`).update(text).digest('hex');
  return { 'service-timestamp': at, 'service-signature': `v1=${signature}` };
}

describe('verifyWebhook', () => {
  test('accepts an event as the service signs and sends it (§6.1)', async () => {
    const receiver = await startFakeProvider(() => ({ status: 204 }));
    const delivery = { id: '00000000-0000-4000-8000-000000000000', event: event as OutboundEvent };
    await webhook.deliver(
      { url: receiver.url, events: [], signing_secret: secret },
      delivery,
      makeHttpClient({ now: Date.now }),
    );
    const [request] = receiver.requests;
    await receiver.close();
    expect(await verifyWebhook(request?.headers ?? {}, request?.body ?? '', secret)).toEqual(event);
  });

  test('accepts the signature of another implementation', async () => {
    // printf '1.{}' | openssl dgst -sha256 -hmac secret
    const headers = {
      'service-timestamp': '1',
      'service-signature': 'v1=1122767b193110cfec322b6f199b599edbf608ed087f2d27afb0b97d99523908',
    };
    expect(await verifyWebhook(headers, '{}', 'secret', { now: 1000 })).toEqual({});
  });

  test.each([
    ['Headers', new Headers(sign(body))],
    ['an object', sign(body)],
    [
      'an object with capitals',
      { 'Service-Timestamp': timestamp, 'SERVICE-SIGNATURE': sign(body)['service-signature'] },
    ],
    [
      'an object of lists',
      Object.fromEntries(Object.entries(sign(body)).map(([name, value]) => [name, [value]])),
    ],
    ['an object with others', { ...sign(body), host: 'x', 'set-cookie': ['a', 'b'], nothing: undefined }],
  ])('accepts the headers as %s', async (_, headers) => {
    expect(await verifyWebhook(headers, body, secret, { now })).toEqual(event);
  });

  test.each([
    ['a string', body],
    ['a Buffer', Buffer.from(body)],
    ['a Uint8Array', new TextEncoder().encode(body)],
    ['a part of a larger array', new TextEncoder().encode(`xx${body}yy`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer as ArrayBuffer],
  ])('accepts the body as %s', async (_, raw) => {
    expect(await verifyWebhook(sign(body), raw, secret, { now })).toEqual(event);
  });

  test('works in an HTTP server of Node', async () => {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { type } = await verifyWebhook(request.headers, Buffer.concat(chunks), secret, { now });
      response.end(type);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: sign(body), body });
    expect(await answer.text()).toBe('signup.email_opened');
    server.closeAllConnections();
    server.close();
  });
});

describe('verifyWebhook refuses', () => {
  const good = sign(body);
  const { 'service-signature': signature } = good;
  const refused = async (
    headers: Parameters<typeof verifyWebhook>[0],
    raw: string | Uint8Array,
    key = secret,
  ) => {
    await expect(verifyWebhook(headers, raw, key, { now })).rejects.toBeInstanceOf(WebhookError);
  };

  test.each([
    ['no headers', {}],
    ['no timestamp', { 'service-signature': signature }],
    ['no signature', { 'service-timestamp': timestamp }],
    ['empty headers', { 'service-timestamp': '', 'service-signature': '' }],
    ['two signatures', { ...good, 'service-signature': [signature, signature] }],
    ['two signatures in two cases', { ...good, 'Service-Signature': signature }],
    ['another version', { ...good, 'service-signature': signature.replace('v1', 'v2') }],
    ['no version', { ...good, 'service-signature': signature.slice(3) }],
    ['a cut signature', { ...good, 'service-signature': signature.slice(0, -2) }],
    ['a long signature', { ...good, 'service-signature': `${signature}00` }],
    ['no hex', { ...good, 'service-signature': `v1=${'g'.repeat(64)}` }],
    ['zeros', { ...good, 'service-signature': `v1=${'0'.repeat(64)}` }],
    ['another timestamp', { ...good, 'service-timestamp': String(Number(timestamp) + 1) }],
    ['the timestamp as a fraction', { ...good, 'service-timestamp': `${timestamp}.0` }],
    ['no number for a timestamp', { ...good, 'service-timestamp': 'NaN' }],
    [
      'headers in one, as a proxy joins them',
      new Headers([...Object.entries(good), ...Object.entries(good)]),
    ],
  ])('%s', async (_, headers) => {
    await refused(headers, body);
  });

  test('another secret, and throws another error without a secret', async () => {
    await refused(good, body, 'whsec_other');
    await expect(verifyWebhook(sign(body, timestamp, ''), body, '', { now })).rejects.toThrow(TypeError);
  });

  test('a body that differs by a byte, or was serialized again', async () => {
    await refused(good, body.replace('margaret', 'mallory!'));
    await refused(good, `${body}\n`);
    await refused(good, JSON.stringify(JSON.parse(body), null, 1));
    await refused(good, new Uint8Array());
  });

  test('signed bytes that are not JSON in UTF-8', async () => {
    await refused(sign('nonsense'), 'nonsense');
    const bytes = Buffer.from('{"a":"\xff"}', 'latin1');
    await refused(sign(bytes), bytes);
  });

  test('a timestamp more than five minutes in the past or the future', async () => {
    const at = (seconds: number) => verifyWebhook(good, body, secret, { now: now + seconds * 1000 });
    for (const seconds of [-300, 0, 300]) expect(await at(seconds)).toEqual(event);
    for (const seconds of [-301, 301, 86_400]) await expect(at(seconds)).rejects.toThrow('too old');
    expect(await verifyWebhook(good, body, secret, { now: now + 500_000, toleranceSeconds: 600 })).toEqual(
      event,
    );
    await expect(verifyWebhook(good, body, secret)).rejects.toThrow(); // by the real clock
  });
});
