import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendgrid } from '../../../../src/shared/email/providers/sendgrid.ts';
import type { HttpClient } from '../../../../src/shared/outbound/http-client.ts';
import {
  type FakeSendgrid,
  makeSendgridKeys,
  sendgridKey,
  sendgridReadingKey,
  signSendgridEvents,
  startFakeSendgrid,
} from '../../../support/fakes/sendgrid.ts';
import {
  impatientFetch,
  makeHttpClient,
  makeMail,
  refusalOf,
  refusingFetch,
  signedAt,
  signupId,
} from '../../../support/http-client.ts';
import { closedPort } from '../../../support/network/raw-http.ts';

let fake: FakeSendgrid;
beforeAll(async () => {
  fake = await startFakeSendgrid();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const good = { api_key: sendgridKey };
const httpClient = (change?: Partial<HttpClient>) =>
  makeHttpClient({ apiUrls: { sendgrid: fake.url }, ...change });
const send = (mail = makeMail(), config = good, change?: Partial<HttpClient>) =>
  sendgrid.open(config, httpClient(change)).send(mail);

describe('the settings of sendgrid (C6.3)', () => {
  test('are an API key and nothing else', () => {
    expect(sendgrid.config.parse({ api_key: ' SG.1\n' })).toEqual({ api_key: 'SG.1' });
    for (const bad of [{}, { api_key: '' }, { api_key: 'SG 1' }, { api_key: 'SG.1', region: 'eu' }]) {
      expect(sendgrid.config.safeParse(bad).success).toBe(false);
    }
  });

  test('are checked with SendGrid when they are saved', async () => {
    await sendgrid.verify(good, 'hello@acme.test', httpClient());
    expect(fake.requests).toMatchObject([
      { method: 'GET', path: '/v3/scopes', body: '', headers: { authorization: `Bearer ${sendgridKey}` } },
    ]);
  });

  test.each([
    [
      'a bad key',
      'SG.bad',
      'The API key does not work. SendGrid answered 401: The provided authorization grant is invalid, expired, or revoked.',
    ],
    [
      'a key that may not send',
      sendgridReadingKey,
      'The API key may not send mail: it lacks the scope mail.send.',
    ],
  ])('are refused with %s', async (_, api_key, message) => {
    const refusal = await refusalOf(() => sendgrid.verify({ api_key }, 'hello@acme.test', httpClient()));
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toBe(message);
  });

  test.each([
    { status: 200, body: '<html>a login page</html>' },
    { status: 200, body: '' },
    { status: 302, headers: { location: 'https://example.com/' }, body: '' },
    { status: 403, body: { errors: [] } },
    { status: 503, body: '' },
    { status: 429, body: '' },
    { drop: true },
  ])('are refused when SendGrid answers %j', async (script) => {
    fake.next(script);
    expect((await refusalOf(() => sendgrid.verify(good, 'hello@acme.test', httpClient()))).code).toBe(
      'invalid_request',
    );
  });
});

describe('a mail by sendgrid', () => {
  test('is one request, tracked, with the signup in its custom arguments (C6.3, §6.2)', async () => {
    const result = await send();
    expect(result).toEqual({ outcome: 'sent', providerMessageId: [...fake.mails.keys()][0] });
    const [request, ...others] = fake.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v3/mail/send',
      headers: { authorization: `Bearer ${sendgridKey}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      personalizations: [{ to: [{ email: 'ada@example.com' }], custom_args: { signup_id: signupId } }],
      from: { email: 'hello@acme.test', name: 'Acme' },
      subject: 'You’re #1',
      content: [
        { type: 'text/plain', value: 'Number 1 of 2 – look [https://acme.test/]' },
        { type: 'text/html', value: '<p>Number 1 of 2 – <a href="https://acme.test/">look</a></p>' },
      ],
      headers: { 'Message-ID': `<signup-${signupId}@acme.test>`, 'Auto-Submitted': 'auto-generated' },
      tracking_settings: {
        open_tracking: { enable: true },
        click_tracking: { enable: true, enable_text: false },
      },
    });
    expect(sendgrid.idempotent).toBe(false);
  });

  test.each([
    ['hello@acme.test', { email: 'hello@acme.test' }],
    ['<hello@acme.test>', { email: 'hello@acme.test' }],
    ['Acme, Inc. <hello@acme.test>', { email: 'hello@acme.test', name: 'Acme, Inc.' }],
    ['"Acme, Inc." <hello@acme.test>', { email: 'hello@acme.test', name: 'Acme, Inc.' }],
  ])('from %s is from %j', async (from, expected) => {
    await send(makeMail({ from }));
    expect(JSON.parse(fake.requests[0]?.body ?? '')).toMatchObject({ from: expected });
  });

  test('without words has no empty part, which SendGrid would refuse', async () => {
    expect(await send(makeMail({ text: '' }))).toMatchObject({ outcome: 'sent' });
  });

  test('goes to the public API unless told otherwise (C7.7)', async () => {
    const urls: string[] = [];
    const fetch: HttpClient['fetch'] = async (url) => {
      urls.push(url);
      return { status: 202, headers: {}, body: '' };
    };
    const result = await sendgrid.open(good, makeHttpClient({ fetch })).send(makeMail());
    expect(urls).toEqual(['https://api.sendgrid.com/v3/mail/send']);
    expect(result).toEqual({ outcome: 'sent', providerMessageId: null });
  });

  test.each([
    [
      'a bad key',
      { api_key: 'SG.bad' },
      {},
      'SendGrid answered 401: The provided authorization grant is invalid, expired, or revoked.',
    ],
    [
      'a key that may not send',
      { api_key: sendgridReadingKey },
      {},
      'SendGrid answered 403: access forbidden.',
    ],
    [
      'an unverified sender',
      good,
      { from: 'hello@unverified.test' },
      'SendGrid answered 403: The from address does not match a verified Sender Identity. Mail cannot be sent.',
    ],
    [
      'a bad sender',
      good,
      { from: 'Acme' },
      'SendGrid answered 400: The from email does not contain a valid address.',
    ],
  ])('with %s is an error of the settings (C6.6)', async (_, config, change, error) => {
    expect(await send(makeMail(change), config)).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error,
    });
  });

  test('to a bad recipient fails (C6.6)', async () => {
    expect(await send(makeMail({ to: 'a@b@example.com' }))).toEqual({
      outcome: 'refused',
      status: 'failed',
      error: 'SendGrid answered 400: Does not contain a valid address.',
    });
  });

  test('refused in words that name the recipient and the key is told without them (C6.6)', async () => {
    const message = `No mail to ada@example.com with ${sendgridKey}`;
    fake.next({ status: 400, body: { errors: [{ message, field: null, help: null }] } });
    expect(await send()).toMatchObject({
      error: 'SendGrid answered 400: No mail to (address) with (secret).',
    });
  });

  test.each([
    [
      { status: 429, headers: { 'retry-after': '7' }, body: { errors: [{ message: 'too many requests' }] } },
      7,
    ],
    [{ status: 429, headers: { 'x-ratelimit-reset': String(signedAt + 40) }, body: '' }, 40],
    [{ status: 429, headers: { 'x-ratelimit-reset': String(signedAt - 1) }, body: '' }, 1],
    [{ status: 429, headers: { 'x-ratelimit-reset': 'soon' }, body: '' }, 1],
    [{ status: 500, body: { errors: [] } }, undefined],
    [{ status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, body: '' }, 20],
    [{ status: 502, body: '<html>Bad gateway</html>' }, undefined],
  ])(
    'answered %j is tried again, which is no try where it was one too many (C6.6)',
    async (script, retryAfterSeconds) => {
      fake.next(script);
      expect(await send()).toEqual({
        outcome: retryAfterSeconds !== undefined && script.status < 500 ? 'throttled' : 'retry',
        error: expect.stringContaining(`SendGrid answered ${script.status}`),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
    },
  );

  test.each([
    { status: 404, body: '<html>Not found</html>' },
    { status: 302, headers: { location: 'https://example.com/' }, body: '' },
    { status: 413, body: '' },
  ])('answered %j fails (C6.6)', async (script) => {
    fake.next(script);
    expect(await send()).toMatchObject({ outcome: 'refused', status: 'failed' });
  });

  test.each([{ status: 200, body: '<html>a proxy</html>' }, { status: 204, body: '' }, { drop: true }])(
    'answered %j may have been sent: nobody can know (C6.5)',
    async (script) => {
      fake.next(script);
      await expect(send()).rejects.toThrow();
    },
  );

  test('that is not answered is given up, and may have been sent (C6.5)', async () => {
    fake.next({ delayMs: Number.POSITIVE_INFINITY });
    await expect(send(makeMail(), good, { fetch: impatientFetch })).rejects.toThrow();
    expect(await fake.requests[0]?.abandoned).toBe(true);
  });

  test('that certainly did not leave is tried again (C6.5)', async () => {
    const nowhere = makeHttpClient({ apiUrls: { sendgrid: `http://127.0.0.1:${await closedPort()}` } });
    expect(await sendgrid.open(good, nowhere).send(makeMail())).toEqual({
      outcome: 'retry',
      error: 'SendGrid gave no answer (ECONNREFUSED).',
    });
    expect(await send(makeMail(), good, { fetch: refusingFetch })).toMatchObject({ outcome: 'retry' });
  });
});

const goldenKey =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2MNM/BF7AWgsVHYdUS3AQmP2qpsrszCO3hiHigkYwnKiN0/BLmSt0XuD0s99dhrS3IX05EXLk3Pq3HlmJ72XRg==';
const golden =
  '[{"event":"delivered","email":"a@example.com","timestamp":1767225600,"sg_event_id":"evt-1","sg_message_id":"abc123.recvd-1"}]\r\n';
const goldenHeaders = {
  'x-twilio-email-event-webhook-signature':
    'MEQCIH2MeMAo5loX/2BwogKLwmDjhzKSZYDUU7n+OBigbWAMAiB2FtfMqgw+2fkRNapU2petP3LDY+f2OF49exdM8hNeXg==',
  'x-twilio-email-event-webhook-timestamp': '1767225600',
};

describe('events of sendgrid', () => {
  const { events } = sendgrid;
  const { privateKey, secret } = makeSendgridKeys();
  const verify = (headers: Record<string, string | string[]>, body = golden, key = secret, now = signedAt) =>
    events.verify({ headers, body: Buffer.from(body) }, key, makeHttpClient({ now: () => now * 1000 }));
  const parse = (body: unknown) =>
    events.parse({ headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) });

  test('with the golden signature are genuine (C6.9)', async () => {
    events.checkSecret(goldenKey);
    await verify(goldenHeaders, golden, goldenKey);
    expect(parse(golden)).toEqual([
      {
        id: 'evt-1',
        status: 'delivered',
        occurredAt: '2026-01-01T00:00:00.000Z',
        providerMessageId: 'abc123',
        signupId: null,
        nonce: null,
      },
    ]);
  });

  test.each([-300, 0, 300, 86_400])('are genuine %i s after they were signed (C6.9)', async (age) => {
    await verify(signSendgridEvents(privateKey, signedAt - age, golden));
  });

  const signed = signSendgridEvents(privateKey, signedAt, golden);
  test.each([
    ['changed', signed, golden.replace('delivered', 'bounced')],
    ['cut', signed, golden.trimEnd()],
    ['a day and a second old', signSendgridEvents(privateKey, signedAt - 86_401, golden)],
    ['301 s ahead', signSendgridEvents(privateKey, signedAt + 301, golden)],
    ['of another key', signSendgridEvents(makeSendgridKeys().privateKey, signedAt, golden)],
    ['of another moment', { ...signed, 'x-twilio-email-event-webhook-timestamp': String(signedAt - 1) }],
    ['of no moment', { ...signed, 'x-twilio-email-event-webhook-timestamp': '' }],
    ['signed with words', { ...signed, 'x-twilio-email-event-webhook-signature': 'hello' }],
    ['signed with nothing', { ...signed, 'x-twilio-email-event-webhook-signature': '' }],
    ['signed twice', { ...signed, 'x-twilio-email-event-webhook-signature': ['a', 'b'] }],
    ['unsigned', {}],
  ])('that are %s are not (C6.9)', async (_, headers: Record<string, string | string[]>, body = golden) => {
    expect((await refusalOf(() => verify(headers, body))).code).toBe('unauthorized');
  });

  test('are not genuine by a key of another form (C6.9)', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey;
    const others = [rsa, otherCurve].map((key) =>
      key.export({ format: 'der', type: 'spki' }).toString('base64'),
    );
    for (const key of ['', 'hello', ...others]) {
      expect((await refusalOf(() => events.checkSecret(key))).code).toBe('invalid_request');
      expect((await refusalOf(() => verify(signed, golden, key))).code).toBe('unauthorized');
    }
  });

  const event = (name: string, extra = {}) => ({
    event: name,
    email: 'ada@example.com',
    timestamp: 1_767_323_045,
    sg_event_id: `id-of-${name}`,
    sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
    'smtp-id': '<x@y>',
    signup_id: signupId,
    ...extra,
  });

  test.each([
    ['processed', {}, 'sent'],
    ['delivered', { response: '250 OK' }, 'delivered'],
    ['deferred', { response: '400 try again', attempt: '5' }, 'delivery_delayed'],
    ['open', { sg_machine_open: true }, 'opened'],
    ['click', { url: 'https://acme.test/' }, 'clicked'],
    ['bounce', { type: 'bounce', status: '5.1.1', reason: '550' }, 'bounced'],
    ['bounce', { type: 'blocked', reason: '554' }, 'bounced'],
    ['dropped', { reason: 'Bounced Address' }, 'suppressed'],
    ['dropped', { reason: 'Unsubscribed Address' }, 'suppressed'],
    ['dropped', { reason: 'Spam Reporting Address' }, 'suppressed'],
    ['dropped', { reason: 'Invalid' }, 'failed'],
    ['dropped', { reason: 'Spam Content (if Spam Checker app is enabled)' }, 'failed'],
    ['dropped', {}, 'failed'],
    ['spamreport', {}, 'complained'],
  ])('of type %s %j read as %s, at their own time (§6.2, C6.7)', (type, extra, status) => {
    expect(parse([event(type, extra)])).toEqual([
      {
        id: `id-of-${type}`,
        status,
        occurredAt: '2026-01-02T03:04:05.000Z',
        providerMessageId: '14c5d75ce93',
        signupId,
        nonce: null,
      },
    ]);
  });

  test('of several mails come together, those that mean nothing among them (C6.9)', () => {
    const nothing = [
      'unsubscribe',
      'group_unsubscribe',
      'group_resubscribe',
      'account_status_change',
      'constructor',
      '',
    ];
    const batch = [
      event('open'),
      ...nothing.map((name) => ({ event: name })),
      event('click', { signup_id: '42' }),
    ];
    expect(parse(batch)).toMatchObject([
      { id: 'id-of-open', status: 'opened', signupId },
      { id: 'id-of-click', status: 'clicked', signupId: null },
    ]);
    expect(parse([])).toEqual([]);
  });

  test('of a late bounce name the signup alone (§6.2)', () => {
    const bounce = { event: 'bounce', timestamp: 1_767_225_600, sg_event_id: 'e', signup_id: signupId };
    expect(parse([bounce])).toMatchObject([{ status: 'bounced', providerMessageId: null, signupId }]);
  });

  test.each([
    '',
    'hello',
    '{}',
    'null',
    '[1]',
    '[{}]',
    '[{"event":7}]',
    '[{"event":"open"}]',
    '[{"event":"open","timestamp":1767225600}]',
    '[{"event":"open","sg_event_id":"e"}]',
    '[{"event":"open","sg_event_id":"e","timestamp":"1767225600"}]',
    '[{"event":"open","sg_event_id":"e","timestamp":-1}]',
    '[{"event":"open","sg_event_id":"e","timestamp":1e99}]',
    '[{"event":"open","sg_event_id":"","timestamp":1767225600}]',
    '[{"event":"unknown"},{"event":"open"}]',
  ])('with the body %j are refused (C6.9)', async (body) => {
    expect((await refusalOf(() => parse(body))).code).toBe('invalid_request');
  });
});
