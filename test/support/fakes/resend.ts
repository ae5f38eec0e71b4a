import { createHmac, randomUUID } from 'node:crypto';
import {
  type Answer,
  addressIn,
  type FakeProvider,
  isText,
  type RecordedRequest,
  readObject,
  startFakeProvider,
} from './fake-provider.ts';

/** A key with full access, and one that may only send. */
export const resendKey = 're_full_00000001';
export const resendSendingKey = 're_sending_00000001';
/** The secret of the events about mails of the service. */
export const managedSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const domains = [
  { id: 'd1', name: 'acme.test', status: 'verified' },
  { id: 'd2', name: 'pending.test', status: 'pending' },
];

export interface FakeResend extends FakeProvider {
  /** The accepted mails by id. A repeat with the same idempotency key adds none. */
  readonly mails: ReadonlyMap<string, Record<string, unknown>>;
}

/** The environment of a service whose own mails go out over this fake, which reports what becomes of them. */
export const managedOver = ({ url }: FakeResend) => ({
  RESEND_API_URL: url,
  MANAGED_EMAIL_URL: `resend://${resendKey}`,
  MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
  MANAGED_EMAIL_WEBHOOK_SECRET: managedSecret,
});

/** A fake of Resend's API, with its validation. With `forgetsKeys` it accepts a repeat as another mail. */
export async function startFakeResend(
  options: { delayMs?: number; forgetsKeys?: boolean } = {},
): Promise<FakeResend> {
  const mails = new Map<string, Record<string, unknown>>();
  const firstByKey = new Map<string, { body: string; answer: Answer }>();

  function send(request: RecordedRequest): Answer {
    const mail = readObject(request);
    for (const field of ['from', 'to', 'subject']) {
      if (!mail[field]) return refuse(422, 'missing_required_field', `Missing \`${field}\` field.`);
    }
    if (!isText(mail.html) && !isText(mail.text)) {
      return refuse(422, 'missing_required_field', 'Missing `html` or `text` field.');
    }
    const from = addressIn(mail.from);
    if (from === undefined) return refuse(422, 'invalid_from_address', 'Invalid `from` field.');
    const recipients = [mail.to].flat();
    if (recipients.length > 50 || !recipients.every((to) => addressIn(to) !== undefined)) {
      return refuse(422, 'validation_error', `Invalid \`to\` field: ${recipients.join()}`);
    }
    if (!areTags(mail.tags))
      return refuse(422, 'invalid_parameter', 'Tags should only contain ASCII letters.');
    const domain = from.split('@')[1] ?? '';
    if (!domains.some(({ name, status }) => name === domain && status === 'verified')) {
      return refuse(403, 'validation_error', `The ${domain} domain is not verified. Please add it.`);
    }
    const id = randomUUID();
    mails.set(id, mail);
    return {
      status: 200,
      headers: { 'ratelimit-limit': '10', 'ratelimit-remaining': '9', 'ratelimit-reset': '1' },
      body: { id },
    };
  }

  function sendOnce(request: RecordedRequest): Answer {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || options.forgetsKeys) return send(request);
    if (key.length < 1 || key.length > 256) return refuse(400, 'invalid_idempotency_key', 'Bad length.');
    const first = firstByKey.get(key);
    if (first?.body === request.body) return first.answer;
    if (first) return refuse(409, 'invalid_idempotent_request', 'Same idempotency key, different body.');
    const answer = send(request);
    if (answer.status === 200) firstByKey.set(key, { body: request.body, answer });
    return answer;
  }

  const server = await startFakeProvider((request) => {
    const { authorization } = request.headers;
    const isSendingKey = authorization === `Bearer ${resendSendingKey}`;
    if (authorization === undefined) return refuse(401, 'missing_api_key', 'Missing API key.');
    if (authorization !== `Bearer ${resendKey}` && !isSendingKey) {
      return refuse(401, 'validation_error', 'API key is invalid');
    }
    switch (`${request.method} ${request.path}`) {
      case 'POST /emails':
        return sendOnce(request);
      case 'GET /domains':
        if (isSendingKey) return refuse(401, 'restricted_api_key', 'This API key may only send emails');
        return { status: 200, body: { object: 'list', has_more: false, data: domains } };
      default:
        return refuse(404, 'not_found', 'The requested endpoint does not exist');
    }
  }, options);
  return { ...server, mails };
}

function refuse(statusCode: number, name: string, message: string): Answer {
  return { status: statusCode, body: { statusCode, name, message } };
}

function areTags(tags: unknown): boolean {
  const isPlain = (text: unknown) => isText(text) && /^[A-Za-z0-9_-]{1,256}$/.test(text);
  return (
    tags === undefined || (Array.isArray(tags) && tags.every((t) => isPlain(t.name) && isPlain(t.value)))
  );
}

/** The headers of an event from Resend. @param at Unix seconds */
export function signResendEvent(secret: string, id: string, at: number, body: string) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': `v1,${signature}` };
}
