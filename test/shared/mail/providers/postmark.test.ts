import { describe, expect, test } from 'vitest';
import { postmark } from '../../../../src/shared/mail/providers/postmark.ts';
import { describeProvider } from '../../../support/describe-provider.ts';
import { headersInPostmark, postmarkToken, startFakePostmark } from '../../../support/fakes/postmark.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, makeMail, signupId } from '../../../support/http-client.ts';

const fake = useFake(startFakePostmark);
const good = { server_token: postmarkToken };

const secret = 'hook:password-1';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const withHeaders = (headers: Record<string, string | string[]>) => ({ headers, body: Buffer.from('{}') });

const MessageID = '883953f4-6105-42a2-a16a-77a8eac79483';
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
const idOf = (type: string) => `${type}/${MessageID}/2026-01-02T01:04:05.678Z`;

describeProvider(fake, {
  name: 'Postmark',
  provider: postmark,
  good,
  clientTo: (url, fetch) => makeHttpClient({ apiUrls: { postmark: url }, fetch }),
  settings: {
    accepted: [
      [{ server_token: ' t ' }, { server_token: 't' }],
      [
        { server_token: 't', message_stream: 'waitlist' },
        { server_token: 't', message_stream: 'waitlist' },
      ],
    ],
    refused: [
      {},
      { server_token: '' },
      { server_token: 't\r\nx: y' },
      { server_token: 't', message_stream: '' },
      { server_token: 't', message_stream: 'x'.repeat(101) },
      { server_token: 't', api_key: 'k' },
    ],
    wrong: [
      [
        'a bad token',
        { server_token: 'bad' },
        'hello@acme.test',
        'The server token does not work. Postmark answered 401: Request does not contain a valid Server token.',
      ],
    ],
    unproven: [
      { status: 200, body: '<html>a login page</html>' },
      { status: 200, body: '' },
    ],
  },
  mails: {
    urls: [[{}, 'https://api.postmarkapp.com/email']],
    headersIn: headersInPostmark,
    accepted: { status: 200, body: { ErrorCode: 0, Message: 'OK', MessageID: '1' } },
    configErrors: [
      [
        'a bad token',
        { server_token: 'bad' },
        {},
        'Postmark answered 401: Request does not contain a valid Server token.',
      ],
      [
        'an unconfirmed from address',
        {},
        { from: 'hello@unverified.test' },
        "Postmark answered 422: The 'From' address you supplied ((address)) is not a Sender Signature on your account.",
      ],
    ],
    badRecipient: "Postmark answered 422: Invalid 'To' address: (address).",
    refusal: (Message) => ({ status: 422, body: { ErrorCode: 300, Message } }),
    credentials: [postmarkToken],
    throttled: [
      [{ status: 429, headers: { 'retry-after': '7' }, body: { ErrorCode: 429, Message: 'Slow' } }, 7],
      [{ status: 422, body: { ErrorCode: 429, Message: 'Slow' } }, 1],
    ],
    retried: [
      { status: 422, body: { ErrorCode: 100, Message: 'Maintenance' } },
      { status: 500, body: { ErrorCode: 0, Message: 'Oh' } },
    ],
    failed: [
      { status: 404, body: '<html>Not found</html>' },
      { status: 200, body: { ErrorCode: 300, Message: 'Bad' } },
    ],
    withoutId: [{ status: 200, body: { ErrorCode: 0, Message: 'OK' } }],
    unclear: [
      { status: 200, body: '<html>a proxy</html>' },
      { status: 200, body: '' },
      { status: 200, body: {} },
    ],
  },
  events: {
    secret,
    secrets: [secret],
    badSecrets: ['short', 'with a space', 'hook:pässwörd-1', 'x'.repeat(501)],
    genuine: [
      ['with the password', () => ({ request: withHeaders({ authorization: basic(secret) }) })],
      [
        'with the password of a scheme in lower case',
        () => ({ request: withHeaders({ authorization: basic(secret).replace('Basic', 'basic') }) }),
      ],
      [
        'with the secret in a header of its own',
        () => ({
          request: withHeaders({ 'x-webhook-secret': 'a-shared-secret' }),
          secret: 'a-shared-secret',
        }),
      ],
    ],
    forged: [
      ...[
        {},
        { authorization: 'Basic' },
        { authorization: 'Basic ' },
        { authorization: basic('hook:password-2') },
        { authorization: basic('hook:password-11') },
        { authorization: basic('hook') },
        { authorization: `Bearer ${secret}` },
        { authorization: secret },
        { 'x-webhook-secret': '' },
        { 'x-webhook-secret': 'hook:password-2' },
        { 'x-webhook-secret': [secret] },
      ].map(
        (headers: Record<string, string | string[]>) =>
          [`with ${JSON.stringify(headers)}`, () => ({ request: withHeaders(headers) })] as const,
      ),
      ['by an empty secret', () => ({ request: withHeaders({ authorization: 'Basic ' }), secret: '' })],
    ],
    toRequest: (body) => ({
      headers: {},
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    }),
    usual: {
      id: `Bounce/${MessageID}/42`, // a bounce has a number
      status: 'bounced',
      occurredAt: '2026-01-02T01:04:05.678Z',
      providerMessageId: MessageID,
      emailId: signupId,
      nonce: null,
    },
    read: [
      [
        record('Delivery', { DeliveredAt: time, Recipient: 'ada@example.com' }),
        { id: idOf('Delivery'), status: 'delivered' },
      ],
      [record('Open', { ReceivedAt: time, FirstOpen: true }), { id: idOf('Open'), status: 'opened' }],
      [
        record('Click', { ReceivedAt: time, OriginalLink: 'https://acme.test/' }),
        { id: idOf('Click'), status: 'clicked', link: 'https://acme.test/' },
      ],
      [record('SpamComplaint', { BouncedAt: time }), { id: idOf('SpamComplaint'), status: 'complained' }],
      [
        record('SubscriptionChange', { ChangedAt: time, SuppressSending: true }),
        { id: idOf('SubscriptionChange'), status: 'suppressed' },
      ],
      // An id of 64 bits, as in Postmark's documentation.
      [
        JSON.stringify(bounce('HardBounce')).replace(':42,', ':4323372036854775807,') as unknown as object,
        { id: `Bounce/${MessageID}/4323372036854775807` },
      ],
      [bounce('Transient'), { status: 'delivery_delayed' }],
      ...['HardBounce', 'BadEmailAddress'].map(
        (type) => [bounce(type), { bounce: { class: 'permanent', reason: type } }] as const,
      ),
      ...['SoftBounce', 'DnsError', 'Blocked', 'DMARCPolicy', 'SpamNotification', 'VirusNotification']
        .concat('Unknown')
        .map((type) => [bounce(type), { bounce: { class: 'transient', reason: type } }] as const),
      [
        { ...bounce('SoftBounce'), Inactive: true, Name: 'Soft bounce', Details: '552 full' },
        { bounce: { class: 'permanent', reason: 'Soft bounce: 552 full' } },
      ],
      [bounce('SpamComplaint'), { status: 'complained' }],
      [bounce('ManuallyDeactivated'), { status: 'suppressed' }],
      [bounce('SMTPApiError'), { status: 'failed' }],
      [bounce('TemplateRenderingFailed'), { status: 'failed' }],
      ...[{ signup_id: '42' }, { other: signupId }, {}, null, 'x', undefined].map(
        (Metadata) => [{ ...bounce('HardBounce'), Metadata }, { emailId: null }] as const,
      ),
    ],
    ignored: [
      ...['AutoResponder', 'AddressChange', 'Subscribe', 'Unsubscribe', 'ChallengeVerification'].map(bounce),
      ...['OpenRelayTest', 'Unconfirmed', 'InboundError', 'of the future'].map(bounce),
      { RecordType: 'Bounce' },
      record('SubscriptionChange', { ChangedAt: time, SuppressSending: false }),
      // By hand, about no mail.
      record('SubscriptionChange', { ChangedAt: time, SuppressSending: true, MessageID: null }),
      { RecordType: 'Inbound' },
      { RecordType: 'constructor' },
    ],
    malformed: [
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
      '{"RecordType":"Open","MessageID":true,"ReceivedAt":"2026-01-01T00:00:00Z"}',
    ],
  },
});

describe('what only Postmark does', () => {
  const httpClient = () => makeHttpClient({ apiUrls: { postmark: fake().url } });
  const send = (mail = makeMail(), config: { server_token: string; message_stream?: string } = good) =>
    postmark.open(config, httpClient()).send(mail);

  test('checks settings by the server that a token is of', async () => {
    await postmark.verify(good, 'hello@acme.test', httpClient());
    expect(fake().requests).toMatchObject([
      { method: 'GET', path: '/server', body: '', headers: { 'x-postmark-server-token': postmarkToken } },
    ]);
  });

  test('takes a mail in one request, tracked, with the signup in its metadata (C6.3, §6.2)', async () => {
    const result = await send();
    expect(result).toEqual({ outcome: 'sent', providerMessageId: [...fake().mails.keys()].at(-1) });
    const [request, ...others] = fake().requests;
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

  test('puts a mail into the stream of the settings (C6.3)', async () => {
    await send(makeMail(), { ...good, message_stream: 'waitlist' });
    expect(JSON.parse(fake().requests[0]?.body ?? '')).toMatchObject({ MessageStream: 'waitlist' });
  });

  test('refuses with a code about the account as a config error (C6.6)', async () => {
    fake().next({ status: 422, body: { ErrorCode: 412, Message: 'No' } });
    expect(await send()).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error: 'Postmark answered 422: No.',
    });
  });

  test('suppresses a mail to a recipient on its list, and the error does not name it (C6.6)', async () => {
    const result = await send(makeMail({ to: 'inactive@example.com' }));
    expect(result).toMatchObject({ outcome: 'refused', status: 'suppressed' });
    expect(JSON.stringify(result)).toContain('Found inactive addresses: (address)');
    expect(JSON.stringify(result)).not.toContain('example.com');
    fake().next({ status: 200, body: { ErrorCode: 406, Message: 'Inactive' } }); // beside a status of success
    expect(await send()).toMatchObject({ outcome: 'refused', status: 'suppressed' });
  });

  test('gives two opens of one mail different ids, and a repeated event the same (C6.9)', () => {
    const ids = [time, time, '2026-01-02T03:05:00Z'].map((ReceivedAt) => {
      const body = Buffer.from(JSON.stringify(record('Open', { ReceivedAt })));
      return postmark.events.parse({ headers: {}, body })[0]?.id;
    });
    expect(new Set(ids).size).toBe(2);
  });
});
