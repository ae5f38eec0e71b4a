import { describe, expect, test } from 'vitest';
import { resend } from '../../../../src/shared/mail/providers/resend.ts';
import { describeProvider, newMail } from '../../../support/describe-provider.ts';
import {
  resendKey,
  resendSendingKey,
  signResendEvent,
  startFakeResend,
} from '../../../support/fakes/resend.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, makeMail, signedAt, signupId } from '../../../support/http-client.ts';

const fake = useFake(startFakeResend);
const good = { api_key: resendKey };

const secret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';
const golden =
  '{"type":"email.delivered","created_at":"2026-01-01T00:00:00.000Z","data":{"email_id":"11111111-2222-4333-8444-555555555555"}}';
const goldenHeaders = {
  'svix-id': 'msg_demo0001',
  'svix-timestamp': '1767225600',
  'svix-signature': 'v1,xVLAF26Fl5PBsKc4QDbAFzoE01qlCYyDxe72q+I98HU=',
};
const signed = (headers: Record<string, string>, body = golden) => ({ headers, body: Buffer.from(body) });
const email_id = '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794';
const event = (type: string, extra: object = {}) => ({
  type,
  created_at: '2026-01-02T03:04:05.678+02:00',
  data: {
    email_id,
    created_at: '2025-12-31T23:00:00.000000+00:00',
    to: ['ada@example.com'],
    tags: { signup_id: signupId, other: 'x' },
    ...extra,
  },
});

describeProvider(fake, {
  name: 'Resend',
  provider: resend,
  good,
  clientTo: (url, fetch) => makeHttpClient({ apiUrls: { resend: url }, fetch }),
  settings: {
    accepted: [[{ api_key: ' re_1\n' }, { api_key: 're_1' }]],
    refused: [{}, { api_key: '' }, { api_key: 're 1' }, { api_key: 'ré' }, { api_key: 're_1', region: 'eu' }],
    wrong: [
      [
        'a bad key',
        { api_key: 're_bad' },
        'hello@acme.test',
        'The API key does not work. Resend answered 401: API key is invalid.',
      ],
      ...['pending.test', 'mail.acme.test', 'unknown.test'].map(
        (domain) =>
          [
            `the unverified domain ${domain}`,
            {},
            `Acme <hello@${domain}>`,
            `The domain ${domain} is not verified at Resend.`,
          ] as const,
      ),
    ],
    unproven: [
      { status: 200, body: '<html>a login page</html>' },
      { status: 200, body: '' },
      { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } },
    ],
  },
  mails: {
    urls: [[{}, 'https://api.resend.com/emails']],
    headersIn: (body) => JSON.parse(body).headers,
    accepted: { status: 200, body: { id: '1' } },
    configErrors: [
      ['a bad key', { api_key: 're_bad' }, {}, 'Resend answered 401: API key is invalid.'],
      [
        'an unverified domain',
        {},
        { from: 'hello@unverified.test' },
        'Resend answered 403: The unverified.test domain is not verified. Please add it.',
      ],
      ['a bad from address', {}, { from: 'Acme' }, 'Resend answered 422: Invalid `from` field.'],
    ],
    badRecipient: 'Resend answered 422: Invalid `to` field: (address).',
    refusal: (message) => ({ status: 422, body: { name: 'validation_error', message } }),
    credentials: [resendKey],
    throttled: [
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
        3_600,
      ],
      [{ status: 429, body: { name: 'monthly_quota_exceeded', message: 'Slow.' } }, 3_600],
    ],
    retried: [],
    failed: [
      { status: 404, body: '<html>Not found</html>' },
      { status: 451, body: { name: 'security_error', message: 'No.' } },
    ],
    withoutId: [],
    unclear: [
      { status: 200, body: '<html>a proxy</html>' },
      { status: 200, body: '' },
    ],
  },
  events: {
    secret,
    secrets: [secret],
    badSecrets: ['whsec_', 'd2FpdGxpc3Q='],
    genuine: [
      ['with the golden signature', () => ({ request: signed(goldenHeaders) })],
      [
        'with the signature of the fake',
        () => ({ request: signed(signResendEvent(secret, 'msg_2', signedAt, '{}'), '{}') }),
      ],
    ],
    forged: [
      ['changed', () => ({ request: signed(goldenHeaders, golden.replace('delivered', 'complained')) })],
      ['301 s old', () => ({ request: signed(signResendEvent(secret, 'msg_1', signedAt - 301, golden)) })],
      ['301 s ahead', () => ({ request: signed(signResendEvent(secret, 'msg_1', signedAt + 301, golden)) })],
      ['unsigned', () => ({ request: signed({}) })],
      ['of another secret', () => ({ request: signed(goldenHeaders), secret: 'whsec_b3RoZXI=' })],
    ],
    toRequest: (body) => signed(goldenHeaders, typeof body === 'string' ? body : JSON.stringify(body)),
    usual: {
      id: 'msg_demo0001',
      status: 'opened',
      occurredAt: '2026-01-02T01:04:05.678Z',
      providerMessageId: email_id,
      emailId: signupId,
      nonce: null,
    },
    read: [
      [
        JSON.parse(golden),
        {
          status: 'delivered',
          occurredAt: '2026-01-01T00:00:00.000Z',
          providerMessageId: '11111111-2222-4333-8444-555555555555',
          emailId: null,
        },
      ],
      [event('email.sent'), { status: 'sent' }],
      [event('email.delivered'), { status: 'delivered' }],
      [event('email.delivery_delayed'), { status: 'delivery_delayed' }],
      [event('email.opened'), { status: 'opened' }],
      [
        event('email.clicked', { click: { link: 'https://acme.test/', timestamp: '2026-01-01T00:00:00Z' } }),
        { status: 'clicked', link: 'https://acme.test/' },
      ],
      ...['Transient', 'Undetermined'].map(
        (type) =>
          [
            event('email.bounced', { bounce: { type, subType: 'MailboxFull', message: 'to <a@b.co>: 552' } }),
            { status: 'bounced', bounce: { class: 'transient', reason: 'MailboxFull: to <(address)>: 552' } },
          ] as const,
      ),
      [event('email.bounced'), { status: 'bounced', bounce: { class: 'permanent', reason: null } }],
      [
        event('email.bounced', { bounce: { type: 'Permanent', subType: 'General', message: 'x' } }),
        { status: 'bounced', bounce: { class: 'permanent', reason: 'General: x' } },
      ],
      [
        event('email.bounced', { bounce: { type: 'Permanent', subType: 'Suppressed', message: 'x' } }),
        { status: 'suppressed' },
      ],
      [event('email.complained'), { status: 'complained' }],
      [event('email.failed', { failed: { reason: 'reached_daily_quota' } }), { status: 'failed' }],
      [
        event('email.suppressed', { suppressed: { type: 'OnAccountSuppressionList' } }),
        { status: 'suppressed' },
      ],
      ...[{ signup_id: '42' }, { signup_id: 7 }, {}, null, [], undefined].map(
        (tags) => [event('email.opened', { tags }), { emailId: null }] as const,
      ),
    ],
    ignored: [
      ...['email.scheduled', 'email.received', 'contact.created', 'domain.updated', 'constructor', ''].map(
        (type) => ({ type, created_at: 'whenever', data: null }),
      ),
    ],
    malformed: [
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
    ],
  },
});

describe('what only Resend does', () => {
  const httpClient = () => makeHttpClient({ apiUrls: { resend: fake().url } });
  const send = (mail = newMail()) => resend.open(good, httpClient()).send(mail);

  test('checks settings by the domains of the account', async () => {
    await resend.verify(good, 'Acme <hello@ACME.test>', httpClient());
    expect(fake().requests).toMatchObject([
      { method: 'GET', path: '/domains', body: '', headers: { authorization: `Bearer ${resendKey}` } },
    ]);
  });

  test('takes the from address as it is where the domains cannot all be seen', async () => {
    await resend.verify({ api_key: resendSendingKey }, 'hello@anything.test', httpClient());
    fake().next({ status: 200, body: { object: 'list', has_more: true, data: [] } });
    await resend.verify(good, 'hello@acme.test', httpClient());
  });

  test('takes a mail in one request, with the signup in its tags (C6.3, §6.2)', async () => {
    const result = await send(makeMail());
    expect(result).toEqual({ outcome: 'sent', providerMessageId: [...fake().mails.keys()].at(-1) });
    const [request, ...others] = fake().requests;
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

  test('sends a mail once, however often it gets it (C6.5)', async () => {
    const before = fake().mails.size;
    const mail = newMail();
    fake().next({ drop: true });
    expect(await send(mail)).toMatchObject({ outcome: 'unavailable', mayHaveLeft: true });
    const first = await send(mail);
    expect(first).toMatchObject({ outcome: 'sent' });
    expect(await send(mail)).toEqual(first);
    expect(fake().mails.size).toBe(before + 1);
    expect(resend.idempotent).toBe(true);
  });

  test('may have sent a mail under the key of another one: nobody can know (C6.5)', async () => {
    const mail = newMail();
    await send(mail);
    await expect(send({ ...mail, text: 'another' })).rejects.toThrow(
      'Resend answered 409: Same idempotency key',
    );
  });

  test('is asked again while the first request still runs (C6.6)', async () => {
    fake().next({ status: 409, body: { name: 'concurrent_idempotent_requests', message: 'Running.' } });
    expect(await send()).toEqual({
      outcome: 'retry',
      error: 'Resend answered 409: Running.',
      mayHaveLeft: true,
    });
  });
});
