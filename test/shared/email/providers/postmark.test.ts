import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postmark } from '../../../../src/shared/email/providers/postmark.ts';
import type { HttpClient } from '../../../../src/shared/outbound/http-client.ts';
import { type FakePostmark, postmarkToken, startFakePostmark } from '../../../support/fakes/postmark.ts';
import {
  impatientFetch,
  makeHttpClient,
  makeMail,
  refusalOf,
  refusingFetch,
  signupId,
} from '../../../support/http-client.ts';
import { closedPort } from '../../../support/network/raw-http.ts';

let fake: FakePostmark;
beforeAll(async () => {
  fake = await startFakePostmark();
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const good = { server_token: postmarkToken };
const httpClient = (change?: Partial<HttpClient>) =>
  makeHttpClient({ apiUrls: { postmark: fake.url }, ...change });
const send = (
  mail = makeMail(),
  config: { server_token: string; message_stream?: string } = good,
  change?: Partial<HttpClient>,
) => postmark.open(config, httpClient(change)).send(mail);

describe('the settings of postmark (C6.3)', () => {
  test('are a server token, perhaps a message stream, and nothing else', () => {
    expect(postmark.config.parse({ server_token: ' t ' })).toEqual({ server_token: 't' });
    const both = { server_token: 't', message_stream: 'waitlist' };
    expect(postmark.config.parse(both)).toEqual(both);
    for (const bad of [
      {},
      { server_token: '' },
      { server_token: 't\r\nx: y' },
      { server_token: 't', message_stream: '' },
      { server_token: 't', message_stream: 'x'.repeat(101) },
      { server_token: 't', api_key: 'k' },
    ]) {
      expect(postmark.config.safeParse(bad).success).toBe(false);
    }
  });

  test('are checked with Postmark when they are saved', async () => {
    await postmark.verify(good, 'hello@acme.test', httpClient());
    expect(fake.requests).toMatchObject([
      { method: 'GET', path: '/server', body: '', headers: { 'x-postmark-server-token': postmarkToken } },
    ]);
  });

  test('are refused with a bad token', async () => {
    const refusal = await refusalOf(() =>
      postmark.verify({ server_token: 'bad' }, 'hello@acme.test', httpClient()),
    );
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toBe(
      'The server token does not work. Postmark answered 401: Request does not contain a valid Server token.',
    );
  });

  test.each([
    { status: 200, body: '<html>a login page</html>' },
    { status: 200, body: '' },
    { status: 302, headers: { location: 'https://example.com/' }, body: '' },
    { status: 503, body: '' },
    { status: 429, body: '' },
    { drop: true },
  ])('are refused when Postmark answers %j', async (script) => {
    fake.next(script);
    expect((await refusalOf(() => postmark.verify(good, 'hello@acme.test', httpClient()))).code).toBe(
      'invalid_request',
    );
  });
});

describe('a mail by postmark', () => {
  test('is one request, tracked, with the signup in its metadata (C6.3, §6.2)', async () => {
    const result = await send();
    expect(result).toEqual({ outcome: 'sent', providerMessageId: [...fake.mails.keys()][0] });
    const [request, ...others] = fake.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/email',
      headers: {
        'x-postmark-server-token': postmarkToken,
        'content-type': 'application/json',
        accept: 'application/json',
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      From: 'Acme <hello@acme.test>',
      To: 'ada@example.com',
      Subject: 'You’re #1',
      HtmlBody: '<p>Number 1 of 2 – <a href="https://acme.test/">look</a></p>',
      TextBody: 'Number 1 of 2 – look [https://acme.test/]',
      Metadata: { signup_id: signupId },
      Headers: [
        { Name: 'Message-ID', Value: `<signup-${signupId}@acme.test>` },
        { Name: 'X-PM-KeepID', Value: 'true' },
        { Name: 'Auto-Submitted', Value: 'auto-generated' },
      ],
      TrackOpens: true,
      TrackLinks: 'HtmlOnly',
      MessageStream: 'outbound',
    });
    expect(postmark.idempotent).toBe(false);
  });

  test('goes into the stream of the settings (C6.3)', async () => {
    await send(makeMail(), { ...good, message_stream: 'waitlist' });
    expect(JSON.parse(fake.requests[0]?.body ?? '')).toMatchObject({ MessageStream: 'waitlist' });
  });

  test('goes to the public API unless told otherwise (C7.7)', async () => {
    const urls: string[] = [];
    const fetch: HttpClient['fetch'] = async (url) => {
      urls.push(url);
      return { status: 200, headers: {}, body: '{"ErrorCode":0,"Message":"OK","MessageID":"1"}' };
    };
    await postmark.open(good, makeHttpClient({ fetch })).send(makeMail());
    expect(urls).toEqual(['https://api.postmarkapp.com/email']);
  });

  test.each([
    [
      'a bad token',
      { server_token: 'bad' },
      {},
      'Postmark answered 401: Request does not contain a valid Server token.',
    ],
    [
      'an unconfirmed sender',
      good,
      { from: 'hello@unverified.test' },
      "Postmark answered 422: The 'From' address you supplied ((address)) is not a Sender Signature on your account.",
    ],
  ])('with %s is an error of the settings (C6.6)', async (_, config, change, error) => {
    expect(await send(makeMail(change), config)).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error,
    });
  });

  test.each([10, 400, 401, 405, 412, 413])(
    'refused with code %i is an error of the settings (C6.6)',
    async (code) => {
      fake.next({ status: 422, body: { ErrorCode: code, Message: 'No' } });
      expect(await send()).toEqual({
        outcome: 'refused',
        status: 'config_error',
        error: 'Postmark answered 422: No.',
      });
    },
  );

  test('to a bad recipient fails, and the error does not name it (C6.6)', async () => {
    expect(await send(makeMail({ to: 'a@b@example.com' }))).toEqual({
      outcome: 'refused',
      status: 'failed',
      error: "Postmark answered 422: Invalid 'To' address: (address).",
    });
  });

  test('to a recipient on the suppression list is suppressed, and the error does not name it (C6.6)', async () => {
    const result = await send(makeMail({ to: 'inactive@example.com' }));
    expect(result).toMatchObject({ outcome: 'refused', status: 'suppressed' });
    expect(JSON.stringify(result)).toContain('Found inactive addresses: (address)');
    expect(JSON.stringify(result)).not.toContain('example.com');
  });

  test('refused beside a status of success is refused (C6.6)', async () => {
    fake.next(
      { status: 200, body: { ErrorCode: 406, Message: 'Inactive' } },
      { status: 200, body: { ErrorCode: 300, Message: 'Bad' } },
    );
    expect(await send()).toMatchObject({ outcome: 'refused', status: 'suppressed' });
    expect(await send()).toMatchObject({ outcome: 'refused', status: 'failed' });
  });

  test.each([
    [{ status: 429, headers: { 'retry-after': '7' }, body: { ErrorCode: 429, Message: 'Slow' } }, 7],
    [{ status: 429, body: '' }, 1],
    [{ status: 422, body: { ErrorCode: 429, Message: 'Slow' } }, 1],
    [{ status: 422, body: { ErrorCode: 100, Message: 'Maintenance' } }, undefined],
    [{ status: 500, body: { ErrorCode: 0, Message: 'Oh' } }, undefined],
    [{ status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, body: '' }, 20],
    [{ status: 502, body: '<html>Bad gateway</html>' }, undefined],
  ])(
    'answered %j is tried again, which is no try where it was one too many (C6.6)',
    async (script, retryAfterSeconds) => {
      fake.next(script);
      expect(await send()).toEqual({
        outcome: retryAfterSeconds !== undefined && script.status < 500 ? 'throttled' : 'retry',
        error: expect.stringContaining(`Postmark answered ${script.status}`),
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

  test.each([
    { status: 200, body: '<html>a proxy</html>' },
    { status: 200, body: '' },
    { status: 200, body: {} },
    { drop: true },
  ])('answered %j may have been sent: nobody can know (C6.5)', async (script) => {
    fake.next(script);
    await expect(send()).rejects.toThrow();
  });

  test('that is not answered is given up, and may have been sent (C6.5)', async () => {
    fake.next({ delayMs: Number.POSITIVE_INFINITY });
    await expect(send(makeMail(), good, { fetch: impatientFetch })).rejects.toThrow();
    expect(await fake.requests[0]?.abandoned).toBe(true);
  });

  test('that certainly did not leave is tried again (C6.5)', async () => {
    const nowhere = makeHttpClient({ apiUrls: { postmark: `http://127.0.0.1:${await closedPort()}` } });
    expect(await postmark.open(good, nowhere).send(makeMail())).toEqual({
      outcome: 'retry',
      error: 'Postmark gave no answer (ECONNREFUSED).',
    });
    expect(await send(makeMail(), good, { fetch: refusingFetch })).toEqual({
      outcome: 'retry',
      error: 'Postmark gave no answer (AddressRefused).',
    });
  });
});

const secret = 'hook:password-1';

describe('events of postmark', () => {
  const { events } = postmark;
  const verify = (headers: Record<string, string | string[]>, key = secret) =>
    events.verify({ headers, body: Buffer.from('{}') }, key);
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const parse = (body: unknown) =>
    events.parse({ headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) });
  const MessageID = '883953f4-6105-42a2-a16a-77a8eac79483';

  test('with the password of the webhook are genuine, in either header (C6.9)', async () => {
    await verify({ authorization: basic(secret) });
    await verify({ authorization: basic(secret).replace('Basic', 'basic') });
    await verify({ 'x-webhook-secret': 'a-shared-secret' }, 'a-shared-secret');
  });

  test.each([
    [{}],
    [{ authorization: 'Basic' }],
    [{ authorization: 'Basic ' }],
    [{ authorization: basic('hook:password-2') }],
    [{ authorization: basic('hook:password-11') }],
    [{ authorization: basic('hook') }],
    [{ authorization: `Bearer ${secret}` }],
    [{ authorization: secret }],
    [{ 'x-webhook-secret': '' }],
    [{ 'x-webhook-secret': 'hook:password-2' }],
    [{ 'x-webhook-secret': [secret] }],
  ])('with %j are not (C6.9)', async (headers: Record<string, string | string[]>) => {
    expect((await refusalOf(() => verify(headers))).code).toBe('unauthorized');
  });

  test('are never genuine by an empty secret (C6.9)', async () => {
    expect((await refusalOf(() => verify({ authorization: 'Basic ' }, ''))).code).toBe('unauthorized');
  });

  test('need a secret that fits into a header (C6.3)', async () => {
    events.checkSecret(secret);
    for (const bad of ['', 'short', 'with a space', 'hook:pässwörd-1', 'x'.repeat(501)]) {
      expect((await refusalOf(() => events.checkSecret(bad))).code).toBe('invalid_request');
    }
  });

  const time = '2026-01-02T03:04:05.6789012+02:00';
  const record = (RecordType: string, extra: object) => ({
    RecordType,
    MessageID,
    MessageStream: 'outbound',
    ServerID: 1,
    Metadata: { signup_id: signupId },
    ...extra,
  });
  const bounce = (Type: string) =>
    record('Bounce', { ID: 42, Type, Email: 'ada@example.com', BouncedAt: time });

  test.each([
    ['Delivery', { DeliveredAt: time, Recipient: 'ada@example.com' }, 'delivered'],
    ['Open', { ReceivedAt: time, FirstOpen: true }, 'opened'],
    ['Click', { ReceivedAt: time, OriginalLink: 'https://acme.test/' }, 'clicked'],
    ['SpamComplaint', { BouncedAt: time }, 'complained'],
    ['SubscriptionChange', { ChangedAt: time, SuppressSending: true }, 'suppressed'],
  ])('of type %s %j read as %s, at their own time (§6.2, C6.7)', (type, extra, status) => {
    expect(parse(record(type, extra))).toEqual([
      {
        id: `${type}/${MessageID}/2026-01-02T01:04:05.678Z`,
        status,
        occurredAt: '2026-01-02T01:04:05.678Z',
        providerMessageId: MessageID,
        signupId,
        nonce: null,
      },
    ]);
  });

  test.each([
    ['Transient', 'delivery_delayed'],
    ['HardBounce', 'bounced'],
    ['SoftBounce', 'bounced'],
    ['DnsError', 'bounced'],
    ['BadEmailAddress', 'bounced'],
    ['Blocked', 'bounced'],
    ['DMARCPolicy', 'bounced'],
    ['SpamNotification', 'bounced'],
    ['VirusNotification', 'bounced'],
    ['Unknown', 'bounced'],
    ['SpamComplaint', 'complained'],
    ['ManuallyDeactivated', 'suppressed'],
    ['SMTPApiError', 'failed'],
    ['TemplateRenderingFailed', 'failed'],
  ])('of a bounce of type %s read as %s, by its number (§6.2, C6.7)', (type, status) => {
    expect(parse(bounce(type))).toEqual([
      {
        id: `Bounce/${MessageID}/42`,
        status,
        occurredAt: '2026-01-02T01:04:05.678Z',
        providerMessageId: MessageID,
        signupId,
        nonce: null,
      },
    ]);
  });

  test.each([
    'AutoResponder',
    'AddressChange',
    'Subscribe',
    'Unsubscribe',
    'ChallengeVerification',
    'OpenRelayTest',
    'Unconfirmed',
    'InboundError',
    'of the future',
  ])('of a bounce of type %s mean nothing (C6.9)', (type) => {
    expect(parse(bounce(type))).toEqual([]);
  });

  test.each([
    { RecordType: 'Bounce' },
    record('SubscriptionChange', { ChangedAt: time, SuppressSending: false }),
    record('SubscriptionChange', { ChangedAt: time, SuppressSending: true, MessageID: null }), // by hand, about no mail
    { RecordType: 'Inbound' },
    { RecordType: 'constructor' },
  ])('of type $RecordType may mean nothing (C6.9)', (body) => {
    expect(parse(body)).toEqual([]);
  });

  test('with other metadata name no signup (§6.2)', () => {
    for (const Metadata of [{ signup_id: '42' }, { other: signupId }, {}, null, 'x', undefined]) {
      expect(parse(record('Open', { ReceivedAt: time, Metadata }))).toMatchObject([{ signupId: null }]);
    }
  });

  test('tell two opens of one mail apart, and a repeated one not (C6.9)', () => {
    const ids = [time, time, '2026-01-02T03:05:00Z'].map(
      (ReceivedAt) => parse(record('Open', { ReceivedAt }))[0]?.id,
    );
    expect(new Set(ids).size).toBe(2);
  });

  test.each([
    '',
    'hello',
    '[]',
    'null',
    '{}',
    '{"RecordType":1}',
    '{"RecordType":"Open"}',
    `{"RecordType":"Open","MessageID":"${MessageID}"}`,
    `{"RecordType":"Open","MessageID":"${MessageID}","ReceivedAt":"whenever"}`,
    `{"RecordType":"Open","MessageID":"${MessageID}","DeliveredAt":"2026-01-01T00:00:00Z"}`,
    '{"RecordType":"Open","MessageID":7,"ReceivedAt":"2026-01-01T00:00:00Z"}',
  ])('with the body %j are refused (C6.9)', async (body) => {
    expect((await refusalOf(() => parse(body))).code).toBe('invalid_request');
  });
});
