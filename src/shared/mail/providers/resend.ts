import { z } from 'zod';
import { toBounce } from '../../list/mail-state/bounce.ts';
import type { EmailStatus } from '../../list/mail-state/status.ts';
import { AppError } from '../../platform/errors.ts';
import { askJson, checkByJson } from '../../platform/outbound/ask-json.ts';
import { describeAnswer, isRetryable, readJson } from '../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import type { SafeResponse } from '../../platform/outbound/safe-fetch.ts';
import { Credential } from '../../platform/schema/text.ts';
import { formatFromAddress, parseFromAddress } from './from-address.ts';
import { ClickedLink, IsoTime, ProviderId, readAs, readBody, toEmailId } from './inbound-body.ts';
import {
  type EmailProvider,
  type EmailTransport,
  headersOf,
  type InboundEvent,
  type InboundRequest,
  type OutgoingEmail,
  type SendResult,
} from './provider.ts';
import { openHttpTransport, retry, retryAfterSeconds, retryLater, unanswered } from './send-result.ts';
import { deliveryIdOf, standardWebhooks } from './standard-webhooks.ts';

const ResendConfig = z.strictObject({ api_key: Credential });
type ResendConfig = z.infer<typeof ResendConfig>;

/**
 * Resend over its HTTP API (C6.3). The settings of the sending domain decide whether opens and clicks are
 * tracked.
 */
export const resend = {
  config: ResendConfig,
  secrets: ['api_key'],
  idempotent: true,
  serverOf,
  open: openTransport,
  verify,
  events: { ...standardWebhooks, parse },
} satisfies EmailProvider<ResendConfig>;

function openTransport(config: ResendConfig, httpClient: HttpClient): EmailTransport {
  return openHttpTransport({
    post: (mail) =>
      askJson(httpClient, `${serverOf(config, httpClient)}/emails`, {
        headers: { ...headersFor(config), 'idempotency-key': mail.idempotencyKey },
        body: toMessage(mail),
      }),
    toResult: (response) => toResult(response, config, httpClient.now()),
    ifUnanswered: (error) => unanswered('Resend', error),
  });
}

function serverOf(_: ResendConfig, { apiUrls }: Pick<HttpClient, 'apiUrls'>): string {
  return apiUrls.resend ?? 'https://api.resend.com';
}

function headersFor({ api_key }: ResendConfig) {
  return { authorization: `Bearer ${api_key}`, 'user-agent': 'waitlist-service' };
}

function toMessage(mail: OutgoingEmail) {
  const { from, to, subject, html, text, messageId, emailId } = mail;
  return {
    from: formatFromAddress(from),
    to: [to],
    subject,
    html,
    text,
    headers: { 'Message-ID': messageId, ...headersOf(mail) },
    tags: [{ name: 'signup_id', value: emailId }],
  };
}

const Accepted = z.object({ id: ProviderId });
const Refusal = z.object({ name: z.string().catch(''), message: z.string().catch('') });

/**
 * The status decides. Resend's name of a refusal only refines it, since names do not determine the status.
 */
function toResult(response: SafeResponse, config: ResendConfig, now: number): SendResult {
  const { status } = response;
  if (status >= 200 && status <= 299) {
    const { data } = Accepted.safeParse(readJson(response));
    if (data) return { outcome: 'sent', providerMessageId: data.id };
    return { ...retry(`Resend answered ${status} without an id.`, response, now), mayHaveLeft: true };
  }
  const { name, message } = refusalOf(response);
  const error = describeAnswer('Resend', response, message, [config.api_key]);
  // Another mail was sent or refused with this key: Resend does not say which.
  if (name === 'invalid_idempotent_request') throw new Error(error);
  if (name.endsWith('_quota_exceeded')) {
    const seconds = Math.max(retryAfterSeconds(response, now) ?? 0, quotaWaitSeconds);
    return { outcome: 'throttled', error, retryAfterSeconds: seconds };
  }
  // The first one still runs.
  if (status === 409) return { ...retry(error, response, now), mayHaveLeft: true };
  if (isRetryable(status)) return retryLater(error, response, now);
  const isConfigError = status === 401 || status === 403 || name === 'invalid_from_address';
  return { outcome: 'refused', status: isConfigError ? 'config_error' : 'failed', error };
}

/** The quota of a day or a month does not return in seconds. */
const quotaWaitSeconds = 3600;

function refusalOf(response: SafeResponse): z.infer<typeof Refusal> {
  return Refusal.safeParse(readJson(response)).data ?? { name: '', message: '' };
}

const Domains = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })),
  has_more: z.boolean().optional(),
});

/** A key that may do more than send also shows whether the domain of the From address is verified. */
async function verify(config: ResendConfig, from: string, httpClient: HttpClient): Promise<void> {
  const response = await checkByJson('Resend', httpClient, `${serverOf(config, httpClient)}/domains`, {
    headers: headersFor(config),
  });
  const { name, message } = refusalOf(response);
  if (name === 'restricted_api_key') return; // it may only send
  const { data: domains } = Domains.safeParse(readJson(response));
  if (response.status !== 200 || !domains) {
    const reason = describeAnswer('Resend', response, message, [config.api_key]);
    throw new AppError('invalid_request', `The API key does not work. ${reason}`);
  }
  const domain = domainOf(from);
  const found = domains.data.find((each) => each.name.toLowerCase() === domain);
  if (found ? found.status !== 'verified' : domains.has_more !== true) {
    throw new AppError('invalid_request', `The domain ${domain} is not verified at Resend.`);
  }
}

function domainOf(from: string): string {
  const { email } = parseFromAddress(from);
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

const statuses: ReadonlyMap<string, EmailStatus> = new Map([
  ['email.sent', 'sent'],
  ['email.delivered', 'delivered'],
  ['email.delivery_delayed', 'delivery_delayed'],
  ['email.opened', 'opened'],
  ['email.clicked', 'clicked'],
  ['email.bounced', 'bounced'],
  ['email.complained', 'complained'],
  ['email.failed', 'failed'],
  ['email.suppressed', 'suppressed'],
]);

/** Types of bounces after which a later mail may arrive. */
const passingTypes: readonly unknown[] = ['Transient', 'Undetermined'];

const Envelope = z.object({ type: z.string() });
const MailEvent = z.object({
  created_at: IsoTime,
  data: z.object({
    email_id: ProviderId,
    tags: z.object({ signup_id: z.unknown().optional() }).optional().catch(undefined),
    click: z.object({ link: ClickedLink }).optional().catch(undefined),
    bounce: z
      .object({ type: z.unknown(), subType: z.string(), message: z.unknown() })
      .partial()
      .optional()
      .catch(undefined),
  }),
});

function parse(request: InboundRequest): InboundEvent[] {
  const body = readBody('Resend', Envelope.loose(), request);
  const status = statuses.get(body.type);
  if (!status) return [];
  const { created_at, data } = readAs('Resend', MailEvent, body);
  const { type, subType, message } = data.bounce ?? {};
  const isSuppressed = subType === 'Suppressed';
  return [
    {
      id: deliveryIdOf(request),
      status: isSuppressed ? 'suppressed' : status,
      bounce:
        status === 'bounced' && !isSuppressed
          ? toBounce(passingTypes.includes(type) ? 'transient' : 'permanent', subType, message)
          : undefined,
      link: data.click?.link,
      occurredAt: created_at,
      providerMessageId: data.email_id,
      emailId: toEmailId(data.tags?.signup_id),
      nonce: null,
    },
  ];
}
