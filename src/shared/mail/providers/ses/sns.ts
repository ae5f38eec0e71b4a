import { type KeyObject, verify as verifySignature, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { AppError, unavailable } from '../../../platform/errors.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import { parseUrl } from '../../../platform/outbound/parse-url.ts';
import type { SafeResponse } from '../../../platform/outbound/safe-fetch.ts';
import { ProviderId, readProof } from '../inbound-body.ts';
import type { InboundRequest } from '../provider.ts';

const oldestMs = 60 * 60_000; // a repeated delivery keeps the first timestamp
const aheadMs = 5 * 60_000;

/** What Amazon SNS sends to a subscribed address. */
export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: ProviderId,
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64(),
  SigningCertURL: z.string(),
  Subject: z.string().optional(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
});
export type SnsMessage = z.infer<typeof SnsMessage>;

/** Whether a text is the ARN of an SNS topic. */
export function isTopic(text: string): boolean {
  return /^arn:aws[a-z-]*:sns:[a-z0-9-]{3,}:\d{12}:[\w-]{1,256}(\.fifo)?$/.test(text);
}

/**
 * Verifies that SNS sent this request, within the hour and for this topic. Anyone can have a topic, so only
 * its ARN identifies the account's messages.
 * @throws AppError unauthorized; 503 while the certificate cannot be fetched
 */
export async function verifySns(
  request: InboundRequest,
  topic: string,
  httpClient: HttpClient,
): Promise<void> {
  const message = readProof(SnsMessage, request) ?? refuse(isRaw(request) ? isMissingFromRaw : 'is missing');
  if (topic === '' || message.TopicArn !== topic) refuse('is of another topic');
  const age = httpClient.now() - Date.parse(message.Timestamp);
  if (!(age <= oldestMs && age >= -aheadMs)) refuse('is out of date');
  const key = await findSigningKey(message.SigningCertURL, httpClient);
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const signature = Buffer.from(message.Signature, 'base64');
  const isSigned = signedForms(message).some((form) =>
    verifySignature(algorithm, Buffer.from(form), key, signature),
  );
  if (!isSigned) refuse('is wrong');
}

/** With raw message delivery SNS sends the event alone, as SES gave it to the topic, and signs nothing. */
function isRaw(request: InboundRequest): boolean {
  const isSaid = request.headers['x-amz-sns-rawdelivery'] === 'true';
  return isSaid || readProof(z.object({ mail: z.object({ messageId: z.string() }) }), request) !== undefined;
}

const isMissingFromRaw =
  'is missing, because raw message delivery is on. Switch off "Enable raw message delivery" of the SNS subscription';

/**
 * Confirms a subscription, if a verified request asks for that.
 * @throws AppError invalid_request for an address outside SNS; 503 while it cannot be reached
 */
export async function confirmSubscription(request: InboundRequest, httpClient: HttpClient): Promise<void> {
  const message = readProof(SnsMessage, request);
  if (message?.Type !== 'SubscriptionConfirmation') return;
  const { SubscribeURL = '' } = message;
  if (!isOfSns(SubscribeURL)) {
    throw new AppError('invalid_request', 'The address that confirms the subscription is not one of SNS.');
  }
  const { status } = await ask(SubscribeURL, httpClient);
  if (status < 200 || status > 299)
    throw unavailable(new Error(`SNS answered ${status} to the confirmation`));
}

const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const ofConfirmation = [
  ...(['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const),
];

/**
 * The texts that may have been signed. The sources disagree about the end of a subscription, which is not
 * used here.
 */
function signedForms(message: SnsMessage): string[] {
  const toForm = (fields: readonly (keyof SnsMessage)[]) =>
    fields
      .filter((field) => message[field] !== undefined)
      .map((field) => `${field}\n${message[field]}\n`)
      .join('');
  switch (message.Type) {
    case 'Notification':
      return [toForm(ofNotification)];
    case 'SubscriptionConfirmation':
      return [toForm(ofConfirmation)];
    case 'UnsubscribeConfirmation':
      return [toForm(ofConfirmation), toForm(ofConfirmation.filter((field) => field !== 'Token'))];
  }
}

/**
 * Whether an address is of SNS itself, by the exact name of a region: the message may be forged, and S3
 * buckets have similar names.
 */
function isOfSns(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, host, username, password } = url;
  return (
    protocol === 'https:' &&
    /^sns\.[a-z]{2}(-[a-z]+){1,3}-\d{1,2}\.amazonaws\.com(\.cn)?$/.test(host) &&
    username === '' &&
    password === ''
  );
}

const mostKeys = 50;
/** By the URL of their certificate, which is never used for another one. */
const keys = new Map<string, { key: KeyObject; until: number }>();

async function findSigningKey(url: string, httpClient: HttpClient): Promise<KeyObject> {
  const known = keys.get(url);
  if (known && known.until > httpClient.now()) return known.key;
  if (!isOfSns(url) || !new URL(url).pathname.endsWith('.pem')) refuse('has a certificate from elsewhere');
  const response = await ask(url, httpClient);
  const certificate = readCertificate(response) ?? refuse('has no certificate');
  const until = Date.parse(certificate.validTo);
  if (!(until > httpClient.now())) refuse('has a certificate that is out of date');
  if (keys.size >= mostKeys) keys.clear();
  keys.set(url, { key: certificate.publicKey, until });
  return certificate.publicKey;
}

function readCertificate({ status, body }: SafeResponse): X509Certificate | undefined {
  if (status !== 200) return undefined;
  try {
    return new X509Certificate(body);
  } catch {
    return undefined;
  }
}

/** SNS repeats a delivery after a 503, but not after a 401. */
async function ask(url: string, httpClient: HttpClient): Promise<SafeResponse> {
  let response: SafeResponse;
  try {
    response = await httpClient.fetch(url, { method: 'GET' });
  } catch (error) {
    throw unavailable(error);
  }
  if (response.status >= 500 || response.status === 429)
    throw unavailable(new Error(`SNS answered ${response.status}`));
  return response;
}

function refuse(reason: string): never {
  throw new AppError('unauthorized', `The signature of the webhook ${reason}.`);
}
