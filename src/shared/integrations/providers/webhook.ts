import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { describeAnswer } from '../../outbound/http-answer.ts';
import type { HttpClient } from '../../outbound/http-client.ts';
import { attempt } from './attempt.ts';
import { Events, UrlText } from './config-fields.ts';
import type { Attempt, Delivery, IntegrationProvider } from './provider.ts';

/** An empty list of events means all of them (C7.3). */
const WebhookConfig = z.strictObject({
  url: UrlText.meta({
    description: 'The address that receives the events: http or https, not in a private network.',
    format: 'uri',
  }),
  events: Events.default([]),
  signing_secret: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'expected 16 to 256 ASCII characters without spaces')
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
  newSigningSecret: () => `whsec_${randomBytes(32).toString('base64url')}`,
  async verify({ url }, { guard }) {
    await guard.checkUrl(url);
  },
  deliver,
} satisfies IntegrationProvider<WebhookConfig>;

function deliver(config: WebhookConfig, { event }: Delivery, httpClient: HttpClient): Promise<Attempt> {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(httpClient.now() / 1000);
  return attempt(
    'The receiver',
    () =>
      httpClient.fetch(config.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'service-timestamp': String(timestamp),
          'service-signature': signatureOf(config.signing_secret, timestamp, body),
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
