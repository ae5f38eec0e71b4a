import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Bounce, toBounce } from '../../list/mail-state/bounce.ts';
import type { EmailStatus } from '../../list/mail-state/status.ts';
import { AppError } from '../../platform/errors.ts';
import { checkedAnswer, describeAnswer, isRetryable, readJson } from '../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import type { SafeResponse } from '../../platform/outbound/safe-fetch.ts';
import { Credential } from '../../platform/schema/text.ts';
import { formatFromAddress, parseFromAddress } from './from-address.ts';
import {
  ClickedLink,
  ProviderId,
  ProviderText,
  readAs,
  readBody,
  readProof,
  toEmailId,
  UnixTime,
} from './inbound-body.ts';
import {
  type EmailProvider,
  type EmailTransport,
  headersOf,
  type InboundEvent,
  type InboundRequest,
  type OutgoingEmail,
  type SendResult,
} from './provider.ts';
import { openHttpTransport, retryLater, unansweredOnce } from './send-result.ts';

const MailgunConfig = z.strictObject({
  api_key: Credential,
  /** The sending domain. */
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a domain such as mg.example.com'),
  /** The region of the account; `us` by default. */
  region: z.enum(['us', 'eu']).optional(),
});
type MailgunConfig = z.infer<typeof MailgunConfig>;

/** Mailgun over its HTTP API (C6.3). The settings of the domain there decide what is tracked. */
export const mailgun: EmailProvider<MailgunConfig> = {
  config: MailgunConfig,
  secrets: ['api_key'],
  idempotent: false,
  serverOf,
  open: openTransport,
  verify,
  events: { checkSecret, verify: verifySignature, parse },
};

const apiOfRegion = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' };

function serverOf({ region = 'us' }: MailgunConfig, { apiUrls }: Pick<HttpClient, 'apiUrls'>): string {
  return apiUrls.mailgun ?? apiOfRegion[region];
}

function openTransport(config: MailgunConfig, httpClient: HttpClient): EmailTransport {
  return openHttpTransport({
    post: (mail) => postMessage(toMessage(mail), config, httpClient),
    toResult: (response) => toResult(response, config, httpClient.now()),
    ifUnanswered: (error) => unansweredOnce('Mailgun', error),
  });
}

function postMessage(message: Record<string, string>, config: MailgunConfig, httpClient: HttpClient) {
  const { api_key, domain } = config;
  return httpClient.fetch(`${serverOf(config, httpClient)}/v3/${domain}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`api:${api_key}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(message).toString(),
  });
}

function toMessage(mail: OutgoingEmail) {
  const { from, to, subject, text, html, messageId, emailId } = mail;
  const headers = Object.entries(headersOf(mail)).map(([name, value]) => [`h:${name}`, value]);
  return {
    from: formatFromAddress(from),
    to,
    subject,
    text,
    html,
    'h:Message-Id': messageId,
    ...Object.fromEntries(headers),
    'v:signup_id': emailId,
  };
}

const MessageId = z.string().transform(withoutBrackets).pipe(ProviderText);
const Answer = z.object({ id: MessageId.optional().catch(undefined) });
const Refusal = z.object({ message: z.string() });

function toResult(response: SafeResponse, config: MailgunConfig, now: number): SendResult {
  const error = describe(response, config);
  if (isAccepted(response)) {
    const { data: answer } = Answer.safeParse(readJson(response));
    if (!answer) throw new Error(`${error} It says what became of a mail in JSON.`);
    return { outcome: 'sent', providerMessageId: answer.id ?? null };
  }
  if (isRetryable(response.status)) return retryLater(error, response, now);
  return { outcome: 'refused', status: isConfigError(response) ? 'config_error' : 'failed', error };
}

function isAccepted({ status }: SafeResponse): boolean {
  return status >= 200 && status <= 299;
}

/**
 * What the account can fix: the key, a domain that may not send, is unknown or of the other region, or the
 * From address.
 */
function isConfigError(response: SafeResponse): boolean {
  return [401, 403, 404].includes(response.status) || /\bfrom\b'? parameter/i.test(messageIn(response) ?? '');
}

function describe(response: SafeResponse, { api_key }: MailgunConfig): string {
  return describeAnswer('Mailgun', response, messageIn(response), [api_key]);
}

/** The message of a refusal, which is JSON or plain text. The page of a proxy has none. */
function messageIn(response: SafeResponse): string | undefined {
  const message = Refusal.safeParse(readJson(response)).data?.message ?? response.body;
  return message.includes('<html') ? undefined : message;
}

/** Sends a mail in test mode, which Mailgun checks like any other and does not deliver. */
async function verify(config: MailgunConfig, from: string, httpClient: HttpClient): Promise<void> {
  const to = parseFromAddress(from).email;
  const message = { from: formatFromAddress(from), to, subject: 'Test', text: 'Test', 'o:testmode': 'yes' };
  const response = await checkedAnswer('Mailgun', () => postMessage(message, config, httpClient));
  if (!isAccepted(response)) {
    throw new AppError('invalid_request', `The settings do not work. ${describe(response, config)}`);
  }
}

function checkSecret(secret: string): void {
  if (Credential.safeParse(secret).data === secret) return;
  throw new AppError('invalid_request', 'The signing secret is the HTTP webhook signing key of the account.');
}

const Signed = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,11}$/),
    token: z.string().min(1).max(256),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});

const oldestMs = 24 * 60 * 60_000; // a repeated delivery may keep the first timestamp
const aheadMs = 300_000;

/** The signature covers only the timestamp and the token, so the token is the event's `nonce`. */
async function verifySignature(
  request: InboundRequest,
  secret: string,
  httpClient: HttpClient,
): Promise<void> {
  const { timestamp, token, signature } = readProof(Signed, request)?.signature ?? refuse('is missing');
  const expected = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest();
  if (secret === '' || !timingSafeEqual(expected, Buffer.from(signature, 'hex'))) refuse('is wrong');
  const age = httpClient.now() - Number(timestamp) * 1000;
  if (age > oldestMs || age < -aheadMs) refuse('is out of date');
}

function refuse(reason: string): never {
  throw new AppError('unauthorized', `The signature of the webhook ${reason}.`);
}

const Envelope = z.object({
  signature: z.object({ token: z.string() }),
  'event-data': z.looseObject({ event: z.string() }),
});

const EventData = z.object({
  id: ProviderId,
  timestamp: UnixTime,
  message: z
    .object({ headers: z.object({ 'message-id': MessageId }) })
    .optional()
    .catch(undefined),
  url: ClickedLink,
  'user-variables': z.object({ signup_id: z.unknown() }).partial().optional().catch(undefined),
});

const Failure = z
  .object({
    severity: z.unknown(),
    reason: z.unknown(),
    'delivery-status': z
      .object({ message: z.unknown(), description: z.unknown(), 'bounce-type': z.unknown() })
      .partial()
      .optional()
      .catch(undefined),
  })
  .partial();
type Failure = z.infer<typeof Failure>;

const statuses: ReadonlyMap<string, EmailStatus> = new Map([
  ['accepted', 'sent'],
  ['delivered', 'delivered'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
  ['complained', 'complained'],
  ['rejected', 'failed'],
]);

/** Mailgun did not try, because of its own lists. */
const suppressions: readonly unknown[] = ['suppress-bounce', 'suppress-complaint', 'suppress-unsubscribe'];

function statusOf(event: string, { severity, reason }: Failure): EmailStatus | undefined {
  if (event !== 'failed') return statuses.get(event);
  if (severity === 'temporary') return 'delivery_delayed';
  if (severity !== 'permanent') return undefined;
  return suppressions.includes(reason) ? 'suppressed' : 'bounced';
}

/** Why Mailgun gave up a mail that another one may follow: the rate, a block, or servers that were away. */
const passingReasons: readonly unknown[] = ['espblock', 'greylisted', 'old', 'too-old', 'expired'];
/** Enhanced codes about the content, the size or a full mailbox (RFC 3463). */
const passingCodes = /\b(4\.\d\.\d|5\.2\.2|5\.3\.4|5\.7\.\d)/;

function bounceOf({ reason, 'delivery-status': delivery = {} }: Failure): Bounce {
  const { message, description, 'bounce-type': type } = delivery;
  const words = [message, description].filter((text) => typeof text === 'string').join(' ');
  const isPassing = passingReasons.includes(reason) || type === 'soft' || passingCodes.test(words);
  return toBounce(isPassing ? 'transient' : 'permanent', reason, message, description);
}

/** Mailgun repeats a delivery for eight hours after any status but 200 and 406. */
const unreadableStatus = 406;

function parse(request: InboundRequest): InboundEvent[] {
  try {
    return read(request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message, { status: unreadableStatus, cause: error });
  }
}

function read(request: InboundRequest): InboundEvent[] {
  const { signature, 'event-data': data } = readBody('Mailgun', Envelope, request);
  const failure = readAs('Mailgun', Failure, data);
  const status = statusOf(data.event, failure);
  if (!status) return [];
  const { id, timestamp, message, url, 'user-variables': variables } = readAs('Mailgun', EventData, data);
  return [
    {
      id,
      status,
      bounce: status === 'bounced' ? bounceOf(failure) : undefined,
      link: url,
      occurredAt: timestamp,
      providerMessageId: message?.headers['message-id'] ?? null,
      emailId: toEmailId(variables?.signup_id),
      nonce: signature.token,
    },
  ];
}

/** Message ids have angle brackets in answers, and none in events. */
function withoutBrackets(id: string): string {
  return id.replace(/^<(.*)>$/, '$1');
}
