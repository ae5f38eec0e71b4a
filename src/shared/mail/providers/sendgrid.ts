import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import { z } from 'zod';
import { type Bounce, toBounce } from '../../list/mail-state/bounce.ts';
import type { EmailStatus } from '../../list/mail-state/status.ts';
import { AppError } from '../../platform/errors.ts';
import { askJson, checkByJson } from '../../platform/outbound/ask-json.ts';
import { describeAnswer, isRetryable, readJson } from '../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import type { SafeResponse } from '../../platform/outbound/safe-fetch.ts';
import { Credential } from '../../platform/schema/text.ts';
import { parseFromAddress } from './from-address.ts';
import { badSignature, ClickedLink, ProviderId, readBody, toEmailId, UnixTime } from './inbound-body.ts';
import {
  type EmailProvider,
  type EmailTransport,
  headersOf,
  type InboundEvent,
  type InboundRequest,
  type LeaveOut,
  type OutgoingEmail,
  type SendResult,
} from './provider.ts';
import { openHttpTransport, retryLater, throttled, unansweredOnce } from './send-result.ts';

const SendgridConfig = z.strictObject({ api_key: Credential });
type SendgridConfig = z.infer<typeof SendgridConfig>;

/** SendGrid over its HTTP API (C6.3). */
export const sendgrid = {
  config: SendgridConfig,
  secrets: ['api_key'],
  idempotent: false,
  serverOf,
  open: openTransport,
  verify,
  events: { checkSecret, verify: verifyEvents, parse },
} satisfies EmailProvider<SendgridConfig>;

function openTransport(config: SendgridConfig, httpClient: HttpClient): EmailTransport {
  return openHttpTransport({
    post: (mail) =>
      askJson(httpClient, `${serverOf(config, httpClient)}/v3/mail/send`, {
        headers: headersFor(config),
        body: toMessage(mail),
      }),
    toResult: (response) => toResult(response, config, httpClient.now()),
    ifUnanswered: (error) => unansweredOnce('SendGrid', error),
  });
}

function serverOf(_: SendgridConfig, { apiUrls }: Pick<HttpClient, 'apiUrls'>): string {
  return apiUrls.sendgrid ?? 'https://api.sendgrid.com';
}

function headersFor({ api_key }: SendgridConfig) {
  return { authorization: `Bearer ${api_key}` };
}

function toMessage(mail: OutgoingEmail) {
  const parts = [
    { type: 'text/plain', value: mail.text }, // must come first
    { type: 'text/html', value: mail.html },
  ];
  return {
    personalizations: [{ to: [{ email: mail.to }], custom_args: { signup_id: mail.emailId } }],
    from: parseFromAddress(mail.from),
    subject: mail.subject,
    content: parts.filter(({ value }) => value !== ''), // an empty part is refused
    headers: { 'Message-ID': mail.messageId, ...headersOf(mail) },
    tracking_settings: {
      open_tracking: { enable: true },
      click_tracking: { enable: true, enable_text: false },
    },
  };
}

const Refusal = z.object({
  errors: z
    .array(z.object({ message: z.string().catch(''), field: z.string().nullish().catch(null) }))
    .min(1),
});

function toResult(response: SafeResponse, config: SendgridConfig, now: number): SendResult {
  const { status, headers } = response;
  if (status === 202) {
    return { outcome: 'sent', providerMessageId: ProviderId.safeParse(headers['x-message-id']).data ?? null };
  }
  const [first] = refusalsOf(response);
  const error = describeAnswer('SendGrid', response, first?.message, [config.api_key]);
  if (status >= 200 && status <= 299) throw new Error(`${error} It accepts mails with 202.`);
  if (status === 429) return throttled(error, response, now, secondsToReset(response, now));
  if (isRetryable(status)) return retryLater(error, response, now);
  const isConfigError = status === 401 || status === 403 || /^from\b/.test(first?.field ?? '');
  return { outcome: 'refused', status: isConfigError ? 'config_error' : 'failed', error };
}

function refusalsOf(response: SafeResponse): z.infer<typeof Refusal>['errors'] {
  return Refusal.safeParse(readJson(response)).data?.errors ?? [];
}

/** SendGrid gives the end of its limit in Unix seconds. */
function secondsToReset({ headers }: SafeResponse, now: number): number | undefined {
  const seconds = Math.ceil(Number(headers['x-ratelimit-reset']) - now / 1000);
  return seconds > 0 && seconds <= 86_400 ? seconds : undefined;
}

/**
 * Every key may ask for its scopes. Verified From addresses are visible only to keys that may do more than
 * send.
 */
async function verify(config: SendgridConfig, _from: string, httpClient: HttpClient): Promise<void> {
  const response = await checkByJson('SendGrid', httpClient, `${serverOf(config, httpClient)}/v3/scopes`, {
    headers: headersFor(config),
  });
  const { data } = z.object({ scopes: z.array(z.string()) }).safeParse(readJson(response));
  if (response.status !== 200 || !data) {
    const reason = describeAnswer('SendGrid', response, refusalsOf(response)[0]?.message, [config.api_key]);
    throw new AppError('invalid_request', `The API key does not work. ${reason}`);
  }
  if (!data.scopes.includes('mail.send')) {
    throw new AppError('invalid_request', 'The API key may not send mail: it lacks the scope mail.send.');
  }
}

function checkSecret(secret: string): void {
  if (toPublicKey(secret)) return;
  throw new AppError(
    'invalid_request',
    'The signing secret is not the verification key of a SendGrid Event Webhook, a P-256 public key in base64.',
  );
}

function toPublicKey(secret: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

const futureMs = 300_000;
/** Wide, because deliveries that are repeated for a day may keep their signature; their events count once. */
const pastMs = 86_400_000;

async function verifyEvents(request: InboundRequest, secret: string, httpClient: HttpClient): Promise<void> {
  const key = toPublicKey(secret);
  const signature = request.headers['x-twilio-email-event-webhook-signature'];
  const timestamp = request.headers['x-twilio-email-event-webhook-timestamp'];
  if (!key || typeof signature !== 'string' || typeof timestamp !== 'string') throw badSignature();
  if (!/^\d{1,12}$/.test(timestamp)) throw badSignature();
  const age = httpClient.now() - Number(timestamp) * 1000;
  if (age > pastMs || age < -futureMs) throw badSignature();
  const signed = Buffer.concat([Buffer.from(timestamp), request.body]);
  if (!verifySignature('sha256', signed, key, Buffer.from(signature, 'base64'))) throw badSignature();
}

const statuses: ReadonlyMap<string, EmailStatus> = new Map([
  ['processed', 'sent'],
  ['delivered', 'delivered'],
  ['deferred', 'delivery_delayed'],
  ['open', 'opened'],
  ['click', 'clicked'],
  ['bounce', 'bounced'],
  ['dropped', 'failed'],
  ['spamreport', 'complained'],
]);

/** SendGrid drops mails to addresses on its lists for these reasons. */
const suppressions = new Set(['bounced address', 'unsubscribed address', 'spam reporting address']);

const Batch = z.array(z.unknown());
const AnyEvent = z.object({ event: z.string() });
const MailEvent = z.object({
  sg_event_id: ProviderId,
  sg_message_id: ProviderId.optional().catch(undefined), // late bounces have none, or an empty one
  timestamp: UnixTime,
  type: z.unknown().optional(),
  bounce_classification: z.unknown().optional(),
  reason: z.string().optional().catch(undefined),
  url: ClickedLink,
  signup_id: z.unknown().optional(),
});

/** A blocked mail was refused this once, and SendGrid sends the next one. */
function bounceOf({ type, bounce_classification: kind, reason }: z.infer<typeof MailEvent>): Bounce {
  return toBounce(type === 'blocked' ? 'transient' : 'permanent', kind, reason);
}

/** A batch has events of all mail of the account, also of mail that other software sends. */
function parse(request: InboundRequest, leaveOut: LeaveOut): InboundEvent[] {
  return readBody('SendGrid', Batch, request).flatMap((entry) => {
    const { data: named, error: nameless } = AnyEvent.safeParse(entry);
    if (nameless) return leaveOut(nameless);
    const status = statuses.get(named.event);
    if (!status) return [];
    const { data: event, error } = MailEvent.safeParse(entry);
    if (error) return leaveOut(error);
    const listed = named.event === 'dropped' && suppressions.has(event.reason?.toLowerCase() ?? '');
    return {
      id: event.sg_event_id,
      status: listed ? 'suppressed' : status,
      bounce: status === 'bounced' ? bounceOf(event) : undefined,
      link: event.url,
      occurredAt: event.timestamp,
      providerMessageId: event.sg_message_id?.split('.')[0] || null,
      emailId: toEmailId(event.signup_id),
      nonce: null,
    };
  });
}
