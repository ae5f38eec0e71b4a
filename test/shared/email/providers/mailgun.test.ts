import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailgun } from '../../../../src/shared/email/providers/mailgun.ts';
import { openAddressGuard } from '../../../../src/shared/outbound/address-guard.ts';
import type { HttpClient } from '../../../../src/shared/outbound/http-client.ts';
import { openSafeFetch } from '../../../../src/shared/outbound/safe-fetch.ts';
import {
  type FakeMailgun,
  mailgunKey,
  signMailgunEvent,
  startFakeMailgun,
} from '../../../support/fakes/mailgun.ts';
import { makeHttpClient, makeMail, refusalOf, signedAt, signupId } from '../../../support/http-client.ts';
import { closedPort } from '../../../support/network/raw-http.ts';

let fake: FakeMailgun;
beforeAll(async () => {
  fake = await startFakeMailgun();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const good = { api_key: mailgunKey, domain: 'mg.acme.test' };
const fetch = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));
const impatientFetch: HttpClient['fetch'] = (url, request) => fetch(url, { ...request, timeoutMs: 1_000 });
const httpClient = (change?: Partial<HttpClient>) =>
  makeHttpClient({ apiUrls: { mailgun: fake.url }, fetch, ...change });
const send = (mail = makeMail(), config = good, change?: Partial<HttpClient>) =>
  mailgun.open(config, httpClient(change)).send(mail);

describe('the settings of mailgun (C6.3)', () => {
  test('are an API key, a domain and perhaps a region, and nothing else', () => {
    expect(mailgun.config.parse({ api_key: ' key-1\n', domain: 'MG.Acme.test', region: 'eu' })).toEqual({
      api_key: 'key-1',
      domain: 'mg.acme.test',
      region: 'eu',
    });
    for (const bad of [
      {},
      { api_key: 'key-1' },
      { domain: 'mg.acme.test' },
      { ...good, api_key: 'key 1' },
      { ...good, domain: 'acme' },
      { ...good, domain: 'a.test/../b' },
      { ...good, domain: 'a.test?x' },
      { ...good, region: 'asia' },
      { ...good, webhook: 'x' },
    ]) {
      expect(mailgun.config.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    }
  });

  test('are checked with a mail that is not delivered', async () => {
    await mailgun.verify(good, 'Acme <hello@acme.test>', httpClient());
    expect(fake.requests).toHaveLength(1);
    const mail = new URLSearchParams(fake.requests[0]?.body);
    expect(mail.get('o:testmode')).toBe('yes');
    expect(mail.get('to')).toBe('hello@acme.test');
    expect(fake.mails.size).toBe(0);
  });

  test.each([
    ['key', { ...good, api_key: 'key-bad' }, 'Mailgun answered 401: Forbidden.'],
    ['domain', { ...good, domain: 'unknown.test' }, 'Mailgun answered 404: Domain not found: unknown.test.'],
  ])('are refused with a bad %s', async (_, config, said) => {
    const refusal = await refusalOf(() => mailgun.verify(config, 'hello@acme.test', httpClient()));
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toBe(`The settings do not work. ${said}`);
  });

  test.each([{ status: 503 }, { status: 429 }, { status: 302 }, { drop: true }])(
    'are refused when Mailgun answers %j',
    async (script) => {
      fake.next(script);
      const refusal = await refusalOf(() => mailgun.verify(good, 'hello@acme.test', httpClient()));
      expect(refusal.code).toBe('invalid_request');
    },
  );

  test('have the webhook signing key for their secret', () => {
    mailgun.events?.checkSecret('demo-mailgun-signing-key');
    for (const bad of ['', 'two words', ' padded ', 'schlüssel', 'x'.repeat(501)]) {
      expect(() => mailgun.events?.checkSecret(bad), bad).toThrow('HTTP webhook signing key');
    }
  });
});

describe('a mail by mailgun', () => {
  test('is one request, with the signup in its variables (C6.3, §6.2)', async () => {
    expect(await send()).toEqual({
      outcome: 'sent',
      providerMessageId: `signup-${signupId}@acme.test`, // without the brackets, as events have it
    });
    expect(fake.requests).toHaveLength(1);
    const [request] = fake.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v3/mg.acme.test/messages',
      headers: { authorization: `Basic ${Buffer.from(`api:${mailgunKey}`).toString('base64')}` },
    });
    expect([...new URLSearchParams(request?.body)]).toEqual([
      ['from', 'Acme <hello@acme.test>'],
      ['to', 'ada@example.com'],
      ['subject', 'You’re #1'],
      ['text', 'Number 1 of 2 – look [https://acme.test/]'],
      ['html', '<p>Number 1 of 2 – <a href="https://acme.test/">look</a></p>'],
      ['h:Message-Id', `<signup-${signupId}@acme.test>`],
      ['h:Auto-Submitted', 'auto-generated'],
      ['v:signup_id', signupId],
    ]);
    expect(mailgun.idempotent).toBe(false);
  });

  test.each([
    [{}, 'https://api.mailgun.net'],
    [{ region: 'us' as const }, 'https://api.mailgun.net'],
    [{ region: 'eu' as const }, 'https://api.eu.mailgun.net'],
  ])('goes to the API of its region, %j (C7.7)', async (region, api) => {
    const urls: string[] = [];
    const recorder: HttpClient['fetch'] = async (url) => {
      urls.push(url);
      return { status: 200, headers: {}, body: '{"id":"<1@mg.acme.test>"}' };
    };
    await mailgun.open({ ...good, ...region }, makeHttpClient({ fetch: recorder })).send(makeMail());
    expect(urls).toEqual([`${api}/v3/mg.acme.test/messages`]);
  });

  test.each([
    ['a bad key', { ...good, api_key: 'key-bad' }, {}, 'Mailgun answered 401: Forbidden.'],
    [
      'an unknown domain',
      { ...good, domain: 'unknown.test' },
      {},
      'Mailgun answered 404: Domain not found: unknown.test.',
    ],
    [
      'a domain that may not send',
      { ...good, domain: 'new.acme.test' },
      {},
      'Mailgun answered 403: Domain new.acme.test is not allowed to send: Please activate your account.',
    ],
    [
      'a bad sender',
      good,
      { from: 'Acme' },
      "Mailgun answered 400: 'from' parameter is not a valid address: Acme.",
    ],
  ])('with %s is an error of the settings (C6.6)', async (_, config, change, error) => {
    expect(await send(makeMail(change), config)).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error,
    });
  });

  test('to a bad recipient fails, and the error does not name it (C6.6)', async () => {
    expect(await send(makeMail({ to: 'a@b@example.com' }))).toEqual({
      outcome: 'refused',
      status: 'failed',
      error: "Mailgun answered 400: 'to' parameter is not a valid address: (address).",
    });
  });

  test('whose refusal holds the key does not tell it (C6.6)', async () => {
    fake.next({ status: 400, body: { message: `bad key ${mailgunKey}` } });
    expect(await send()).toMatchObject({ error: 'Mailgun answered 400: bad key (secret).' });
  });

  test.each([
    [{ status: 429, headers: { 'retry-after': '7' }, body: { message: 'Slow.' } }, 7],
    [{ status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, body: '' }, 20],
    [{ status: 429, body: 'limited' }, 1],
    [{ status: 500, body: { message: 'Oh.' } }, undefined],
    [{ status: 502, body: '<html>Bad gateway</html>' }, undefined],
    [{ status: 408, body: '' }, undefined],
  ])(
    'answered %j is tried again, which is no try where it was one too many (C6.6)',
    async (script, retryAfterSeconds) => {
      fake.next(script);
      expect(await send()).toEqual({
        outcome: retryAfterSeconds !== undefined && script.status < 500 ? 'throttled' : 'retry',
        error: expect.stringContaining(`Mailgun answered ${script.status}`),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
    },
  );

  test.each([{ status: 400 }, { status: 402 }, { status: 413 }, { status: 302 }])(
    'answered %j fails (C6.6)',
    async (script) => {
      fake.next(script);
      expect(await send()).toMatchObject({ outcome: 'refused', status: 'failed' });
    },
  );

  test('taken without a usable id is sent (C6.6)', async () => {
    for (const body of [{}, { id: '' }, { id: 7 }, { id: `<${'x'.repeat(300)}>` }]) {
      fake.next({ status: 200, body });
      expect(await send()).toEqual({ outcome: 'sent', providerMessageId: null });
    }
  });

  test.each([
    ['is not answered', { delayMs: Number.POSITIVE_INFINITY }],
    ['loses its connection', { drop: true }],
    ['is taken with words that Mailgun does not use', { status: 200, body: '<html>a proxy</html>' }],
  ])('that %s may have been sent: nobody can know (C6.5)', async (_, script) => {
    fake.next(script);
    await expect(send(makeMail(), good, { fetch: impatientFetch })).rejects.toThrow();
    expect(fake.requests).toHaveLength(1);
  });

  test('is tried again when it never left (C6.6)', async () => {
    const closed = `http://127.0.0.1:${await closedPort()}`;
    const nowhere = makeHttpClient({ apiUrls: { mailgun: closed }, fetch });
    expect(await mailgun.open(good, nowhere).send(makeMail())).toEqual({
      outcome: 'retry',
      error: 'Mailgun gave no answer (ECONNREFUSED).',
    });
    const guarded = httpClient({ fetch: openSafeFetch(openAddressGuard({ allowHosts: [] })) });
    expect(await mailgun.open(good, guarded).send(makeMail())).toEqual({
      outcome: 'retry',
      error: 'Mailgun gave no answer (AddressRefused).',
    });
    const notTls = httpClient({ fetch: (_, request) => fetch(fake.url.replace('http:', 'https:'), request) });
    expect(await mailgun.open(good, notTls).send(makeMail())).toMatchObject({ outcome: 'retry' });
    expect(fake.requests).toEqual([]);
  });
});

const key = 'demo-mailgun-signing-key';
const golden = {
  timestamp: '1767225600',
  token: 'demo-token-0001',
  signature: 'e9fea51160f8a8c5e42790c00aae8f0c64704d8588bee4cc24eb47dc8f4bda91',
};
const delivered = {
  id: 'evt-1',
  event: 'delivered',
  timestamp: 1767225600.12,
  recipient: 'ada@example.com',
  severity: null,
  reason: null,
  message: { headers: { 'message-id': '20260101.1@mg.acme.test' } },
  'user-variables': { signup_id: signupId },
  'delivery-status': { code: 250, message: 'OK' },
};

describe('events of mailgun', () => {
  const { events } = mailgun;
  if (!events) throw new Error('Mailgun has events.');
  const toRequest = (body: unknown) => ({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const verify = (signature: unknown, secret = key, now = signedAt) =>
    events.verify(
      toRequest({ signature, 'event-data': delivered }),
      secret,
      makeHttpClient({ now: () => now * 1000 }),
    );
  const parse = (data: unknown, signature: unknown = golden) =>
    events.parse(toRequest({ signature, 'event-data': data }));

  test('with the golden signature are genuine (C6.9)', async () => {
    await verify(golden);
    await verify(signMailgunEvent(key, signedAt, 'demo-token-0001'));
    await verify({ ...golden, more: 'x' });
  });

  test('carry their token, which is used once, with their id (C6.9)', () => {
    expect(parse(delivered)).toEqual([
      {
        id: 'evt-1',
        status: 'delivered',
        occurredAt: '2026-01-01T00:00:00.120Z',
        providerMessageId: '20260101.1@mg.acme.test',
        signupId,
        nonce: 'demo-token-0001',
      },
    ]);
  });

  test('are genuine for 24 hours, and 5 minutes before their time (C6.9)', async () => {
    await verify(golden, key, signedAt + 86_400);
    await verify(golden, key, signedAt - 300);
    for (const now of [signedAt + 86_401, signedAt - 301]) {
      expect((await refusalOf(() => verify(golden, key, now))).code).toBe('unauthorized');
    }
  });

  test.each([
    ['of another secret', golden, 'another-signing-key'],
    ['without a secret', signMailgunEvent('', signedAt, 'demo-token-0001'), ''],
    ['with another token', { ...golden, token: 'demo-token-0002' }, key],
    ['with another time', { ...golden, timestamp: '1767225601' }, key],
    [
      'with a digit moved to the time',
      { ...signMailgunEvent(key, signedAt, '5abc'), timestamp: `${signedAt}5`, token: 'abc' },
      key,
    ],
    ['with a changed signature', { ...golden, signature: golden.signature.replace('e9', 'e8') }, key],
    ['with a short signature', { ...golden, signature: 'e9fe' }, key],
    ['with a signature that is no text', { ...golden, signature: 7 }, key],
    ['without a signature', { timestamp: golden.timestamp, token: golden.token }, key],
    ['without a time', { ...golden, timestamp: undefined }, key],
    ['with a time in words', { ...golden, timestamp: 'now' }, key],
    ['without any of it', undefined, key],
  ])('%s are refused (C6.9)', async (_, signature, secret) => {
    expect((await refusalOf(() => verify(signature, secret))).code).toBe('unauthorized');
  });

  test.each(['', 'hello', 'null', '[]', '"x"'])('with the body %j are refused (C6.9)', async (body) => {
    const refusal = await refusalOf(() => events.verify(toRequest(body), key, makeHttpClient()));
    expect(refusal.code).toBe('unauthorized');
  });

  test.each([
    ['accepted', {}, 'sent'],
    ['delivered', {}, 'delivered'],
    ['opened', {}, 'opened'],
    ['clicked', { url: 'https://acme.test/' }, 'clicked'],
    ['complained', {}, 'complained'],
    ['rejected', {}, 'failed'],
    ['failed', { severity: 'temporary', reason: 'generic' }, 'delivery_delayed'],
    ['failed', { severity: 'temporary', reason: 'suppress-bounce' }, 'delivery_delayed'],
    ['failed', { severity: 'permanent', reason: 'bounce' }, 'bounced'],
    ['failed', { severity: 'permanent', reason: 'generic' }, 'bounced'],
    ['failed', { severity: 'permanent', reason: null }, 'bounced'],
    ['failed', { severity: 'permanent', reason: 'suppress-bounce' }, 'suppressed'],
    ['failed', { severity: 'permanent', reason: 'suppress-complaint' }, 'suppressed'],
    ['failed', { severity: 'permanent', reason: 'suppress-unsubscribe' }, 'suppressed'],
  ])('of type %s %j read as %s, at their own time (§6.2, C6.7)', (event, extra, status) => {
    expect(parse({ ...delivered, event, ...extra, timestamp: 1767229200 })).toMatchObject([
      { status, occurredAt: '2026-01-01T01:00:00.000Z', signupId },
    ]);
  });

  test.each(['unsubscribed', 'stored', 'list_member_uploaded', 'constructor', ''])(
    'of type %j mean nothing (C6.9)',
    (event) => {
      expect(parse({ event })).toEqual([]);
    },
  );

  test('that failed without saying how mean nothing (C6.9)', () => {
    expect(parse({ ...delivered, event: 'failed' })).toEqual([]);
  });

  test('name the message in either form, and the signup where they can (§6.2)', () => {
    const message = { headers: { 'message-id': '<20260101.1@mg.acme.test>' } };
    expect(parse({ ...delivered, message })).toMatchObject([
      { providerMessageId: '20260101.1@mg.acme.test' },
    ]);
    for (const variables of [{ signup_id: '42' }, { signup_id: 7 }, {}, [], null, undefined]) {
      expect(parse({ ...delivered, message: undefined, 'user-variables': variables })).toMatchObject([
        { id: 'evt-1', signupId: null, providerMessageId: null },
      ]);
    }
  });

  test.each([
    ['no event', undefined],
    ['an event of no type', { ...delivered, event: undefined }],
    ['no id', { ...delivered, id: undefined }],
    ['a long id', { ...delivered, id: 'x'.repeat(257) }],
    ['no time', { ...delivered, timestamp: undefined }],
    ['a time in words', { ...delivered, timestamp: 'now' }],
    ['a time out of range', { ...delivered, timestamp: 1e20 }],
    ['a negative time', { ...delivered, timestamp: -1 }],
  ])('signed but with %s are refused (C6.9)', async (_, data) => {
    expect((await refusalOf(() => parse(data))).code).toBe('invalid_request');
  });
});
