import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  type Answer,
  addressIn,
  type FakeProvider,
  isText,
  type RecordedRequest,
  readObject,
  startFakeProvider,
} from './fake-provider.ts';

export const sendgridKey = 'SG.full.00000001';
/** A key without the scope mail.send. */
export const sendgridReadingKey = 'SG.reading.00000001';

export interface FakeSendgrid extends FakeProvider {
  /** The accepted mails by X-Message-Id. */
  readonly mails: ReadonlyMap<string, Record<string, unknown>>;
}

/** A fake of SendGrid's API, with its validation. `acme.test` is a verified domain. */
export async function startFakeSendgrid(): Promise<FakeSendgrid> {
  const mails = new Map<string, Record<string, unknown>>();

  function send(request: RecordedRequest): Answer {
    const mail = readObject(request) as Partial<Mail>;
    const from = addressIn(mail.from?.email);
    if (from === undefined)
      return refuse(400, 'The from email does not contain a valid address.', 'from.email');
    const recipients = mail.personalizations?.flatMap(({ to }) => to) ?? [];
    if (recipients.length === 0) return refuse(400, 'The to array is required.', 'personalizations.0.to');
    if (recipients.some(({ email }) => addressIn(email) === undefined)) {
      return refuse(400, 'Does not contain a valid address.', 'personalizations.0.to.0.email');
    }
    if (!isText(mail.subject)) return refuse(400, 'The subject is required.', 'subject');
    const types = mail.content?.map(({ type }) => type) ?? [];
    if (types.length === 0 || !mail.content?.every(({ value }) => isText(value))) {
      return refuse(
        400,
        'The content value must be a string at least one character in length.',
        'content.0.value',
      );
    }
    if (types.indexOf('text/plain') > 0)
      return refuse(400, 'If present, text/plain must come first.', 'content');
    if (from.split('@')[1] !== 'acme.test') {
      return refuse(
        403,
        'The from address does not match a verified Sender Identity. Mail cannot be sent.',
        'from',
      );
    }
    const id = randomBytes(16).toString('base64url');
    mails.set(id, mail);
    return { status: 202, headers: { 'X-Message-Id': id } };
  }

  const server = await startFakeProvider((request) => {
    const { authorization } = request.headers;
    const isReadingKey = authorization === `Bearer ${sendgridReadingKey}`;
    if (authorization !== `Bearer ${sendgridKey}` && !isReadingKey) {
      return refuse(401, 'The provided authorization grant is invalid, expired, or revoked', null);
    }
    switch (`${request.method} ${request.path}`) {
      case 'POST /v3/mail/send':
        return isReadingKey ? refuse(403, 'access forbidden', null) : send(request);
      case 'GET /v3/scopes':
        return { status: 200, body: { scopes: isReadingKey ? ['stats.read'] : ['mail.send', 'stats.read'] } };
      default:
        return refuse(404, 'not found', null);
    }
  });
  return { ...server, mails };
}

interface Mail extends Record<string, unknown> {
  from: { email?: unknown };
  personalizations: { to: { email?: unknown }[] }[];
  subject: unknown;
  content: { type: string; value: unknown }[];
}

function refuse(status: number, message: string, field: string | null): Answer {
  return { status, body: { errors: [{ message, field, help: null }] } };
}

/** A key pair as SendGrid makes one for an account. `secret` is the public key in base64. */
export function makeSendgridKeys(): { privateKey: KeyObject; secret: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return { privateKey, secret: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') };
}

/** The headers of events from SendGrid. @param at Unix seconds */
export function signSendgridEvents(privateKey: KeyObject, at: number, body: string) {
  return {
    'x-twilio-email-event-webhook-signature': sign(
      'sha256',
      Buffer.from(`${at}${body}`),
      privateKey,
    ).toString('base64'),
    'x-twilio-email-event-webhook-timestamp': String(at),
  };
}
