import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { type Bounce, toBounce } from '../../../list/mail-state/bounce.ts';
import type { EmailStatus } from '../../../list/mail-state/status.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  checkedAnswer,
  describeAnswer,
  isRetryable,
  readJson,
} from '../../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import type { SafeResponse } from '../../../platform/outbound/safe-fetch.ts';
import { Credential } from '../../../platform/schema/text.ts';
import { formatFromAddress } from '../from-address.ts';
import { ClickedLink, IsoTime, ProviderId, readAs, readBody, toEmailId } from '../inbound-body.ts';
import {
  type EmailProvider,
  type EmailTransport,
  headersOf,
  type InboundEvent,
  type InboundRequest,
  type OutgoingEmail,
  type SendResult,
} from '../provider.ts';
import { openHttpTransport, retryLater, throttled, unansweredOnce } from '../send-result.ts';
import { signAwsPost } from './aws-signature.ts';
import { confirmSubscription, isTopic, SnsMessage, verifySns } from './sns.ts';

const SesConfig = z.strictObject({
  region: z
    .string()
    .trim()
    .regex(/^[a-z]{2}(-[a-z]{2,10}){1,2}-\d{1,2}$/, 'must be a region such as eu-west-1'),
  access_key_id: Credential,
  secret_access_key: Credential,
});
type SesConfig = z.infer<typeof SesConfig>;

/**
 * Amazon SES over its HTTP API (C6.3). Its events come by an SNS topic, whose ARN is the signing secret. The
 * default configuration set of the From address must publish them there.
 */
export const ses: EmailProvider<SesConfig> = {
  config: SesConfig,
  secrets: ['secret_access_key'],
  idempotent: false,
  serverOf,
  open: openTransport,
  verify,
  events: { checkSecret, verify: verifySns, parse, confirm: confirmSubscription },
};

function openTransport(config: SesConfig, httpClient: HttpClient): EmailTransport {
  return openHttpTransport({
    post: async (mail) => postEmail(await toRequest(mail, httpClient.now()), config, httpClient),
    toResult: (response) => toResult(response, config, httpClient.now()),
    ifUnanswered: (error) => unansweredOnce('Amazon SES', error),
  });
}

function serverOf({ region }: SesConfig): string {
  return `https://email.${region}.amazonaws.com`;
}

function postEmail(request: object, config: SesConfig, httpClient: HttpClient): Promise<SafeResponse> {
  const url = `${serverOf(config)}/v2/email/outbound-emails`;
  const body = JSON.stringify(request);
  const headers = signAwsPost(
    url,
    { 'content-type': 'application/json' },
    body,
    'ses',
    config,
    httpClient.now(),
  );
  return httpClient.fetch(url, { method: 'POST', headers, body });
}

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * The mail as a whole message, so that its headers and the encoding of names are ours. SES replaces its
 * Message-ID.
 */
async function toRequest(mail: Omit<OutgoingEmail, 'idempotencyKey'>, now: number) {
  const { from, to, messageId, subject, html, text, emailId } = mail;
  const { message, envelope } = await composer.sendMail({
    from: formatFromAddress(from),
    to: { name: '', address: to },
    messageId,
    subject,
    html,
    text,
    date: new Date(now),
    headers: headersOf(mail),
  });
  const [, encodedFrom] = /^From: (.*(?:\r\n[ \t].*)*)/m.exec(message.toString()) ?? [];
  return {
    FromEmailAddress: encodedFrom?.replace(/\r\n/g, ''), // SES replaces the message's own with it
    Destination: { ToAddresses: envelope.to },
    Content: { Raw: { Data: message.toString('base64') } },
    EmailTags: [{ Name: 'signup_id', Value: emailId }],
  };
}

const Answer = z.object({ MessageId: ProviderId.optional().catch(undefined) });
const Refusal = z
  .object({ __type: z.string().catch(''), message: z.string().catch(''), Message: z.string().catch('') })
  .partial();

/** The rate is too high; the status of some does not show it. */
const throttlingErrors = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'ThrottlingException',
  'Throttling',
]);
/** A From address that is not verified; an account that may not send. Bad keys have statuses of their own. */
const accountErrors = new Set([
  'MessageRejected',
  'MailFromDomainNotVerifiedException',
  'AccountSuspendedException',
  'SendingPausedException',
]);

function toResult(response: SafeResponse, config: SesConfig, now: number): SendResult {
  const { status } = response;
  const { error, name } = describe(response, config);
  if (status >= 200 && status <= 299) {
    const { data: answer } = Answer.safeParse(readJson(response));
    if (!answer) throw new Error(`${error} It says what became of a mail in JSON.`);
    return { outcome: 'sent', providerMessageId: answer.MessageId ?? null };
  }
  if (throttlingErrors.has(name)) return throttled(error, response, now);
  if (isRetryable(status)) return retryLater(error, response, now);
  const isConfigError = [401, 403, 404].includes(status) || accountErrors.has(name);
  return { outcome: 'refused', status: isConfigError ? 'config_error' : 'failed', error };
}

/** SES names its errors in a header, or in the body if a gateway in front of it answers. */
function describe(response: SafeResponse, { access_key_id, secret_access_key }: SesConfig) {
  const { data: refusal = {} } = Refusal.safeParse(readJson(response));
  const type = response.headers['x-amzn-errortype'] ?? refusal.__type ?? '';
  const name = String(type).replace(/:.*$/, '').replace(/^.*#/, '');
  const message = [name, refusal.message || refusal.Message].filter((part) => part).join(': ');
  return { name, error: describeAnswer('Amazon SES', response, message, [access_key_id, secret_access_key]) };
}

/** A mail to the mailbox simulator of SES, which needs only the permission to send. */
const probe = {
  to: 'success@simulator.amazonses.com',
  subject: 'Test',
  html: '<p>Test</p>',
  text: 'Test',
  messageId: '<test@simulator.amazonses.com>',
  emailId: 'none',
  unsubscribeUrl: null,
};

async function verify(config: SesConfig, from: string, httpClient: HttpClient): Promise<void> {
  const request = await toRequest({ ...probe, from }, httpClient.now());
  const response = await checkedAnswer('Amazon SES', () => postEmail(request, config, httpClient));
  if (response.status === 200) return;
  const { error } = describe(response, config);
  throw new AppError('invalid_request', `The settings do not work. ${error}`);
}

function checkSecret(secret: string): void {
  if (isTopic(secret)) return;
  throw new AppError(
    'invalid_request',
    'The signing secret is the ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:ses-events.',
  );
}

/**
 * The kinds of events: their status unless a subtype decides it, and the part with their time if that is not
 * the mail's.
 */
const kinds: ReadonlyMap<string, { status: EmailStatus; part?: string }> = new Map([
  ['Send', { status: 'sent' }],
  ['Delivery', { status: 'delivered', part: 'delivery' }],
  ['DeliveryDelay', { status: 'delivery_delayed', part: 'deliveryDelay' }],
  ['Open', { status: 'opened', part: 'open' }],
  ['Click', { status: 'clicked', part: 'click' }],
  ['Bounce', { status: 'bounced', part: 'bounce' }],
  ['Complaint', { status: 'complained', part: 'complaint' }],
  ['Reject', { status: 'failed' }],
  ['Rendering Failure', { status: 'failed' }],
]);

/** SES did not try, because of these lists. */
const suppressions: readonly unknown[] = ['Suppressed', 'OnAccountSuppressionList', 'UnsubscribedRecipient'];

const SesEvent = z
  .looseObject({ eventType: z.string().optional(), notificationType: z.string().optional() })
  .transform(({ eventType, notificationType, ...parts }) => ({ type: eventType ?? notificationType, parts }))
  .pipe(z.object({ type: z.string(), parts: z.record(z.string(), z.unknown()) }));

const Mail = z.object({
  messageId: ProviderId,
  timestamp: IsoTime,
  tags: z
    .object({ signup_id: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
});

const Part = z.object({
  timestamp: IsoTime,
  bounceType: z.unknown().optional(),
  bounceSubType: z.unknown().optional(),
  bouncedRecipients: z
    .array(z.object({ action: z.unknown(), diagnosticCode: z.unknown() }).partial())
    .optional()
    .catch(undefined),
  complaintSubType: z.unknown().optional(),
  link: ClickedLink,
});
type Part = z.infer<typeof Part>;

/**
 * An automatic reply arrives as a bounce, too; only a report of a mail that failed has that action. Undefined
 * for one, which says nothing of the address.
 */
function bounceOf({ bounceType, bounceSubType, bouncedRecipients = [] }: Part): Bounce | undefined {
  const [{ action, diagnosticCode } = {}] = bouncedRecipients;
  const isReply = bounceSubType === 'General' && action !== undefined && action !== 'failed';
  if (bounceType === 'Transient' && isReply) return undefined;
  const isPassing = bounceType === 'Transient' || bounceType === 'Undetermined';
  return toBounce(isPassing ? 'transient' : 'permanent', bounceSubType, diagnosticCode);
}

/** SES sends this to a topic once, when it starts to use it. */
const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.';

function parse(request: InboundRequest): InboundEvent[] {
  const { Type, MessageId, Message } = readBody('Amazon SES', SnsMessage, request);
  if (Type !== 'Notification' || Message === greeting) return [];
  const { type, parts } = readBody('Amazon SES', SesEvent, { ...request, body: Buffer.from(Message) });
  const kind = kinds.get(type);
  if (!kind) return [];
  const mail = readAs('Amazon SES', Mail, parts.mail);
  const part = kind.part === undefined ? undefined : readAs('Amazon SES', Part, parts[kind.part]);
  const suppressed =
    suppressions.includes(part?.bounceSubType) || part?.complaintSubType === 'OnAccountSuppressionList';
  const bounce = part && kind.status === 'bounced' && !suppressed ? bounceOf(part) : undefined;
  if (kind.status === 'bounced' && !suppressed && !bounce) return [];
  return [
    {
      id: MessageId,
      status: suppressed ? 'suppressed' : kind.status,
      bounce,
      link: part?.link,
      occurredAt: part?.timestamp ?? mail.timestamp,
      providerMessageId: mail.messageId,
      emailId: toEmailId(mail.tags?.signup_id[0]),
      nonce: null,
    },
  ];
}
