import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resend } from '../../../../src/shared/email/providers/resend.ts';
import type { HttpClient } from '../../../../src/shared/outbound/http-client.ts';
import {
  type FakeResend,
  resendKey,
  resendSendingKey,
  signResendEvent,
  startFakeResend,
} from '../../../support/fakes/resend.ts';
import {
  impatientFetch,
  makeHttpClient,
  makeMail,
  refusalOf,
  signedAt,
  signupId,
} from '../../../support/http-client.ts';
import { closedPort } from '../../../support/network/raw-http.ts';

let fake: FakeResend;
beforeAll(async () => {
  fake = await startFakeResend();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const good = { api_key: resendKey };
const httpClient = (change?: Partial<HttpClient>) =>
  makeHttpClient({ apiUrls: { resend: fake.url }, ...change });
const send = (mail = makeMail(), config = good, change?: Partial<HttpClient>) =>
  resend.open(config, httpClient(change)).send(mail);
/** A mail under a key of its own. */
let mails = 0;
const newMail = (change = {}) => {
  mails += 1;
  return makeMail({ idempotencyKey: `signup-email/${mails}`, ...change });
};

describe('the settings of resend (C6.3)', () => {
  test('are an API key and nothing else', () => {
    expect(resend.config.parse({ api_key: ' re_1\n' })).toEqual({ api_key: 're_1' });
    for (const bad of [
      {},
      { api_key: '' },
      { api_key: 're 1' },
      { api_key: 'ré' },
      { api_key: 're_1', region: 'eu' },
    ]) {
      expect(resend.config.safeParse(bad).success).toBe(false);
    }
  });

  test('are checked with Resend when they are saved', async () => {
    await resend.verify(good, 'Acme <hello@ACME.test>', httpClient());
    expect(fake.requests).toMatchObject([
      { method: 'GET', path: '/domains', body: '', headers: { authorization: `Bearer ${resendKey}` } },
    ]);
    await resend.verify({ api_key: resendSendingKey }, 'hello@anything.test', httpClient());
  });

  test('are refused with a bad key', async () => {
    const refusal = await refusalOf(() =>
      resend.verify({ api_key: 're_bad' }, 'hello@acme.test', httpClient()),
    );
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toBe('The API key does not work. Resend answered 401: API key is invalid.');
  });

  test.each(['hello@pending.test', 'hello@mail.acme.test', 'Acme <hello@unknown.test>'])(
    'are refused with the sender %s, whose domain is not verified',
    async (from) => {
      const refusal = await refusalOf(() => resend.verify(good, from, httpClient()));
      expect(refusal.code).toBe('invalid_request');
      expect(refusal.message).toMatch(/^The domain [a-z.]+ is not verified at Resend\.$/);
    },
  );

  test('are taken where the list of domains is not complete', async () => {
    fake.next({ status: 200, body: { object: 'list', has_more: true, data: [] } });
    await resend.verify(good, 'hello@acme.test', httpClient());
  });

  test.each([
    { status: 200, body: '<html>a login page</html>' },
    { status: 200, body: '' },
    { status: 302, headers: { location: 'https://example.com/' }, body: '' },
    { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } },
    { status: 503, body: 'upstream connect error' },
    { status: 429, body: '' },
    { drop: true },
  ])('are refused when Resend answers %j', async (script) => {
    fake.next(script);
    expect((await refusalOf(() => resend.verify(good, 'hello@acme.test', httpClient()))).code).toBe(
      'invalid_request',
    );
  });

  test('are not called bad when Resend is out of order', async () => {
    fake.next({ status: 503, body: '' });
    expect((await refusalOf(() => resend.verify(good, 'hello@acme.test', httpClient()))).message).toBe(
      'Resend answered 503, so the settings could not be checked. Please try again later.',
    );
  });

  test('are refused when Resend is not reached', async () => {
    const nowhere = makeHttpClient({ apiUrls: { resend: `http://127.0.0.1:${await closedPort()}` } });
    const refusal = await refusalOf(() => resend.verify(good, 'hello@acme.test', nowhere));
    expect(refusal.message).toBe(
      'Resend gave no answer (ECONNREFUSED), so the settings could not be checked. Please try again later.',
    );
  });
});

describe('a mail by resend', () => {
  test('is one request, with the signup in its tags (C6.3, §6.2)', async () => {
    const result = await send();
    expect(result).toEqual({ outcome: 'sent', providerMessageId: [...fake.mails.keys()][0] });
    const [request, ...others] = fake.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/emails',
      headers: {
        authorization: `Bearer ${resendKey}`,
        'content-type': 'application/json',
        'idempotency-key': `signup-email/${signupId}`,
        'user-agent': 'waitlist-service',
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      from: 'Acme <hello@acme.test>',
      to: ['ada@example.com'],
      subject: 'You’re #1',
      html: '<p>Number 1 of 2 – <a href="https://acme.test/">look</a></p>',
      text: 'Number 1 of 2 – look [https://acme.test/]',
      headers: { 'Message-ID': `<signup-${signupId}@acme.test>`, 'Auto-Submitted': 'auto-generated' },
      tags: [{ name: 'signup_id', value: signupId }],
    });
  });

  test('goes to the public API unless told otherwise (C7.7)', async () => {
    const urls: string[] = [];
    const fetch: HttpClient['fetch'] = async (url) => {
      urls.push(url);
      return { status: 200, headers: {}, body: '{"id":"1"}' };
    };
    await resend.open(good, makeHttpClient({ fetch })).send(makeMail());
    expect(urls).toEqual(['https://api.resend.com/emails']);
  });

  test('is sent once, however often it is handed over (C6.5)', async () => {
    const before = fake.mails.size;
    const mail = newMail();
    fake.next({ drop: true });
    expect(await send(mail)).toEqual({
      outcome: 'retry',
      error: 'Resend gave no answer (UND_ERR_SOCKET).',
      mayHaveLeft: true,
    });
    const first = await send(mail);
    expect(first).toMatchObject({ outcome: 'sent' });
    expect(await send(mail)).toEqual(first);
    expect(fake.mails.size).toBe(before + 1);
    expect(resend.idempotent).toBe(true);
  });

  test('under the key of another mail may have been sent: nobody can know (C6.5)', async () => {
    const mail = newMail();
    await send(mail);
    await expect(send({ ...mail, text: 'another' })).rejects.toThrow(
      'Resend answered 409: Same idempotency key',
    );
  });

  test('whose first request is still running is tried again (C6.6)', async () => {
    fake.next({ status: 409, body: { name: 'concurrent_idempotent_requests', message: 'Running.' } });
    expect(await send(newMail())).toEqual({
      outcome: 'retry',
      error: 'Resend answered 409: Running.',
      mayHaveLeft: true,
    });
  });

  test.each([
    ['a bad key', { api_key: 're_bad' }, {}, 'Resend answered 401: API key is invalid.'],
    [
      'an unverified domain',
      good,
      { from: 'hello@unverified.test' },
      'Resend answered 403: The unverified.test domain is not verified. Please add it.',
    ],
    ['a bad sender', good, { from: 'Acme' }, 'Resend answered 422: Invalid `from` field.'],
  ])('with %s is an error of the settings (C6.6)', async (_, config, change, error) => {
    expect(await send(newMail(change), config)).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error,
    });
  });

  test('to a bad recipient fails, and the error does not name it (C6.6)', async () => {
    expect(await send(newMail({ to: 'a@b@example.com' }))).toEqual({
      outcome: 'refused',
      status: 'failed',
      error: 'Resend answered 422: Invalid `to` field: (address).',
    });
  });

  test.each([
    [
      {
        status: 429,
        headers: { 'retry-after': '7' },
        body: { name: 'rate_limit_exceeded', message: 'Slow.' },
      },
      7,
    ],
    [
      {
        status: 429,
        headers: { 'retry-after': '7' },
        body: { name: 'daily_quota_exceeded', message: 'Slow.' },
      },
      3600,
    ],
    [{ status: 429, body: { name: 'monthly_quota_exceeded', message: 'Slow.' } }, 3600],
    [{ status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, body: '' }, 20],
    [{ status: 429, body: 'local_rate_limited' }, 1],
    [{ status: 500, body: { name: 'application_error', message: 'Oh.' } }, undefined],
    [{ status: 502, body: '<html>Bad gateway</html>' }, undefined],
    [{ status: 408, body: '' }, undefined],
    [{ status: 200, body: '<html>a proxy</html>' }, undefined],
    [{ status: 200, body: '' }, undefined],
  ])(
    'answered %j is tried again, which is no try where it was one too many (C6.6)',
    async (script, retryAfterSeconds) => {
      fake.next(script);
      expect(await send(newMail())).toEqual({
        outcome: retryAfterSeconds !== undefined && script.status < 500 ? 'throttled' : 'retry',
        error: expect.stringContaining(`Resend answered ${script.status}`),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        ...(script.status === 200 && { mayHaveLeft: true }),
      });
    },
  );

  test.each([
    { status: 404, body: '<html>Not found</html>' },
    { status: 302, headers: { location: 'https://example.com/' }, body: '' },
    { status: 451, body: { name: 'security_error', message: 'No.' } },
    { status: 400, body: '' },
  ])('answered %j fails (C6.6)', async (script) => {
    fake.next(script);
    expect(await send(newMail())).toMatchObject({ outcome: 'refused', status: 'failed' });
  });

  test('that is not answered is given up and tried again (C6.6)', async () => {
    fake.next({ delayMs: Number.POSITIVE_INFINITY });
    expect(await send(newMail(), good, { fetch: impatientFetch })).toEqual({
      outcome: 'retry',
      error: expect.stringMatching(/^Resend gave no answer \(\w+\)\.$/),
      mayHaveLeft: true,
    });
    expect(await fake.requests[0]?.abandoned).toBe(true);
  });

  test('is tried again when Resend is not reached (C6.6)', async () => {
    const nowhere = makeHttpClient({ apiUrls: { resend: `http://127.0.0.1:${await closedPort()}` } });
    expect(await resend.open(good, nowhere).send(newMail())).toEqual({
      outcome: 'retry',
      error: 'Resend gave no answer (ECONNREFUSED).',
    });
  });
});

const secret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';
const golden =
  '{"type":"email.delivered","created_at":"2026-01-01T00:00:00.000Z","data":{"email_id":"11111111-2222-4333-8444-555555555555"}}';
const goldenHeaders = {
  'svix-id': 'msg_demo0001',
  'svix-timestamp': '1767225600',
  'svix-signature': 'v1,xVLAF26Fl5PBsKc4QDbAFzoE01qlCYyDxe72q+I98HU=',
};

describe('events of resend', () => {
  const { events } = resend;
  const verify = (headers: object, body = golden, key = secret) =>
    events.verify({ headers: { ...headers }, body: Buffer.from(body) }, key, makeHttpClient());
  const parse = (body: unknown, headers = goldenHeaders) =>
    events.parse({ headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) });

  test('with the golden signature are genuine (C6.9)', async () => {
    await verify(goldenHeaders);
    await verify(signResendEvent(secret, 'msg_2', signedAt, '{}'), '{}');
    events.checkSecret(secret);
    expect(parse(golden)).toEqual([
      {
        id: 'msg_demo0001',
        status: 'delivered',
        occurredAt: '2026-01-01T00:00:00.000Z',
        providerMessageId: '11111111-2222-4333-8444-555555555555',
        signupId: null,
        nonce: null,
      },
    ]);
  });

  test('that are changed, old, early, unsigned or of another secret are not (C6.9)', async () => {
    const refused = [
      () => verify(goldenHeaders, golden.replace('delivered', 'complained')),
      () => verify(signResendEvent(secret, 'msg_1', signedAt - 301, golden)),
      () => verify(signResendEvent(secret, 'msg_1', signedAt + 301, golden)),
      () => verify({}),
      () => verify(goldenHeaders, golden, 'whsec_b3RoZXI='),
    ];
    for (const attempt of refused) expect((await refusalOf(attempt)).code).toBe('unauthorized');
  });

  test.each([
    ['email.sent', {}, 'sent'],
    ['email.delivered', {}, 'delivered'],
    ['email.delivery_delayed', {}, 'delivery_delayed'],
    ['email.opened', {}, 'opened'],
    [
      'email.clicked',
      { click: { link: 'https://acme.test/', timestamp: '2026-01-01T00:00:00Z' } },
      'clicked',
    ],
    ['email.bounced', { bounce: { type: 'Permanent', subType: 'General', message: 'x' } }, 'bounced'],
    ['email.bounced', { bounce: { type: 'Permanent', subType: 'Suppressed', message: 'x' } }, 'suppressed'],
    ['email.complained', {}, 'complained'],
    ['email.failed', { failed: { reason: 'reached_daily_quota' } }, 'failed'],
    ['email.suppressed', { suppressed: { type: 'OnAccountSuppressionList' } }, 'suppressed'],
  ])('of type %s %j read as %s, at their own time (§6.2, C6.7)', (type, extra, status) => {
    const data = {
      email_id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
      created_at: '2025-12-31T23:00:00.000000+00:00',
      to: ['ada@example.com'],
      tags: { signup_id: signupId, other: 'x' },
      ...extra,
    };
    expect(parse({ type, created_at: '2026-01-02T03:04:05.678+02:00', data })).toEqual([
      {
        id: 'msg_demo0001',
        status,
        occurredAt: '2026-01-02T01:04:05.678Z',
        providerMessageId: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
        signupId,
        nonce: null,
      },
    ]);
  });

  test.each(['email.scheduled', 'email.received', 'contact.created', 'domain.updated', 'constructor', ''])(
    'of type %j mean nothing (C6.9)',
    (type) => {
      expect(parse({ type, created_at: 'whenever', data: null })).toEqual([]);
    },
  );

  test('with a tag that is no id of ours name no signup (§6.2)', () => {
    for (const tags of [{ signup_id: '42' }, { signup_id: 7 }, {}, null, [], undefined]) {
      const event = {
        type: 'email.opened',
        created_at: '2026-01-01T00:00:00Z',
        data: { email_id: '1', tags },
      };
      expect(parse(event)).toMatchObject([{ signupId: null, providerMessageId: '1' }]);
    }
  });

  test.each([
    '',
    'hello',
    '[]',
    'null',
    '{}',
    '{"type":1}',
    '{"type":"email.opened"}',
    '{"type":"email.opened","created_at":"2026-01-01T00:00:00Z"}',
    '{"type":"email.opened","created_at":"whenever","data":{"email_id":"1"}}',
    '{"type":"email.opened","created_at":"-000001-01-01T00:00:00Z","data":{"email_id":"1"}}',
    '{"type":"email.opened","created_at":"+012026-01-01T00:00:00Z","data":{"email_id":"1"}}',
    '{"type":"email.opened","created_at":"2026-01-01T00:00:00Z","data":{"email_id":""}}',
    '{"type":"email.opened","created_at":"2026-01-01T00:00:00Z","data":{"email_id":"\\u0000"}}',
  ])('with the body %j are refused (C6.9)', async (body) => {
    expect((await refusalOf(() => parse(body))).code).toBe('invalid_request');
  });
});
