import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sendgrid } from '../../../../src/shared/mail/providers/sendgrid.ts';
import { describeProvider, leaveOut } from '../../../support/describe-provider.ts';
import {
  makeSendgridKeys,
  sendgridKey,
  sendgridReadingKey,
  signSendgridEvents,
  startFakeSendgrid,
} from '../../../support/fakes/sendgrid.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, makeMail, signedAt, signupId } from '../../../support/http-client.ts';

const fake = useFake(startFakeSendgrid);
const good = { api_key: sendgridKey };

const goldenKey =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2MNM/BF7AWgsVHYdUS3AQmP2qpsrszCO3hiHigkYwnKiN0/BLmSt0XuD0s99dhrS3IX05EXLk3Pq3HlmJ72XRg==';
const golden =
  '[{"event":"delivered","email":"a@example.com","timestamp":1767225600,"sg_event_id":"evt-1","sg_message_id":"abc123.recvd-1"}]\r\n';
const goldenHeaders = {
  'x-twilio-email-event-webhook-signature':
    'MEQCIH2MeMAo5loX/2BwogKLwmDjhzKSZYDUU7n+OBigbWAMAiB2FtfMqgw+2fkRNapU2petP3LDY+f2OF49exdM8hNeXg==',
  'x-twilio-email-event-webhook-timestamp': '1767225600',
};
const { privateKey, secret } = makeSendgridKeys();
const signed = signSendgridEvents(privateKey, signedAt, golden);
const signedAgo = (seconds: number) => signSendgridEvents(privateKey, signedAt - seconds, golden);
const toRequest = (headers: Record<string, string | string[]>, body = golden) => ({
  headers,
  body: Buffer.from(body),
});
const otherKeys = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
].map(({ publicKey }) => publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));

const event = (name: string, extra = {}) => ({
  event: name,
  email: 'ada@example.com',
  timestamp: 1_767_323_045,
  sg_event_id: 'event-1',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  'smtp-id': '<x@y>',
  signup_id: signupId,
  ...extra,
});

describeProvider(fake, {
  name: 'SendGrid',
  provider: sendgrid,
  good,
  clientTo: (url, fetch) => makeHttpClient({ apiUrls: { sendgrid: url }, fetch }),
  settings: {
    accepted: [[{ api_key: ' SG.1\n' }, { api_key: 'SG.1' }]],
    refused: [{}, { api_key: '' }, { api_key: 'SG 1' }, { api_key: 'SG.1', region: 'eu' }],
    wrong: [
      [
        'a bad key',
        { api_key: 'SG.bad' },
        'hello@acme.test',
        'The API key does not work. SendGrid answered 401: The provided authorization grant is invalid, expired, or revoked.',
      ],
      [
        'a key that may not send',
        { api_key: sendgridReadingKey },
        'hello@acme.test',
        'The API key may not send mail: it lacks the scope mail.send.',
      ],
    ],
    unproven: [
      { status: 200, body: '<html>a login page</html>' },
      { status: 200, body: '' },
      { status: 403, body: { errors: [] } },
    ],
  },
  mails: {
    urls: [[{}, 'https://api.sendgrid.com/v3/mail/send']],
    headersIn: (body) => JSON.parse(body).headers,
    accepted: { status: 202 },
    configErrors: [
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
        'an unverified from address',
        {},
        { from: 'hello@unverified.test' },
        'SendGrid answered 403: The from address does not match a verified Sender Identity. Mail cannot be sent.',
      ],
      [
        'a bad from address',
        {},
        { from: 'Acme' },
        'SendGrid answered 400: The from email does not contain a valid address.',
      ],
    ],
    badRecipient: 'SendGrid answered 400: Does not contain a valid address.',
    refusal: (message) => ({ status: 400, body: { errors: [{ message, field: null, help: null }] } }),
    credentials: [sendgridKey],
    throttled: [
      [
        {
          status: 429,
          headers: { 'retry-after': '7' },
          body: { errors: [{ message: 'too many requests' }] },
        },
        7,
      ],
      [{ status: 429, headers: { 'x-ratelimit-reset': String(signedAt + 40) } }, 40],
      [{ status: 429, headers: { 'x-ratelimit-reset': String(signedAt - 1) } }, 1],
      [{ status: 429, headers: { 'x-ratelimit-reset': 'soon' } }, 1],
    ],
    retried: [{ status: 500, body: { errors: [] } }],
    failed: [{ status: 404, body: '<html>Not found</html>' }],
    withoutId: [{ status: 202 }],
    unclear: [{ status: 200, body: '<html>a proxy</html>' }, { status: 204 }],
  },
  events: {
    secret,
    secrets: [secret, goldenKey],
    badSecrets: ['hello', ...otherKeys],
    genuine: [
      ['with the golden signature', () => ({ request: toRequest(goldenHeaders), secret: goldenKey })],
      ...[-300, 0, 300, 86_400].map(
        (age) => [`${age} s old`, () => ({ request: toRequest(signedAgo(age)) })] as const,
      ),
    ],
    forged: [
      ['changed', () => ({ request: toRequest(signed, golden.replace('delivered', 'bounced')) })],
      ['cut', () => ({ request: toRequest(signed, golden.trimEnd()) })],
      ['a day and a second old', () => ({ request: toRequest(signedAgo(86_401)) })],
      ['301 s ahead', () => ({ request: toRequest(signedAgo(-301)) })],
      ...Object.entries<Record<string, string | string[]>>({
        'of another key': signSendgridEvents(makeSendgridKeys().privateKey, signedAt, golden),
        'of another moment': { ...signed, 'x-twilio-email-event-webhook-timestamp': String(signedAt - 1) },
        'of no moment': { ...signed, 'x-twilio-email-event-webhook-timestamp': '' },
        'signed with words': { ...signed, 'x-twilio-email-event-webhook-signature': 'hello' },
        'signed with nothing': { ...signed, 'x-twilio-email-event-webhook-signature': '' },
        'signed twice': { ...signed, 'x-twilio-email-event-webhook-signature': ['a', 'b'] },
        unsigned: {},
      }).map(([what, headers]) => [what, () => ({ request: toRequest(headers) })] as const),
      ...['', 'hello', ...otherKeys].map(
        (key, index) =>
          [
            `by a key of another form, no. ${index}`,
            () => ({ request: toRequest(signed), secret: key }),
          ] as const,
      ),
    ],
    toRequest: (body) => toRequest({}, typeof body === 'string' ? body : JSON.stringify([body])),
    usual: {
      id: 'event-1',
      status: 'bounced',
      occurredAt: '2026-01-02T03:04:05.000Z',
      providerMessageId: '14c5d75ce93',
      emailId: signupId,
      nonce: null,
    },
    read: [
      [
        JSON.parse(golden)[0],
        {
          id: 'evt-1',
          status: 'delivered',
          occurredAt: '2026-01-01T00:00:00.000Z',
          providerMessageId: 'abc123',
          emailId: null,
        },
      ],
      [event('processed'), { status: 'sent' }],
      [event('delivered', { response: '250 OK' }), { status: 'delivered' }],
      [event('deferred', { response: '400 try again', attempt: '5' }), { status: 'delivery_delayed' }],
      [event('open', { sg_machine_open: true }), { status: 'opened' }],
      [event('click', { url: 'https://acme.test/' }), { status: 'clicked', link: 'https://acme.test/' }],
      [
        event('bounce', { type: 'bounce', status: '5.1.1', reason: '550' }),
        { bounce: { class: 'permanent', reason: '550' } },
      ],
      [
        event('bounce', { type: 'blocked', bounce_classification: 'Content', reason: '554' }),
        { bounce: { class: 'transient', reason: 'Content: 554' } },
      ],
      [event('bounce'), { bounce: { class: 'permanent', reason: null } }],
      [event('dropped', { reason: 'Bounced Address' }), { status: 'suppressed' }],
      [event('dropped', { reason: 'Unsubscribed Address' }), { status: 'suppressed' }],
      [event('dropped', { reason: 'Spam Reporting Address' }), { status: 'suppressed' }],
      [event('dropped', { reason: 'Invalid' }), { status: 'failed' }],
      [event('dropped', { reason: 'Spam Content (if Spam Checker app is enabled)' }), { status: 'failed' }],
      [event('dropped'), { status: 'failed' }],
      [event('spamreport'), { status: 'complained' }],
      [event('bounce', { signup_id: '42' }), { emailId: null }],
      ...[undefined, '', null, 7.5].map(
        (id) => [event('bounce', { sg_message_id: id }), { providerMessageId: null }] as const, // a late one
      ),
      [event('bounce', { timestamp: '1767323045' }), {}],
      [event('bounce', { sg_event_id: 42 }), { id: '42' }],
    ],
    ignored: [
      ...[
        'unsubscribe',
        'group_unsubscribe',
        'group_resubscribe',
        'account_status_change',
        'constructor',
        '',
      ].map((name) => ({ event: name })),
      '[]',
    ],
    malformed: ['', 'hello', '{}', 'null'],
  },
});

describe('what only SendGrid does', () => {
  const httpClient = () => makeHttpClient({ apiUrls: { sendgrid: fake().url } });
  const send = (mail = makeMail()) => sendgrid.open(good, httpClient()).send(mail);

  test('checks settings by the scopes of a key', async () => {
    await sendgrid.verify(good, 'hello@acme.test', httpClient());
    expect(fake().requests).toMatchObject([
      { method: 'GET', path: '/v3/scopes', body: '', headers: { authorization: `Bearer ${sendgridKey}` } },
    ]);
  });

  test('takes a mail in one request, tracked, with the signup in its custom arguments (C6.3, §6.2)', async () => {
    const result = await send();
    expect(result).toEqual({ outcome: 'sent', providerMessageId: [...fake().mails.keys()].at(-1) });
    const [request, ...others] = fake().requests;
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
  ])('gets the from address %s as %j', async (from, expected) => {
    await send(makeMail({ from }));
    expect(JSON.parse(fake().requests[0]?.body ?? '')).toMatchObject({ from: expected });
  });

  test('gets no empty part, which it would refuse', async () => {
    expect(await send(makeMail({ text: '' }))).toMatchObject({ outcome: 'sent' });
  });

  test('sends events of several mails in one request, some of them without meaning (C6.9)', () => {
    const batch = [event('open'), { event: 'unsubscribe' }, event('click', { signup_id: '42' })];
    expect(sendgrid.events.parse(toRequest({}, JSON.stringify(batch)), leaveOut)).toMatchObject([
      { status: 'opened', emailId: signupId },
      { status: 'clicked', emailId: null },
    ]);
  });

  test.each([
    1,
    {},
    { event: 7 },
    { event: 'open' },
    { event: 'open', timestamp: 1_767_225_600 },
    { event: 'open', sg_event_id: 'e' },
    { event: 'open', sg_event_id: 'e', timestamp: 'yesterday' },
    { event: 'open', sg_event_id: 'e', timestamp: -1 },
    { event: 'open', sg_event_id: 'e', timestamp: 1e99 },
    { event: 'open', sg_event_id: '', timestamp: 1_767_225_600 },
  ])('may send %j among others, which are kept (C6.9)', (odd) => {
    const left: string[] = [];
    const body = JSON.stringify([event('open'), odd, event('click')]);
    const read = sendgrid.events.parse(toRequest({}, body), ({ issues }) => {
      left.push(...issues.map(({ path }) => path.join('.')));
      return [];
    });
    expect(read).toMatchObject([{ status: 'opened' }, { status: 'clicked' }]);
    expect(left.length).toBeGreaterThan(0);
  });
});
