import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { signAwsPost } from '../../../../src/shared/mail/providers/ses/aws-signature.ts';
import { ses } from '../../../../src/shared/mail/providers/ses/ses.ts';
import { openAddressGuard } from '../../../../src/shared/platform/outbound/address-guard.ts';
import type { HttpClient } from '../../../../src/shared/platform/outbound/http-client.ts';
import { openSafeFetch } from '../../../../src/shared/platform/outbound/safe-fetch.ts';
import { describeProvider, leaveOut } from '../../../support/describe-provider.ts';
import { awsKeys, headersInAws, startFakeAws, toFakeAws, topic } from '../../../support/fakes/ses.ts';
import { useFake } from '../../../support/fakes/use-fake.ts';
import { makeHttpClient, makeMail, refusalOf, signedAt, signupId } from '../../../support/http-client.ts';

const fake = useFake(startFakeAws);
const good = { region: 'eu-west-1', ...awsKeys };
const loopback = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));
const httpClient = (change?: Partial<HttpClient>) =>
  makeHttpClient({ fetch: toFakeAws(fake().url, loopback), ...change });

const toRequest = (body: unknown) => ({
  headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
/** A request of SNS with these fields, signed, and then with these changes. */
const signed = (fields: Record<string, string> = {}, changes: object = {}) =>
  toRequest({ ...fake().sns.sign(fields), ...changes });

const mail = {
  timestamp: '2026-01-01T00:00:00.000Z',
  messageId: '0102-1',
  destination: ['ada@example.com'],
  tags: { signup_id: [signupId], 'ses:from-domain': ['acme.test'] },
};
const event = (eventType: string, extra: object = {}) => ({ eventType, mail, ...extra });
const bounce = (bounceSubType: string, bounceType = 'Permanent') =>
  event('Bounce', { bounce: { timestamp: mail.timestamp, bounceType, bounceSubType } });
const bounceOf = (recipient: object) =>
  event('Bounce', {
    bounce: {
      ...{ timestamp: mail.timestamp, bounceType: 'Transient', bounceSubType: 'General' },
      bouncedRecipients: [{ emailAddress: 'ada@example.com', ...recipient }],
    },
  });
const complaint = (extra: object) =>
  event('Complaint', { complaint: { timestamp: mail.timestamp, ...extra } });

describeProvider(fake, {
  name: 'Amazon SES',
  provider: ses,
  good,
  clientTo: (url, fetch) => makeHttpClient({ fetch: toFakeAws(url, fetch) }),
  settings: {
    accepted: [
      [{ ...good, access_key_id: ` ${good.access_key_id}\n` }, good],
      ...['us-east-1', 'ap-southeast-2', 'us-gov-west-1', 'il-central-1'].map(
        (region) =>
          [
            { ...good, region },
            { ...good, region },
          ] as const,
      ),
    ],
    refused: [
      {},
      awsKeys,
      { ...good, region: 'eu' },
      { ...good, region: 'evil.test/eu-west-1' },
      { ...good, region: 'eu-west-1.evil.test' },
      { ...good, secret_access_key: '' },
      { ...good, access_key_id: 'AK ID' },
      { ...good, endpoint: 'https://example.com' },
    ],
    wrong: [
      [
        'a bad key',
        { access_key_id: 'AKIDBAD' },
        'hello@acme.test',
        'The settings do not work. Amazon SES answered 403: UnrecognizedClientException: The security token included in the request is invalid.',
      ],
      [
        'a bad secret',
        { secret_access_key: 'bad' },
        'hello@acme.test',
        'The settings do not work. Amazon SES answered 403: SignatureDoesNotMatch: The request signature we calculated does not match the signature you provided.',
      ],
      [
        'an unverified from address',
        {},
        'hello@other.test',
        'The settings do not work. Amazon SES answered 400: MessageRejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: (address).',
      ],
    ],
    unproven: [],
  },
  mails: {
    urls: ['us-east-1', 'eu-west-1'].map(
      (region) => [{ region }, `https://email.${region}.amazonaws.com/v2/email/outbound-emails`] as const,
    ),
    headersIn: headersInAws,
    accepted: { status: 200, body: { MessageId: '1' } },
    configErrors: [
      [
        'a bad key',
        { access_key_id: 'AKIDBAD' },
        {},
        'Amazon SES answered 403: UnrecognizedClientException: The security token included in the request is invalid.',
      ],
      [
        'a bad secret',
        { secret_access_key: 'bad' },
        {},
        'Amazon SES answered 403: SignatureDoesNotMatch: The request signature we calculated does not match the signature you provided.',
      ],
      [
        'an unverified from address',
        {},
        { from: 'hello@other.test' },
        'Amazon SES answered 400: MessageRejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: (address).',
      ],
    ],
    badRecipient:
      'Amazon SES answered 400: BadRequestException: Invalid email address: "(address)"(address).',
    refusal: (message) => ({ status: 400, body: { message } }),
    credentials: [awsKeys.access_key_id, awsKeys.secret_access_key],
    throttled: [
      [{ status: 429, headers: { 'x-amzn-errortype': 'TooManyRequestsException', 'retry-after': '7' } }, 7],
      [{ status: 400, headers: { 'x-amzn-errortype': 'LimitExceededException' } }, 1],
      [{ status: 400, body: { __type: 'ThrottlingException', message: 'Rate exceeded' } }, 1],
    ],
    retried: [{ status: 503, body: '<html>Unavailable</html>' }],
    failed: [],
    withoutId: [{ status: 200, body: {} }],
    unclear: [{ status: 200, body: '<html>a proxy</html>' }],
  },
  events: {
    secret: topic,
    secrets: [topic, 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:a_b-C', `${topic}.fifo`],
    badSecrets: ['whsec_1', `${topic}:subscription`, 'arn:aws:sqs:eu-west-1:123456789012:queue', ` ${topic}`],
    genuine: [
      ['an hour old', () => ({ request: signed(), at: signedAt + 3_600 })],
      ['5 minutes ahead', () => ({ request: signed(), at: signedAt - 300 })],
    ],
    forged: [
      ['an hour and a second old', () => ({ request: signed(), at: signedAt + 3_601 })],
      ['301 s ahead', () => ({ request: signed(), at: signedAt - 301 })],
      ...(
        [
          ['Message', '{"a":1}'],
          ['MessageId', '00000000-0000-4000-8000-000000000000'],
          ['Subject', 'x'],
          ['Timestamp', '2026-01-01T00:00:01.000Z'],
          ['Type', 'SubscriptionConfirmation'],
          ['SignatureVersion', '1'],
          ['Signature', Buffer.alloc(256).toString('base64')],
          ['Signature', ''],
        ] as const
      ).map(
        ([field, value]) =>
          [`with another ${field}`, () => ({ request: signed({}, { [field]: value }) })] as const,
      ),
      ...[
        ...['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'],
        ...['SignatureVersion', 'Signature', 'SigningCertURL'],
      ].map(
        (field) => [`without ${field}`, () => ({ request: signed({}, { [field]: undefined }) })] as const,
      ),
      ...[
        { SignatureVersion: '3' },
        { Type: 'Other' },
        { Timestamp: 'now' },
        { Timestamp: '' },
        { Signature: '?' },
      ].map(
        (fields: Record<string, string>) =>
          [`with ${JSON.stringify(fields)}`, () => ({ request: signed(fields, fields) })] as const,
      ),
      ...['', 'hello', 'null', '[]', '{}'].map(
        (body) => [`with the body ${JSON.stringify(body)}`, () => ({ request: toRequest(body) })] as const,
      ),
    ],
    toRequest: (message) =>
      signed({
        Message: typeof message === 'string' ? message : JSON.stringify(message),
        MessageId: 'sns-1',
      }),
    usual: {
      id: 'sns-1',
      status: 'bounced',
      occurredAt: mail.timestamp,
      providerMessageId: '0102-1',
      emailId: signupId,
      nonce: null,
    },
    read: [
      [event('Send', { send: {} }), { status: 'sent' }],
      [
        event('Delivery', { delivery: { timestamp: '2026-01-01T00:01:00.000Z' } }),
        { status: 'delivered', occurredAt: '2026-01-01T00:01:00.000Z' },
      ],
      [
        event('DeliveryDelay', {
          deliveryDelay: { timestamp: '2026-01-01T00:02:00Z', delayType: 'MailboxFull' },
        }),
        { status: 'delivery_delayed', occurredAt: '2026-01-01T00:02:00.000Z' },
      ],
      [
        event('Open', { open: { timestamp: '2026-01-01T01:03:00+01:00' } }),
        { status: 'opened', occurredAt: '2026-01-01T00:03:00.000Z' },
      ],
      [
        event('Click', { click: { timestamp: '2026-01-01T00:04:00.000Z', link: 'https://acme.test/' } }),
        { status: 'clicked', occurredAt: '2026-01-01T00:04:00.000Z', link: 'https://acme.test/' },
      ],
      [
        event('Bounce', {
          bounce: {
            timestamp: '2026-01-01T00:05:00.000Z',
            bounceType: 'Permanent',
            bounceSubType: 'General',
          },
        }),
        { occurredAt: '2026-01-01T00:05:00.000Z' },
      ],
      [bounce('General', 'Transient'), { bounce: { class: 'transient', reason: 'General' } }],
      [bounce('General', 'Undetermined'), { bounce: { class: 'transient', reason: 'General' } }],
      [bounce('NoEmail'), { bounce: { class: 'permanent', reason: 'NoEmail' } }],
      [
        bounceOf({ action: 'failed', status: '4.2.2', diagnosticCode: 'smtp; 452 4.2.2 full' }),
        { bounce: { class: 'transient', reason: 'General: smtp; 452 4.2.2 full' } },
      ],
      [bounce('Suppressed'), { status: 'suppressed' }],
      [bounce('OnAccountSuppressionList'), { status: 'suppressed' }],
      [bounce('UnsubscribedRecipient'), { status: 'suppressed' }],
      [
        event('Complaint', { complaint: { timestamp: '2026-01-01T00:06:00.000Z' } }),
        { status: 'complained', occurredAt: '2026-01-01T00:06:00.000Z' },
      ],
      [complaint({ complaintSubType: null }), { status: 'complained' }],
      [complaint({ complaintSubType: 'OnAccountSuppressionList' }), { status: 'suppressed' }],
      [event('Reject', { reject: { reason: 'Bad content' } }), { status: 'failed' }],
      [event('Rendering Failure', { failure: { errorMessage: 'x' } }), { status: 'failed' }],
      // The feedback of an identity has no tags.
      ...[undefined, {}, { signup_id: [] }, { signup_id: ['42'] }, { signup_id: signupId }, null].map(
        (tags) =>
          [
            {
              notificationType: 'Delivery',
              mail: { ...mail, tags },
              delivery: { timestamp: mail.timestamp },
            },
            { status: 'delivered', emailId: null },
          ] as const,
      ),
    ],
    ignored: [
      bounceOf({ action: 'delivered' }), // an automatic reply
      ...['Subscription', 'Other', 'constructor', ''].map((eventType) => ({ eventType })),
      'Successfully validated SNS topic for Amazon SES event publishing.', // greets a new topic
    ],
    malformed: [
      'hello',
      '',
      'null',
      '[]',
      '{}',
      '{"eventType":1}',
      '{"eventType":"Send"}',
      '{"eventType":"Send","mail":{"messageId":"1"}}',
      '{"eventType":"Send","mail":{"messageId":"1","timestamp":"whenever"}}',
      '{"eventType":"Send","mail":{"messageId":"","timestamp":"2026-01-01T00:00:00Z"}}',
      '{"eventType":"Open","mail":{"messageId":"1","timestamp":"2026-01-01T00:00:00Z"}}',
      '{"eventType":"Open","open":{},"mail":{"messageId":"1","timestamp":"2026-01-01T00:00:00Z"}}',
    ],
  },
});

describe('a signature of AWS (C6.3)', () => {
  const credentials = {
    region: 'us-east-1',
    access_key_id: 'AKIDEXAMPLE',
    secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  };
  const at = Date.UTC(2015, 7, 30, 12, 36);

  test.each([
    [
      'post-vanilla',
      {},
      '',
      'host;x-amz-date',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'post-x-www-form-urlencoded',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'Param1=value1',
      'content-type;host;x-amz-date',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('is that of the published vector %s', (_, headers, body, names, signature) => {
    expect(signAwsPost('https://example.amazonaws.com/', headers, body, 'service', credentials, at)).toEqual({
      ...headers,
      'x-amz-date': '20150830T123600Z',
      authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
    });
  });
});

describe('what only Amazon SES does', () => {
  const send = (mail = makeMail()) => ses.open(good, httpClient()).send(mail);

  test('are checked with a mail to the mailbox simulator', async () => {
    await ses.verify(good, 'Größe <hello@acme.test>', httpClient());
    expect(fake().requests).toHaveLength(1);
    expect(JSON.parse(fake().requests[0]?.body ?? '')).toMatchObject({
      FromEmailAddress: expect.stringContaining('<hello@acme.test>'),
      Destination: { ToAddresses: ['success@simulator.amazonses.com'] },
    });
  });

  test('is one signed request, with the signup in its tags (C6.3, §6.2)', async () => {
    const result = await send();
    const [id] = [...fake().mails.keys()].slice(-1);
    expect(result).toEqual({ outcome: 'sent', providerMessageId: id });
    expect(fake().requests).toHaveLength(1);
    const [request] = fake().requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v2/email/outbound-emails',
      headers: {
        host: 'email.eu-west-1.amazonaws.com',
        'content-type': 'application/json',
        'x-amz-date': '20260101T000000Z',
      },
    });
    const { Content, ...others } = JSON.parse(request?.body ?? '');
    expect(others).toEqual({
      FromEmailAddress: 'Acme <hello@acme.test>',
      Destination: { ToAddresses: ['ada@example.com'] },
      EmailTags: [{ Name: 'signup_id', Value: signupId }],
    });
    const mail = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'));
    expect(mail).toMatchObject({
      from: { name: 'Acme', address: 'hello@acme.test' },
      to: [{ address: 'ada@example.com' }],
      subject: 'You’re #1',
      messageId: `<signup-${signupId}@acme.test>`,
      date: '2026-01-01T00:00:00.000Z',
      text: 'Number 1 of 2 – look [https://acme.test/]\n',
      html: '<p>Number 1 of 2 – <a href="https://acme.test/">look</a></p>\n',
    });
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(ses.idempotent).toBe(false);
  });

  test('has a long name and foreign letters encoded, as SES wants them (C6.3)', async () => {
    const name = 'Größe und Länge, ein Name mit vielen Wörtern und noch mehr davon';
    await send(makeMail({ from: `${name} <hello@acme.test>`, to: 'ada@bücher.example' }));
    const { FromEmailAddress, Destination, Content } = JSON.parse(fake().requests[0]?.body ?? '');
    expect(FromEmailAddress).toMatch(/^[\x20-\x7e]+<hello@acme\.test>$/);
    expect(Destination.ToAddresses).toEqual(['ada@xn--bcher-kva.example']);
    const mail = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'));
    expect(mail.from).toMatchObject({ name, address: 'hello@acme.test' });
  });

  test('cannot gain headers or recipients (C6.3)', async () => {
    await send(
      makeMail({
        subject: 'Hi\r\nBcc: eve@example.com',
        from: 'A\r\nBcc: eve@example.com <hello@acme.test>',
      }),
    );
    await send(makeMail({ to: 'ada@example.com, eve@example.com' }));
    for (const { body } of fake().requests) {
      const { Destination, Content } = JSON.parse(body);
      const mail = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'));
      expect(mail.bcc).toBeUndefined();
      expect(Destination.ToAddresses).toHaveLength(1);
    }
  });

  test.each([
    [400, 'AccountSuspendedException'],
    [404, 'NotFoundException'],
    [403, 'AccessDeniedException'],
  ])('refused with %i %s is an error of the settings (C6.6)', async (status, type) => {
    fake().next({ status, headers: { 'x-amzn-errortype': type }, body: { message: 'No.' } });
    expect(await send()).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error: `Amazon SES answered ${status}: ${type}: No.`,
    });
    fake().next({ status, body: { __type: `com.amazonaws.ses#${type}`, Message: 'No.' } });
    expect(await send()).toMatchObject({ status: 'config_error', error: expect.stringContaining(type) });
  });
});

describe('what only events by SNS have', () => {
  const { events } = ses;
  if (!events) throw new Error('SES has events.');
  const verify = (body: unknown, secret = topic, change?: Partial<HttpClient>) =>
    events.verify(toRequest(body), secret, httpClient(change));
  const refused = async (body: unknown, secret = topic, change?: Partial<HttpClient>) =>
    expect((await refusalOf(() => verify(body, secret, change))).code).toBe('unauthorized');

  test.each(['1', '2'])(
    'signed by SNS in version %s are genuine, by one look at its certificate (C6.9)',
    async (SignatureVersion) => {
      // One that was not asked for before.
      const certificateUrl = `${fake().sns.certificateUrl}?${SignatureVersion}`;
      for (const fields of [{}, { Subject: 'Amazon SES' }, { Message: 'Grüße\n"x"' }]) {
        await verify(fake().sns.sign({ SignatureVersion, SigningCertURL: certificateUrl, ...fields }));
      }
      expect(fake().requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `GET ${new URL(certificateUrl).pathname}?${SignatureVersion}`,
      ]);
    },
  );

  test('of any other topic are refused (C6.9)', async () => {
    await refused(fake().sns.sign({ TopicArn: 'arn:aws:sns:eu-west-1:999999999999:ses-events' }));
    await refused(fake().sns.sign(), 'arn:aws:sns:eu-west-1:999999999999:ses-events');
    await refused(fake().sns.sign({ TopicArn: '' }), '');
    expect(fake().requests).toEqual([]);
  });

  test.each([
    'http://sns.eu-west-1.amazonaws.com/x.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
    'https://user@sns.eu-west-1.amazonaws.com/x.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.test/x.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.cn/x.pem',
    'https://evil.test/sns.eu-west-1.amazonaws.com/x.pem',
    'https://evil.test#@sns.eu-west-1.amazonaws.com/x.pem',
    'https://sns.eu.west.amazonaws.com/x.pem',
    'https://sns.amazonaws.com/x.pem',
    'https://sns.s3-us-west-2.amazonaws.com/x.pem', // a bucket that somebody has named sns
    'https://xsns.eu-west-1.amazonaws.com/x.pem',
    'https://sns.eu-west-1.amazonaws.com/x.pem.txt',
    'https://sns.eu-west-1.amazonaws.com/x.txt?.pem',
    'https://127.0.0.1/x.pem',
    'file:///x.pem',
    'x.pem',
  ])('with the certificate %s are refused without a look at it (C6.9, C7.6)', async (SigningCertURL) => {
    const asked: string[] = [];
    const fetch: HttpClient['fetch'] = async (url) => {
      asked.push(url);
      return { status: 500, headers: {}, body: '' };
    };
    await refused(fake().sns.sign({ SigningCertURL }), topic, { fetch });
    expect(asked).toEqual([]);
  });

  test('with no certificate, one that is none or one out of date are refused (C6.9)', async () => {
    const at = (path: string) =>
      fake().sns.sign({ SigningCertURL: fake().sns.certificateUrl.replace('.pem', `${path}.pem`) });
    await refused(at('-unknown'));
    fake().next({ status: 200, body: 'hello' });
    await refused(at('-words'));
    const later = Date.UTC(2100, 0);
    await refused(
      fake().sns.sign({
        SigningCertURL: `${fake().sns.certificateUrl}?late`,
        Timestamp: new Date(later).toISOString(),
      }),
      topic,
      { now: () => later },
    );
  });

  test.each([{ status: 503 }, { status: 429 }, { drop: true }])(
    'come again when the certificate cannot be had: %j (C6.9)',
    async (script) => {
      const body = fake().sns.sign({
        SigningCertURL: `${fake().sns.certificateUrl}?${JSON.stringify(script)}`,
      });
      fake().next(script);
      expect(await refusalOf(() => verify(body))).toMatchObject({ status: 503 });
      await verify(body);
    },
  );

  test('that begin or end a subscription mean nothing (C6.9)', async () => {
    for (const Type of ['SubscriptionConfirmation', 'UnsubscribeConfirmation']) {
      const body = fake().sns.sign({
        Type,
        Message: 'You have …',
        Token: 't',
        SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/',
      });
      await verify(body);
      expect(events.parse(toRequest(body), leaveOut)).toEqual([]);
    }
  });

  test('name the switch if raw message delivery is on, which drops the signature (C6.9)', async () => {
    const raw = [
      toRequest(event('Delivery', { delivery: { timestamp: mail.timestamp } })),
      { headers: { 'x-amz-sns-rawdelivery': 'true' }, body: Buffer.from('hello') },
    ];
    for (const request of raw) {
      const { message } = await refusalOf(() => events.verify(request, topic, httpClient()));
      expect(message).toContain('Switch off "Enable raw message delivery" of the SNS subscription');
    }
    const { message } = await refusalOf(() => events.verify(toRequest('{}'), topic, httpClient()));
    expect(message).toBe('The signature of the webhook is missing.');
  });

  describe('and their subscription (C6.9)', () => {
    const confirm = (fields: Record<string, string | undefined>, change?: Partial<HttpClient>) =>
      events.confirm?.(
        toRequest(fake().sns.sign({ Type: 'SubscriptionConfirmation', Token: 'token-1', ...fields })),
        httpClient(change),
      );
    const SubscribeURL = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=token-1`;

    test('is confirmed when SNS asks for that', async () => {
      await verify(fake().sns.sign({ Type: 'SubscriptionConfirmation', Token: 'token-1', SubscribeURL }));
      fake().reset();
      await confirm({ SubscribeURL });
      expect([...fake().confirmed]).toEqual([topic]);
      expect(fake().requests).toMatchObject([{ method: 'GET' }]);
    });

    test('is not confirmed by any other message', async () => {
      await confirm({ Type: 'Notification', SubscribeURL });
      await confirm({ Type: 'UnsubscribeConfirmation', SubscribeURL });
      expect(fake().requests).toEqual([]);
    });

    test.each([
      undefined,
      '',
      'http://sns.eu-west-1.amazonaws.com/',
      'https://evil.test/',
      'http://169.254.169.254/',
      'https://sns.eu-west-1.amazonaws.com.evil.test/',
    ])('is not confirmed at %s (C7.6)', async (url) => {
      expect(await refusalOf(() => confirm({ SubscribeURL: url }))).toMatchObject({
        code: 'invalid_request',
      });
      expect(fake().requests).toEqual([]);
    });

    test.each([{ status: 503 }, { status: 403 }, { status: 302 }, { drop: true }])(
      'is asked for again when SNS answers %j',
      async (script) => {
        fake().next(script);
        expect(await refusalOf(() => confirm({ SubscribeURL }))).toMatchObject({ status: 503 });
      },
    );
  });
});
