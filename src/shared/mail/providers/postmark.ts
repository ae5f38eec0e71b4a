import { z } from 'zod';
import { type Bounce, toBounce } from '../../list/mail-state/bounce.ts';
import type { EmailStatus } from '../../list/mail-state/status.ts';
import { AppError } from '../../platform/errors.ts';
import { askJson, checkByJson } from '../../platform/outbound/ask-json.ts';
import { describeAnswer, isRetryable, readJson } from '../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import { NumericId } from '../../platform/outbound/json-of-others.ts';
import type { SafeResponse } from '../../platform/outbound/safe-fetch.ts';
import { Credential, trimmedText } from '../../platform/schema/text.ts';
import { isSameText } from '../../platform/secrets/same-text.ts';
import { formatFromAddress } from './from-address.ts';
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
import { openHttpTransport, outOfOrder, retryLater, throttled, unansweredOnce } from './send-result.ts';

const PostmarkConfig = z.strictObject({
  server_token: Credential,
  message_stream: trimmedText(100).min(1).optional(),
});
type PostmarkConfig = z.infer<typeof PostmarkConfig>;

/** Postmark over its HTTP API (C6.3). Its webhooks are not signed: their secret is a password in a header. */
export const postmark = {
  config: PostmarkConfig,
  secrets: ['server_token'],
  idempotent: false,
  serverOf,
  open: openTransport,
  findTaken,
  verify,
  events: { checkSecret, verify: verifySecret, parse },
} satisfies EmailProvider<PostmarkConfig>;

function openTransport(config: PostmarkConfig, httpClient: HttpClient): EmailTransport {
  return openHttpTransport({
    post: (mail) =>
      askJson(httpClient, `${serverOf(config, httpClient)}/email`, {
        headers: headersFor(config),
        body: toMessage(mail, config),
      }),
    toResult: (response) => toResult(response, config, httpClient.now()),
    ifUnanswered: (error) => unansweredOnce('Postmark', error),
  });
}

function serverOf(_: PostmarkConfig, { apiUrls }: Pick<HttpClient, 'apiUrls'>): string {
  return apiUrls.postmark ?? 'https://api.postmarkapp.com';
}

function headersFor({ server_token }: PostmarkConfig) {
  return { 'x-postmark-server-token': server_token, accept: 'application/json' };
}

function toMessage(mail: OutgoingEmail, { message_stream = 'outbound' }: PostmarkConfig) {
  return {
    From: formatFromAddress(mail.from),
    To: mail.to,
    Subject: mail.subject,
    HtmlBody: mail.html,
    TextBody: mail.text,
    Metadata: { signup_id: mail.emailId },
    Headers: [
      { Name: 'Message-ID', Value: mail.messageId },
      { Name: 'X-PM-KeepID', Value: 'true' }, // otherwise Postmark replaces the Message-ID
      ...Object.entries(headersOf(mail)).map(([Name, Value]) => ({ Name, Value })),
    ],
    TrackOpens: true,
    TrackLinks: 'HtmlOnly',
    MessageStream: message_stream,
  };
}

const Answer = z.object({
  ErrorCode: z.int(),
  Message: z.string().catch(''),
  MessageID: ProviderId.optional(),
});

const inactiveRecipient = 406;
const maintenance = 100;
const rateLimited = 429;
/** A bad token; an unknown or unconfirmed From address; an account that may not send. */
const accountCodes = new Set([10, 400, 401, 405, 412, 413]);

/** Postmark's own code decides among final refusals, even beside a status of success. */
function toResult(response: SafeResponse, config: PostmarkConfig, now: number): SendResult {
  const { status } = response;
  const { data: answer } = Answer.safeParse(readJson(response));
  const accepted = status >= 200 && status <= 299;
  if (accepted && answer?.ErrorCode === 0) {
    return { outcome: 'sent', providerMessageId: answer.MessageID ?? null };
  }
  const error = describeAnswer('Postmark', response, answer?.Message, [config.server_token]);
  if (accepted && !answer) throw new Error(`${error} It says what became of a mail in JSON.`);
  const code = answer?.ErrorCode ?? 0;
  if (code === rateLimited) return throttled(error, response, now);
  if (code === maintenance) return outOfOrder(error, response, now);
  if (isRetryable(status)) return retryLater(error, response, now);
  if (code === inactiveRecipient) return { outcome: 'refused', status: 'suppressed', error };
  const isConfigError = status === 401 || status === 403 || accountCodes.has(code);
  return { outcome: 'refused', status: isConfigError ? 'config_error' : 'failed', error };
}

const Found = z.object({ Messages: z.array(z.object({ MessageID: ProviderId })) });

/** Postmark keeps mails for 45 days, and finds them by their metadata. */
async function findTaken(
  config: PostmarkConfig,
  emailId: string,
  httpClient: HttpClient,
): Promise<string | null> {
  const query = `count=1&offset=0&metadata_signup_id=${emailId}`;
  const response = await askJson(httpClient, `${serverOf(config, httpClient)}/messages/outbound?${query}`, {
    headers: headersFor(config),
  });
  if (response.status !== 200) throw new Error(`Postmark answered ${response.status}.`);
  return Found.parse(readJson(response)).Messages[0]?.MessageID ?? null;
}

/**
 * Verifies only the token: confirmed From addresses are visible only to the token of the whole Postmark
 * account.
 */
async function verify(config: PostmarkConfig, _from: string, httpClient: HttpClient): Promise<void> {
  const response = await checkByJson('Postmark', httpClient, `${serverOf(config, httpClient)}/server`, {
    headers: headersFor(config),
  });
  const body = readJson(response);
  if (response.status === 200 && z.object({ ID: NumericId }).safeParse(body).success) return;
  const reason = describeAnswer('Postmark', response, Answer.safeParse(body).data?.Message, [
    config.server_token,
  ]);
  throw new AppError('invalid_request', `The server token does not work. ${reason}`);
}

function checkSecret(secret: string): void {
  if (/^[\x21-\x7e]{8,500}$/.test(secret)) return;
  throw new AppError(
    'invalid_request',
    'The signing secret is the user:password of the webhook, or the value of its X-Webhook-Secret header: 8 to 500 ASCII characters without spaces.',
  );
}

async function verifySecret({ headers }: InboundRequest, secret: string): Promise<void> {
  const [, basic] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(toText(headers.authorization)) ?? [];
  const password = basic === undefined ? '' : Buffer.from(basic, 'base64').toString('utf8');
  if (isSameText(password, secret) || isSameText(toText(headers['x-webhook-secret']), secret)) return;
  throw new AppError('unauthorized', 'The password of the webhook is missing or wrong.');
}

function toText(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

/**
 * The kinds of records about mails: the field of their time, and their status unless other fields decide it.
 */
const records: ReadonlyMap<string, { time: string; status?: EmailStatus }> = new Map([
  ['Delivery', { time: 'DeliveredAt', status: 'delivered' }],
  ['Open', { time: 'ReceivedAt', status: 'opened' }],
  ['Click', { time: 'ReceivedAt', status: 'clicked' }],
  ['SpamComplaint', { time: 'BouncedAt', status: 'complained' }],
  ['Bounce', { time: 'BouncedAt' }],
  ['SubscriptionChange', { time: 'ChangedAt' }],
]);

const bounceStatuses: ReadonlyMap<string, EmailStatus> = new Map([
  ['Transient', 'delivery_delayed'],
  ['HardBounce', 'bounced'],
  ['SoftBounce', 'bounced'],
  ['DnsError', 'bounced'],
  ['BadEmailAddress', 'bounced'],
  ['Blocked', 'bounced'],
  ['DMARCPolicy', 'bounced'],
  ['SpamNotification', 'bounced'],
  ['VirusNotification', 'bounced'],
  ['Unknown', 'bounced'],
  ['SpamComplaint', 'complained'],
  ['ManuallyDeactivated', 'suppressed'],
  ['SMTPApiError', 'failed'],
  ['TemplateRenderingFailed', 'failed'],
]);

const MailRecord = z.looseObject({
  RecordType: z.string(),
  Type: z.string().optional().catch(undefined),
  SuppressSending: z.boolean().optional().catch(undefined),
  Inactive: z.boolean().optional().catch(undefined),
  Name: z.unknown().optional(),
  Details: z.unknown().optional(),
});
type MailRecord = z.infer<typeof MailRecord>;

function statusOf({ RecordType, Type, SuppressSending }: MailRecord): EmailStatus | undefined {
  if (RecordType === 'Bounce') return bounceStatuses.get(Type ?? '');
  if (RecordType === 'SubscriptionChange') return SuppressSending === true ? 'suppressed' : undefined;
  return records.get(RecordType)?.status;
}

/** Postmark sends no more to an address that it has made inactive, whatever the bounce is called. */
function bounceOf({ Type, Inactive, Name, Details }: MailRecord): Bounce {
  const isPermanent = Inactive === true || Type === 'HardBounce' || Type === 'BadEmailAddress';
  return toBounce(isPermanent ? 'permanent' : 'transient', Name ?? Type, Details);
}

const Reference = z.object({
  MessageID: ProviderId,
  ID: NumericId.optional(), // only bounces and complaints have one
  OriginalLink: ClickedLink,
  Metadata: z.object({ signup_id: z.unknown().optional() }).optional().catch(undefined),
});

function parse(request: InboundRequest): InboundEvent[] {
  const record = readBody('Postmark', MailRecord, request);
  const kind = records.get(record.RecordType);
  const status = statusOf(record);
  const isByHand = record.RecordType === 'SubscriptionChange' && record.MessageID === null; // about no mail
  if (!kind || !status || isByHand) return [];
  const { MessageID, ID, OriginalLink, Metadata } = readAs('Postmark', Reference, record);
  const occurredAt = readAs('Postmark', IsoTime, record[kind.time]);
  return [
    {
      id: `${record.RecordType}/${MessageID}/${ID ?? occurredAt}`,
      status,
      bounce: status === 'bounced' ? bounceOf(record) : undefined,
      link: OriginalLink,
      occurredAt,
      providerMessageId: MessageID,
      emailId: toEmailId(Metadata?.signup_id),
      nonce: null,
    },
  ];
}
