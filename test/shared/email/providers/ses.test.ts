import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signAwsPost } from '../../../../src/shared/email/providers/ses/aws-signature.ts';
import { ses } from '../../../../src/shared/email/providers/ses/ses.ts';
import { openAddressGuard } from '../../../../src/shared/outbound/address-guard.ts';
import type { HttpClient } from '../../../../src/shared/outbound/http-client.ts';
import { openSafeFetch } from '../../../../src/shared/outbound/safe-fetch.ts';
import { awsKeys, type FakeAws, startFakeAws, topic } from '../../../support/fakes/ses.ts';
import { makeHttpClient, makeMail, refusalOf, signedAt, signupId } from '../../../support/http-client.ts';
import { closedPort } from '../../../support/network/raw-http.ts';

const reach = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));
let fake: FakeAws;
beforeAll(async () => {
  fake = await startFakeAws(reach);
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const good = { region: 'eu-west-1', ...awsKeys };
const httpClient = (change?: Partial<HttpClient>) => makeHttpClient({ fetch: fake.fetch, ...change });
const send = (mail = makeMail(), config = good, change?: Partial<HttpClient>) =>
  ses.open(config, httpClient(change)).send(mail);

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

describe('the settings of ses (C6.3)', () => {
  test('are a region and two keys, and nothing else', () => {
    expect(ses.config.parse({ ...good, access_key_id: ` ${good.access_key_id}\n` })).toEqual(good);
    for (const region of ['us-east-1', 'ap-southeast-2', 'us-gov-west-1', 'il-central-1']) {
      expect(ses.config.safeParse({ ...good, region }).success, region).toBe(true);
    }
    for (const bad of [
      {},
      awsKeys,
      { ...good, region: 'eu' },
      { ...good, region: 'evil.test/eu-west-1' },
      { ...good, region: 'eu-west-1.evil.test' },
      { ...good, secret_access_key: '' },
      { ...good, access_key_id: 'AK ID' },
      { ...good, endpoint: 'https://example.com' },
    ]) {
      expect(ses.config.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    }
  });

  test('are checked with a mail to the mailbox simulator', async () => {
    await ses.verify(good, 'Größe <hello@acme.test>', httpClient());
    expect(fake.requests).toHaveLength(1);
    expect(JSON.parse(fake.requests[0]?.body ?? '')).toMatchObject({
      FromEmailAddress: expect.stringContaining('<hello@acme.test>'),
      Destination: { ToAddresses: ['success@simulator.amazonses.com'] },
    });
  });

  test.each([
    ['key', { ...good, access_key_id: 'AKIDBAD' }, 'hello@acme.test', '403: UnrecognizedClientException'],
    ['secret', { ...good, secret_access_key: 'bad' }, 'hello@acme.test', '403: SignatureDoesNotMatch'],
    ['sender', good, 'hello@other.test', '400: MessageRejected'],
  ])('are refused with a bad %s', async (_, config, from, said) => {
    const refusal = await refusalOf(() => ses.verify(config, from, httpClient()));
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toContain(`The settings do not work. Amazon SES answered ${said}`);
  });

  test.each([{ status: 503 }, { status: 429 }, { status: 302 }, { drop: true }])(
    'are refused when SES answers %j',
    async (script) => {
      fake.next(script);
      const refusal = await refusalOf(() => ses.verify(good, 'hello@acme.test', httpClient()));
      expect(refusal.code).toBe('invalid_request');
    },
  );

  test('have the ARN of a topic for their secret', () => {
    for (const arn of [topic, 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:a_b-C', `${topic}.fifo`]) {
      ses.events?.checkSecret(arn);
    }
    for (const bad of [
      '',
      'whsec_1',
      `${topic}:subscription`,
      'arn:aws:sqs:eu-west-1:123456789012:queue',
      ` ${topic}`,
    ]) {
      expect(() => ses.events?.checkSecret(bad), bad).toThrow('ARN of the SNS topic');
    }
  });
});

describe('a mail by ses', () => {
  test('is one signed request, with the signup in its tags (C6.3, §6.2)', async () => {
    const result = await send();
    const [id] = [...fake.mails.keys()].slice(-1);
    expect(result).toEqual({ outcome: 'sent', providerMessageId: id });
    expect(fake.requests).toHaveLength(1);
    const [request] = fake.requests;
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
    const { FromEmailAddress, Destination, Content } = JSON.parse(fake.requests[0]?.body ?? '');
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
    for (const { body } of fake.requests) {
      const { Destination, Content } = JSON.parse(body);
      const mail = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'));
      expect(mail.bcc).toBeUndefined();
      expect(Destination.ToAddresses).toHaveLength(1);
    }
  });

  test.each([
    ['us-east-1', 'https://email.us-east-1.amazonaws.com/v2/email/outbound-emails'],
    ['eu-west-1', 'https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails'],
  ])('goes to the API of the region %s (C7.7)', async (region, url) => {
    const urls: string[] = [];
    const recorder: HttpClient['fetch'] = async (to) => {
      urls.push(to);
      return { status: 200, headers: {}, body: '{"MessageId":"1"}' };
    };
    await send(makeMail(), { ...good, region }, { fetch: recorder });
    expect(urls).toEqual([url]);
  });

  test.each([
    [
      'a bad key',
      { ...good, access_key_id: 'AKIDBAD' },
      {},
      '403: UnrecognizedClientException: The security token included in the request is invalid.',
    ],
    [
      'a bad secret',
      { ...good, secret_access_key: 'bad' },
      {},
      '403: SignatureDoesNotMatch: The request signature we calculated does not match the signature you provided.',
    ],
    [
      'an unverified sender',
      good,
      { from: 'hello@other.test' },
      '400: MessageRejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: (address).',
    ],
  ])('with %s is an error of the settings (C6.6)', async (_, config, change, said) => {
    expect(await send(makeMail(change), config)).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error: `Amazon SES answered ${said}`,
    });
  });

  test.each([
    [400, 'MailFromDomainNotVerifiedException'],
    [400, 'AccountSuspendedException'],
    [400, 'SendingPausedException'],
    [404, 'NotFoundException'],
    [403, 'AccessDeniedException'],
    [403, 'InvalidClientTokenId'],
  ])('refused with %i %s is an error of the settings (C6.6)', async (status, type) => {
    fake.next({ status, headers: { 'x-amzn-errortype': type }, body: { message: 'No.' } });
    expect(await send()).toEqual({
      outcome: 'refused',
      status: 'config_error',
      error: `Amazon SES answered ${status}: ${type}: No.`,
    });
    fake.next({ status, body: { __type: `com.amazonaws.ses#${type}`, Message: 'No.' } });
    expect(await send()).toMatchObject({ status: 'config_error', error: expect.stringContaining(type) });
  });

  test('to a bad recipient fails, and the error does not name it (C6.6)', async () => {
    const result = await send(makeMail({ to: 'a@b@example.com' }));
    expect(result).toMatchObject({
      outcome: 'refused',
      status: 'failed',
      error: expect.stringContaining('Amazon SES answered 400: BadRequestException: Invalid email address'),
    });
    expect(JSON.stringify(result)).not.toContain('example.com');
  });

  test('whose refusal holds a key does not tell it (C6.6)', async () => {
    fake.next({ status: 400, body: { message: `${awsKeys.access_key_id} ${awsKeys.secret_access_key}` } });
    expect(await send()).toMatchObject({ error: 'Amazon SES answered 400: (secret) (secret).' });
  });

  test.each([
    [{ status: 429, headers: { 'x-amzn-errortype': 'TooManyRequestsException', 'retry-after': '7' } }, 7],
    [{ status: 400, headers: { 'x-amzn-errortype': 'LimitExceededException' } }, 1],
    [{ status: 400, body: { __type: 'ThrottlingException', message: 'Rate exceeded' } }, 1],
    [{ status: 500, body: { message: 'Oh.' } }, undefined],
    [{ status: 503, body: '<html>Unavailable</html>' }, undefined],
  ])(
    'answered %j is tried again, which is no try where it was one too many (C6.6)',
    async (script, retryAfterSeconds) => {
      fake.next(script);
      expect(await send()).toEqual({
        outcome: retryAfterSeconds !== undefined && script.status < 500 ? 'throttled' : 'retry',
        error: expect.stringContaining(`Amazon SES answered ${script.status}`),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
    },
  );

  test.each([{ status: 400 }, { status: 413 }, { status: 302 }])(
    'answered %j fails (C6.6)',
    async (script) => {
      fake.next(script);
      expect(await send()).toMatchObject({ outcome: 'refused', status: 'failed' });
    },
  );

  test('taken without a usable id is sent (C6.6)', async () => {
    fake.next({ status: 200, body: {} });
    expect(await send()).toEqual({ outcome: 'sent', providerMessageId: null });
  });

  test.each([
    ['is not answered', { delayMs: Number.POSITIVE_INFINITY }],
    ['loses its connection', { drop: true }],
    ['is taken with words that SES does not use', { status: 200, body: '<html>a proxy</html>' }],
  ])('that %s may have been sent: nobody can know (C6.5)', async (_, script) => {
    fake.next(script);
    const fetch: HttpClient['fetch'] = (url, request) => fake.fetch(url, { ...request, timeoutMs: 200 });
    await expect(send(makeMail(), good, { fetch })).rejects.toThrow();
    expect(fake.requests).toHaveLength(1);
  });

  test('is tried again when it never left (C6.6)', async () => {
    const closed = `http://127.0.0.1:${await closedPort()}`;
    expect(await send(makeMail(), good, { fetch: (_, request) => reach(closed, request) })).toEqual({
      outcome: 'retry',
      error: 'Amazon SES gave no answer (ECONNREFUSED).',
    });
    const guarded = openSafeFetch(openAddressGuard({ allowHosts: [] }));
    expect(await send(makeMail(), good, { fetch: (_, request) => guarded(fake.url, request) })).toEqual({
      outcome: 'retry',
      error: 'Amazon SES gave no answer (AddressRefused).',
    });
    expect(fake.requests).toEqual([]);
  });
});

const mail = {
  timestamp: '2026-01-01T00:00:00.000Z',
  messageId: '0102-1',
  destination: ['ada@example.com'],
  tags: { signup_id: [signupId], 'ses:from-domain': ['acme.test'] },
};

describe('events of ses', () => {
  const { events } = ses;
  if (!events) throw new Error('SES has events.');
  const toRequest = (body: unknown) => ({
    headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const verify = (body: unknown, secret = topic, change?: Partial<HttpClient>) =>
    events.verify(toRequest(body), secret, httpClient(change));
  const parse = (message: unknown, fields = {}) => {
    const Message = typeof message === 'string' ? message : JSON.stringify(message);
    return events.parse(toRequest(fake.sns.sign({ Message, ...fields })));
  };
  const refused = async (body: unknown, secret = topic, change?: Partial<HttpClient>) =>
    expect((await refusalOf(() => verify(body, secret, change))).code).toBe('unauthorized');

  test.each(['1', '2'])(
    'signed by SNS in version %s are genuine, by one look at its certificate (C6.9)',
    async (SignatureVersion) => {
      const certificateUrl = `${fake.sns.certificateUrl}?${SignatureVersion}`; // one that was not asked for before
      for (const fields of [{}, { Subject: 'Amazon SES' }, { Message: 'Grüße\n"x"' }]) {
        await verify(fake.sns.sign({ SignatureVersion, SigningCertURL: certificateUrl, ...fields }));
      }
      expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `GET ${new URL(certificateUrl).pathname}?${SignatureVersion}`,
      ]);
    },
  );

  test('are genuine for an hour, and 5 minutes before their time (C6.9)', async () => {
    const body = fake.sns.sign();
    await verify(body, topic, { now: () => (signedAt + 3_600) * 1000 });
    await verify(body, topic, { now: () => (signedAt - 300) * 1000 });
    await refused(body, topic, { now: () => (signedAt + 3_601) * 1000 });
    await refused(body, topic, { now: () => (signedAt - 301) * 1000 });
  });

  test('are told from those of anyone else’s topic (C6.9)', async () => {
    await refused(fake.sns.sign({ TopicArn: 'arn:aws:sns:eu-west-1:999999999999:ses-events' }));
    await refused(fake.sns.sign(), 'arn:aws:sns:eu-west-1:999999999999:ses-events');
    await refused(fake.sns.sign({ TopicArn: '' }), '');
    expect(fake.requests).toEqual([]);
  });

  test.each([
    ['Message', '{"a":1}'],
    ['MessageId', '00000000-0000-4000-8000-000000000000'],
    ['Subject', 'x'],
    ['Timestamp', '2026-01-01T00:00:01.000Z'],
    ['Type', 'SubscriptionConfirmation'],
    ['SignatureVersion', '1'],
    ['Signature', Buffer.alloc(256).toString('base64')],
    ['Signature', ''],
  ])('with another %s are refused (C6.9)', async (field, value) => {
    await refused({ ...fake.sns.sign(), [field]: value });
  });

  test.each([
    'Message',
    'MessageId',
    'Timestamp',
    'TopicArn',
    'Type',
    'SignatureVersion',
    'Signature',
    'SigningCertURL',
  ])('without %s are refused (C6.9)', async (field) => {
    await refused({ ...fake.sns.sign(), [field]: undefined });
  });

  test.each([
    { SignatureVersion: '3' },
    { Type: 'Other' },
    { Timestamp: 'now' },
    { Timestamp: '' },
    { Signature: '?' },
  ])('with %j are refused (C6.9)', async (fields) => {
    await refused({ ...fake.sns.sign(fields), ...fields });
  });

  test.each(['', 'hello', 'null', '[]', '{}'])('with the body %j are refused (C6.9)', (body) =>
    refused(body),
  );

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
    await refused(fake.sns.sign({ SigningCertURL }), topic, { fetch });
    expect(asked).toEqual([]);
  });

  test('with no certificate, one that is none or one out of date are refused (C6.9)', async () => {
    const at = (path: string) =>
      fake.sns.sign({ SigningCertURL: fake.sns.certificateUrl.replace('.pem', `${path}.pem`) });
    await refused(at('-unknown'));
    fake.next({ status: 200, body: 'hello' });
    await refused(at('-words'));
    const later = Date.UTC(2100, 0);
    await refused(
      fake.sns.sign({
        SigningCertURL: `${fake.sns.certificateUrl}?late`,
        Timestamp: new Date(later).toISOString(),
      }),
      topic,
      { now: () => later },
    );
  });

  test.each([{ status: 503 }, { status: 429 }, { drop: true }])(
    'come again when the certificate cannot be had: %j (C6.9)',
    async (script) => {
      const body = fake.sns.sign({ SigningCertURL: `${fake.sns.certificateUrl}?${JSON.stringify(script)}` });
      fake.next(script);
      expect(await refusalOf(() => verify(body))).toMatchObject({ status: 503 });
      await verify(body);
    },
  );

  test.each([
    ['Send', { send: {} }, 'sent', mail.timestamp],
    [
      'Delivery',
      { delivery: { timestamp: '2026-01-01T00:01:00.000Z' } },
      'delivered',
      '2026-01-01T00:01:00.000Z',
    ],
    [
      'DeliveryDelay',
      { deliveryDelay: { timestamp: '2026-01-01T00:02:00Z', delayType: 'MailboxFull' } },
      'delivery_delayed',
      '2026-01-01T00:02:00.000Z',
    ],
    ['Open', { open: { timestamp: '2026-01-01T01:03:00+01:00' } }, 'opened', '2026-01-01T00:03:00.000Z'],
    [
      'Click',
      { click: { timestamp: '2026-01-01T00:04:00.000Z', link: 'https://acme.test/' } },
      'clicked',
      '2026-01-01T00:04:00.000Z',
    ],
    ...(['Permanent', 'Transient', 'Undetermined'] as const).map(
      (bounceType) =>
        [
          'Bounce',
          { bounce: { timestamp: '2026-01-01T00:05:00.000Z', bounceType, bounceSubType: 'General' } },
          'bounced',
          '2026-01-01T00:05:00.000Z',
        ] as const,
    ),
    ...(['Suppressed', 'OnAccountSuppressionList', 'UnsubscribedRecipient'] as const).map(
      (bounceSubType) =>
        [
          'Bounce',
          { bounce: { timestamp: '2026-01-01T00:05:00.000Z', bounceType: 'Permanent', bounceSubType } },
          'suppressed',
          '2026-01-01T00:05:00.000Z',
        ] as const,
    ),
    [
      'Complaint',
      { complaint: { timestamp: '2026-01-01T00:06:00.000Z' } },
      'complained',
      '2026-01-01T00:06:00.000Z',
    ],
    [
      'Complaint',
      { complaint: { timestamp: '2026-01-01T00:06:00.000Z', complaintSubType: null } },
      'complained',
      '2026-01-01T00:06:00.000Z',
    ],
    [
      'Complaint',
      { complaint: { timestamp: '2026-01-01T00:06:00.000Z', complaintSubType: 'OnAccountSuppressionList' } },
      'suppressed',
      '2026-01-01T00:06:00.000Z',
    ],
    ['Reject', { reject: { reason: 'Bad content' } }, 'failed', mail.timestamp],
    ['Rendering Failure', { failure: { errorMessage: 'x' } }, 'failed', mail.timestamp],
  ] as const)(
    'of type %s %j read as %s, at their own time (§6.2, C6.7)',
    (eventType, extra, status, occurredAt) => {
      expect(parse({ eventType, mail, ...extra }, { MessageId: 'sns-1' })).toEqual([
        { id: 'sns-1', status, occurredAt, providerMessageId: '0102-1', signupId, nonce: null },
      ]);
    },
  );

  test('from the feedback of an identity have no tags (§6.2)', () => {
    const event = {
      notificationType: 'Delivery',
      mail: { ...mail, tags: undefined },
      delivery: { timestamp: '2026-01-01T00:01:00.000Z' },
    };
    expect(parse(event)).toMatchObject([
      { status: 'delivered', providerMessageId: '0102-1', signupId: null },
    ]);
    for (const tags of [{}, { signup_id: [] }, { signup_id: ['42'] }, { signup_id: signupId }, null]) {
      expect(parse({ ...event, mail: { ...mail, tags } })).toMatchObject([{ signupId: null }]);
    }
  });

  test.each(['Subscription', 'Other', 'constructor', ''])('of type %j mean nothing (C6.9)', (eventType) => {
    expect(parse({ eventType })).toEqual([]);
  });

  test('that greet a new topic, begin or end a subscription mean nothing (C6.9)', async () => {
    expect(parse('Successfully validated SNS topic for Amazon SES event publishing.')).toEqual([]);
    for (const Type of ['SubscriptionConfirmation', 'UnsubscribeConfirmation']) {
      const fields = {
        Type,
        Message: 'You have …',
        Token: 't',
        SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/',
      };
      await verify(fake.sns.sign(fields));
      expect(parse('You have …', fields)).toEqual([]);
    }
  });

  test.each([
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
  ])('signed but with the message %j are refused (C6.9)', async (message) => {
    await verify(fake.sns.sign({ Message: message }));
    expect((await refusalOf(() => parse(message))).code).toBe('invalid_request');
  });

  describe('and their subscription (C6.9)', () => {
    const confirm = (fields: Record<string, string | undefined>, change?: Partial<HttpClient>) =>
      events.confirm?.(
        toRequest(fake.sns.sign({ Type: 'SubscriptionConfirmation', Token: 'token-1', ...fields })),
        httpClient(change),
      );
    const SubscribeURL = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=token-1`;

    test('is confirmed when SNS asks for that', async () => {
      await verify(fake.sns.sign({ Type: 'SubscriptionConfirmation', Token: 'token-1', SubscribeURL }));
      fake.reset();
      await confirm({ SubscribeURL });
      expect([...fake.confirmed]).toEqual([topic]);
      expect(fake.requests).toMatchObject([{ method: 'GET' }]);
    });

    test('is not confirmed by any other message', async () => {
      await confirm({ Type: 'Notification', SubscribeURL });
      await confirm({ Type: 'UnsubscribeConfirmation', SubscribeURL });
      expect(fake.requests).toEqual([]);
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
      expect(fake.requests).toEqual([]);
    });

    test.each([{ status: 503 }, { status: 403 }, { status: 302 }, { drop: true }])(
      'is asked for again when SNS answers %j',
      async (script) => {
        fake.next(script);
        expect(await refusalOf(() => confirm({ SubscribeURL }))).toMatchObject({ status: 503 });
      },
    );
  });
});
