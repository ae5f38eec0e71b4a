import { createHash, createHmac, randomUUID, sign } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import type { SafeFetch } from '../../../src/shared/platform/outbound/safe-fetch.ts';
import { makeCertificate } from '../network/certificate.ts';
import {
  type Answer,
  addressIn,
  type FakeProvider,
  isText,
  type RecordedRequest,
  readObject,
  startFakeProvider,
} from './fake-provider.ts';

export const awsKeys = {
  access_key_id: 'AKIDFAKE000000000001',
  secret_access_key: 'fake+secret/0000000000000000000000000001',
};
export const topic = 'arn:aws:sns:eu-west-1:123456789012:ses-events';

const emailHost = 'email.eu-west-1.amazonaws.com';
const snsHost = 'sns.eu-west-1.amazonaws.com';

export interface FakeAws extends FakeProvider {
  /** The accepted mails by MessageId. */
  readonly mails: ReadonlyMap<string, Record<string, unknown>>;
  /** The topics with a confirmed subscription. */
  readonly confirmed: ReadonlySet<string>;
  /** Signs messages as SNS, with the certificate that the fake serves. */
  readonly sns: SnsSigner;
}

/** Sends requests for SES and SNS of the region to the fake at `url`. Throws for all others. */
export function toFakeAws(url: string, fetch: SafeFetch): SafeFetch {
  return async (to, request) => {
    const { protocol, host, pathname, search } = new URL(to);
    if (protocol !== 'https:' || ![emailHost, snsHost].includes(host)) throw new Error(`A request to ${to}`);
    return fetch(`${url}${pathname}${search}`, { ...request, headers: { ...request.headers, host } });
  };
}

interface SnsSigner {
  readonly certificateUrl: string;
  /** A message of SNS: a notification with changed fields, signed unless they contain a signature. */
  sign(fields?: Readonly<Record<string, string | undefined>>): Record<string, string | undefined>;
}

/**
 * A fake of SES in eu-west-1, with its validation, and of the SNS endpoints that it needs. `acme.test` is a
 * verified domain.
 */
export async function startFakeAws(): Promise<FakeAws> {
  const mails = new Map<string, Record<string, unknown>>();
  const confirmed = new Set<string>();
  const now = Date.now();
  const year = 365 * 86_400_000;
  const certificates = new Map<string, string>();
  const { privateKey, pem } = makeCertificate(snsHost, new Date(now - 2 * year), new Date(now + year));
  const certificatePath = `/SimpleNotificationService-${randomUUID()}.pem`;
  certificates.set(certificatePath, pem);

  function sendEmail(request: RecordedRequest): Answer {
    if (!request.headers['content-type']?.startsWith('application/json'))
      return refuse(415, 'UnsupportedMediaType', '');
    const { FromEmailAddress, Destination, Content, EmailTags, ...others } = readObject(request);
    if (Object.keys(others).length > 0)
      return refuse(400, 'SerializationException', `Unknown: ${Object.keys(others)}`);
    const { ToAddresses } = Object(Destination);
    const raw = Buffer.from(String(Object(Object(Content).Raw).Data), 'base64').toString();
    if (
      !Array.isArray(ToAddresses) ||
      ToAddresses.length !== 1 ||
      !/^From: /m.test(raw) ||
      !/^To: /m.test(raw)
    ) {
      return refuse(400, 'BadRequestException', 'The message needs a sender and a recipient.');
    }
    const sender = addressIn(FromEmailAddress);
    if (sender === undefined || !isAscii(FromEmailAddress))
      return refuse(400, 'BadRequestException', 'Missing final @domain');
    const recipient = addressIn(ToAddresses[0]);
    if (recipient === undefined || !isAscii(recipient)) {
      return refuse(400, 'BadRequestException', `Invalid email address: ${ToAddresses[0]}`);
    }
    if (!areTags(EmailTags)) return refuse(400, 'BadRequestException', 'Invalid tag');
    if (!sender.endsWith('@acme.test')) {
      return refuse(
        400,
        'MessageRejected',
        `Email address is not verified. The following identities failed the check in region EU-WEST-1: ${sender}`,
      );
    }
    const MessageId = `0102${randomUUID()}-000000`;
    mails.set(MessageId, { FromEmailAddress, ToAddresses, raw, EmailTags });
    return { status: 200, body: { MessageId } };
  }

  function answerSns({ method, path }: RecordedRequest): Answer {
    const { pathname, searchParams } = new URL(path, `https://${snsHost}`);
    const certificate = certificates.get(pathname);
    if (method !== 'GET') return { status: 405, body: '' };
    if (certificate !== undefined) return { status: 200, body: certificate };
    if (searchParams.get('Action') !== 'ConfirmSubscription' || searchParams.get('Token') !== 'token-1') {
      return { status: 404, body: '' };
    }
    confirmed.add(searchParams.get('TopicArn') ?? '');
    return { status: 200, body: '<ConfirmSubscriptionResponse/>' };
  }

  const server = await startFakeProvider((request) => {
    if (request.headers.host === snsHost) return answerSns(request);
    if (`${request.method} ${request.path}` !== 'POST /v2/email/outbound-emails')
      return { status: 404, body: '' };
    return wrongSignature(request) ?? sendEmail(request);
  });

  const signer: SnsSigner = {
    certificateUrl: `https://${snsHost}${certificatePath}`,
    sign(fields = {}) {
      const message: Record<string, string | undefined> = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topic,
        Message: '{}',
        Timestamp: '2026-01-01T00:00:00.000Z',
        SignatureVersion: '2',
        SigningCertURL: this.certificateUrl,
        UnsubscribeURL: `https://${snsHost}/?Action=Unsubscribe`,
        ...fields,
      };
      const names = [
        'Message',
        'MessageId',
        'Subject',
        'SubscribeURL',
        'Timestamp',
        'Token',
        'TopicArn',
        'Type',
      ];
      const signed = names
        .filter((name) => message[name] !== undefined)
        .map((name) => `${name}\n${message[name]}\n`);
      const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
      const Signature = sign(algorithm, Buffer.from(signed.join('')), privateKey).toString('base64');
      return { Signature, ...message };
    },
  };

  return { ...server, mails, confirmed, sns: signer };
}

/** The mail in a request. */
export function mailInAws(body: string): Promise<Email> {
  return PostalMime.parse(Buffer.from(JSON.parse(body).Content.Raw.Data, 'base64'));
}

/** The headers of a mail in the body of the request that sends it. */
export async function headersInAws(body: string): Promise<Readonly<Record<string, string>>> {
  const { headers } = await mailInAws(body);
  return Object.fromEntries(headers.map(({ originalKey, value }) => [originalKey, value]));
}

function refuse(status: number, type: string, message: string): Answer {
  return {
    status,
    headers: { 'x-amzn-ErrorType': `${type}:http://internal.amazon.com/` },
    body: { message },
  };
}

/** Checks Signature Version 4. @returns the refusal, or undefined if the signature is valid */
function wrongSignature({ headers, method, path, body }: RecordedRequest): Answer | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/eu-west-1\/ses\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, keyId, date = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  if (keyId === undefined)
    return refuse(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  if (keyId !== awsKeys.access_key_id) {
    return refuse(
      403,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  }
  const time = String(headers['x-amz-date']);
  const canonical = [
    `${method}\n${path}\n`,
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    `\n${names}`,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const dateKey = hmac(`AWS4${awsKeys.secret_access_key}`, date);
  const key = hmac(hmac(hmac(dateKey, 'eu-west-1'), 'ses'), 'aws4_request');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${date}/eu-west-1/ses/aws4_request\n${digest}`);
  const needed = ['content-type', 'host', 'x-amz-date'].every((name) => names.split(';').includes(name));
  if (signature === expected.toString('hex') && needed && time.startsWith(date)) return undefined;
  return refuse(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  );
}

function areTags(tags: unknown): boolean {
  const allowed = /^[\w.@-]{1,256}$/;
  return Array.isArray(tags) && tags.every(({ Name, Value }) => allowed.test(Name) && allowed.test(Value));
}

function isAscii(value: unknown): boolean {
  return isText(value) && /^[\x20-\x7e]+$/.test(value);
}
