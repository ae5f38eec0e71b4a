import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { describeAnswer } from '../../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';
import { attempt } from './attempt.ts';
import { Events, Include, Retries, UrlText } from './config-fields.ts';
import type { Attempt, Delivery, IntegrationProvider } from './provider.ts';

/** An empty list of events means all of them (C7.3). */
const WebhookConfig = z.strictObject({
  url: UrlText.meta({
    description: 'The address that receives the events: http or https, not in a private network.',
    format: 'uri',
  }),
  events: Events.default([]),
  include: Include,
  retries: Retries,
  signing_secret: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 ASCII characters without spaces')
    .describe(
      'The secret that signs deliveries. If the first request leaves it out, one is generated and shown once.',
    ),
});
type WebhookConfig = z.infer<typeof WebhookConfig>;

/** Posts events unchanged to an address of the account's, signed (§6.1). */
export const webhook = {
  config: WebhookConfig,
  secrets: ['signing_secret'],
  addressKey: 'url',
  newSigningSecret: () => `${madePrefix}${randomBytes(32).toString('base64')}`,
  async verify({ url }, { guard }) {
    await guard.checkUrl(url);
  },
  deliver,
} satisfies IntegrationProvider<WebhookConfig>;

function deliver(
  config: WebhookConfig,
  { id: deliveryId, eventId: id = deliveryId, event, body: sentBefore, previousSecret }: Delivery,
  httpClient: HttpClient,
): Promise<Attempt> {
  const body = sentBefore ?? JSON.stringify(event);
  const secrets = [config.signing_secret, ...(previousSecret ? [previousSecret] : [])];
  const timestamp = Math.floor(httpClient.now() / 1000);
  return attempt(
    'The receiver',
    () =>
      httpClient.fetch(config.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'service-timestamp': String(timestamp),
          'service-signature': signatureOf(previousSecret ?? config.signing_secret, timestamp, body),
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': secrets
            .map((secret) => standardSignatureOf(secret, id, timestamp, body))
            .join(' '),
        },
        body,
      }),
    (response) =>
      response.status >= 300 && response.status <= 399
        ? `The receiver answered ${response.status}; redirects are not followed.`
        : describeAnswer('The receiver', response, undefined, []),
  );
}

/** The header `service-signature` (§6.1), over the exact bytes sent. */
function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

const madePrefix = 'whsec_';

/** A signature of the header `webhook-signature`, as Standard Webhooks has it (N2). */
function standardSignatureOf(secret: string, id: string, timestamp: number, body: string): string {
  const key = standardKeyOf(secret);
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * The key that Standard Webhooks libraries make of a secret: the 32 bytes of one in the form of those made
 * here. A self-chosen one in another form is the key itself.
 */
function standardKeyOf(secret: string): Buffer | string {
  const text = secret.startsWith(madePrefix) ? secret.slice(madePrefix.length) : '';
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text ? bytes : secret;
}
