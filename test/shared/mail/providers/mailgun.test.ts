import { describe, expect, test } from 'vitest';
import { mailgun } from '../../../../src/shared/mail/providers/mailgun.ts';
import { describeProvider, leaveOut } from '../../../support/describe-provider.ts';
import {
  headersInMailgun,
  mailgunKey,
  signMailgunEvent,
  startFakeMailgun,
} from '../../../support/fakes/mailgun.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, makeMail, refusalOf, signedAt, signupId } from '../../../support/http-client.ts';

const fake = useFake(startFakeMailgun);
const good = { api_key: mailgunKey, domain: 'mg.acme.test' };

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
const toBody = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const signedWith = (signature: unknown) => toBody({ signature, 'event-data': delivered });
const failedAs = (severity: string, reason: string | null) => ({
  ...delivered,
  event: 'failed',
  severity,
  reason,
});

describeProvider(fake, {
  name: 'Mailgun',
  provider: mailgun,
  good,
  clientTo: (url, fetch) => makeHttpClient({ apiUrls: { mailgun: url }, fetch }),
  settings: {
    accepted: [
      [
        { api_key: ' key-1\n', domain: 'MG.Acme.test', region: 'eu' },
        { api_key: 'key-1', domain: 'mg.acme.test', region: 'eu' },
      ],
      [good, good],
    ],
    refused: [
      {},
      { api_key: 'key-1' },
      { domain: 'mg.acme.test' },
      { ...good, api_key: 'key 1' },
      { ...good, domain: 'acme' },
      { ...good, domain: 'a.test/../b' },
      { ...good, domain: 'a.test?x' },
      { ...good, region: 'asia' },
      { ...good, webhook: 'x' },
    ],
    wrong: [
      [
        'a bad key',
        { api_key: 'key-bad' },
        'hello@acme.test',
        'The settings do not work. Mailgun answered 401: Forbidden.',
      ],
      [
        'an unknown domain',
        { domain: 'unknown.test' },
        'hello@acme.test',
        'The settings do not work. Mailgun answered 404: Domain not found: unknown.test.',
      ],
    ],
    unproven: [],
  },
  mails: {
    urls: [
      [{}, 'https://api.mailgun.net/v3/mg.acme.test/messages'],
      [{ region: 'us' }, 'https://api.mailgun.net/v3/mg.acme.test/messages'],
      [{ region: 'eu' }, 'https://api.eu.mailgun.net/v3/mg.acme.test/messages'],
    ],
    headersIn: headersInMailgun,
    accepted: { status: 200, body: { id: '<1@mg.acme.test>' } },
    configErrors: [
      ['a bad key', { api_key: 'key-bad' }, {}, 'Mailgun answered 401: Forbidden.'],
      [
        'an unknown domain',
        { domain: 'unknown.test' },
        {},
        'Mailgun answered 404: Domain not found: unknown.test.',
      ],
      [
        'a domain that may not send',
        { domain: 'new.acme.test' },
        {},
        'Mailgun answered 403: Domain new.acme.test is not allowed to send: Please activate your account.',
      ],
      [
        'a bad from address',
        {},
        { from: 'Acme' },
        "Mailgun answered 400: 'from' parameter is not a valid address: Acme.",
      ],
    ],
    badRecipient: "Mailgun answered 400: 'to' parameter is not a valid address: (address).",
    refusal: (message) => ({ status: 400, body: { message } }),
    credentials: [mailgunKey],
    throttled: [],
    retried: [],
    failed: [{ status: 402 }],
    withoutId: [{}, { id: '' }, { id: 7 }, { id: `<${'x'.repeat(300)}>` }].map((body) => ({
      status: 200,
      body,
    })),
    unclear: [{ status: 200, body: '<html>a proxy</html>' }],
  },
  events: {
    secret: key,
    secrets: [key],
    badSecrets: ['two words', ' padded ', 'schlüssel', 'x'.repeat(501)],
    genuine: [
      ['with the golden signature', () => ({ request: signedWith(golden) })],
      [
        'with the signature of the fake',
        () => ({ request: signedWith(signMailgunEvent(key, signedAt, 'demo-token-0001')) }),
      ],
      ['with more beside the signature', () => ({ request: signedWith({ ...golden, more: 'x' }) })],
      ['24 hours old', () => ({ request: signedWith(golden), at: signedAt + 86_400 })],
      ['5 minutes ahead', () => ({ request: signedWith(golden), at: signedAt - 300 })],
    ],
    forged: [
      ['older than 24 hours', () => ({ request: signedWith(golden), at: signedAt + 86_401 })],
      ['301 s ahead', () => ({ request: signedWith(golden), at: signedAt - 301 })],
      ['of another secret', () => ({ request: signedWith(golden), secret: 'another-signing-key' })],
      [
        'without a secret',
        () => ({ request: signedWith(signMailgunEvent('', signedAt, 'demo-token-0001')), secret: '' }),
      ],
      ...Object.entries({
        'with another token': { ...golden, token: 'demo-token-0002' },
        'with another time': { ...golden, timestamp: '1767225601' },
        'with a digit moved to the time': {
          ...signMailgunEvent(key, signedAt, '5abc'),
          timestamp: `${signedAt}5`,
          token: 'abc',
        },
        'with a changed signature': { ...golden, signature: golden.signature.replace('e9', 'e8') },
        'with a short signature': { ...golden, signature: 'e9fe' },
        'with a signature that is no text': { ...golden, signature: 7 },
        'without a signature': { timestamp: golden.timestamp, token: golden.token },
        'without a time': { ...golden, timestamp: undefined },
        'with a time in words': { ...golden, timestamp: 'now' },
        'without any of it': undefined,
      }).map(([what, signature]) => [what, () => ({ request: signedWith(signature) })] as const),
      ...['', 'hello', 'null', '[]', '"x"'].map(
        (body) => [`with the body ${JSON.stringify(body)}`, () => ({ request: toBody(body) })] as const,
      ),
    ],
    toRequest: (data) => toBody({ signature: golden, 'event-data': data }),
    usual: {
      id: 'evt-1',
      status: 'delivered',
      occurredAt: '2026-01-01T00:00:00.120Z',
      providerMessageId: '20260101.1@mg.acme.test',
      emailId: signupId,
      nonce: 'demo-token-0001', // used once (C6.9)
    },
    read: [
      [delivered, {}],
      [{ ...delivered, timestamp: 1767229200 }, { occurredAt: '2026-01-01T01:00:00.000Z' }],
      [{ ...delivered, event: 'accepted' }, { status: 'sent' }],
      [{ ...delivered, event: 'opened' }, { status: 'opened' }],
      [
        { ...delivered, event: 'clicked', url: 'https://acme.test/' },
        { status: 'clicked', link: 'https://acme.test/' },
      ],
      [{ ...delivered, event: 'complained' }, { status: 'complained' }],
      [{ ...delivered, event: 'rejected' }, { status: 'failed' }],
      [failedAs('temporary', 'generic'), { status: 'delivery_delayed' }],
      [failedAs('temporary', 'suppress-bounce'), { status: 'delivery_delayed' }],
      ...['bounce', 'generic', null].map(
        (reason) =>
          [
            { ...failedAs('permanent', reason), 'delivery-status': { code: 550, message: '5.1.1 unknown' } },
            {
              status: 'bounced',
              bounce: { class: 'permanent', reason: reason ? `${reason}: 5.1.1 unknown` : '5.1.1 unknown' },
            },
          ] as const,
      ),
      ...['espblock', 'greylisted', 'old'].map(
        (reason) =>
          [
            { ...failedAs('permanent', reason), 'delivery-status': null },
            { status: 'bounced', bounce: { class: 'transient', reason } },
          ] as const,
      ),
      ...[{ message: '552 5.2.2 full' }, { message: '552 5.2.2 full', 'bounce-type': 'soft' }].map(
        (delivery) =>
          [
            { ...failedAs('permanent', 'bounce'), 'delivery-status': delivery },
            { status: 'bounced', bounce: { class: 'transient', reason: 'bounce: 552 5.2.2 full' } },
          ] as const,
      ),
      [failedAs('permanent', 'suppress-bounce'), { status: 'suppressed' }],
      [failedAs('permanent', 'suppress-complaint'), { status: 'suppressed' }],
      [failedAs('permanent', 'suppress-unsubscribe'), { status: 'suppressed' }],
      [{ ...delivered, message: { headers: { 'message-id': '<20260101.1@mg.acme.test>' } } }, {}],
      [{ ...delivered, message: undefined }, { providerMessageId: null }],
      ...[{ signup_id: '42' }, { signup_id: 7 }, {}, [], null, undefined].map(
        (variables) => [{ ...delivered, 'user-variables': variables }, { emailId: null }] as const,
      ),
    ],
    ignored: [
      ...['unsubscribed', 'stored', 'list_member_uploaded', 'constructor', ''].map((event) => ({ event })),
      { ...delivered, event: 'failed' }, // without how
    ],
    malformed: [
      undefined,
      { ...delivered, event: undefined },
      { ...delivered, id: undefined },
      { ...delivered, id: 'x'.repeat(257) },
      { ...delivered, timestamp: undefined },
      { ...delivered, timestamp: 'now' },
      { ...delivered, timestamp: 1e20 },
      { ...delivered, timestamp: -1 },
    ],
  },
});

describe('what only Mailgun does', () => {
  const httpClient = () => makeHttpClient({ apiUrls: { mailgun: fake().url } });

  test('repeats what it cannot deliver, unless the answer is 406 (C6.9)', async () => {
    const signature = signMailgunEvent('key', signedAt, 'token');
    for (const data of [undefined, { event: 7 }, { ...delivered, timestamp: 'now' }]) {
      const body = Buffer.from(JSON.stringify({ signature, 'event-data': data }));
      const refusal = await refusalOf(() => mailgun.events?.parse({ headers: {}, body }, leaveOut));
      expect(refusal).toMatchObject({ code: 'invalid_request', status: 406 });
    }
  });

  test('checks settings with a mail that it does not deliver', async () => {
    const before = fake().mails.size;
    await mailgun.verify(good, 'Acme <hello@acme.test>', httpClient());
    expect(fake().requests).toHaveLength(1);
    const mail = new URLSearchParams(fake().requests[0]?.body);
    expect(mail.get('o:testmode')).toBe('yes');
    expect(mail.get('to')).toBe('hello@acme.test');
    expect(fake().mails.size).toBe(before);
  });

  test('takes a mail in one request, with the signup in its variables (C6.3, §6.2)', async () => {
    expect(await mailgun.open(good, httpClient()).send(makeMail())).toEqual({
      outcome: 'sent',
      providerMessageId: `signup-${signupId}@acme.test`, // without the brackets, as events have it
    });
    expect(fake().requests).toHaveLength(1);
    const [request] = fake().requests;
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
});
