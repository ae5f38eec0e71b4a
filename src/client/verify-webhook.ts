import type { webhooks } from './api-types.ts';

/** The body of a webhook, discriminated by `type`. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

/** Request headers as `fetch`, Node, Express and Fastify represent them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request is not authentic or not recent. Respond with 400 or 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface VerifyOptions {
  /** The maximum difference between the request's timestamp and `now`; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The current time in milliseconds since 1970; `Date.now()` by default. */
  readonly now?: number;
}

/**
 * Verifies that a request comes from the service, is unchanged and is recent. Returns its event.
 * Uses Web Crypto, which Node, Deno, Bun, browsers and edge runtimes share. It compares in constant time.
 * @param rawBody the body as received, in bytes or text; a body that was parsed and serialized again fails
 * @throws WebhookError if the request is not authentic or not recent; TypeError if the secret is empty
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array | ArrayBuffer,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (secret === '') throw new TypeError('The signing secret is empty.');
  const timestamp = headerOf(headers, 'service-timestamp');
  const signature = headerOf(headers, 'service-signature');
  if (timestamp === undefined || signature === undefined) {
    throw new WebhookError('The headers service-timestamp and service-signature are required, once each.');
  }
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (!/^\d{1,12}$/.test(timestamp) || hex === undefined) {
    throw new WebhookError('The timestamp or the signature is malformed.');
  }
  const body = toBytes(rawBody);
  if (!(await isSignature(secret, hex, toBytes(`${timestamp}.`), body))) {
    throw new WebhookError('The signature does not match the body and the secret.');
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('The timestamp is too old or in the future.');
  }
  return parse(body);
}

async function isSignature(
  secret: string,
  hex: string,
  ...parts: readonly Uint8Array<ArrayBuffer>[]
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', toBytes(secret), hmac, false, ['verify']);
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const signed = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    signed.set(part, offset);
    offset += part.length;
  }
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

function toBytes(value: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  return typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value);
}

/** The value of a header; undefined if it is missing or repeated. */
function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  return values.length === 1 ? values[0] : undefined;
}

function parse(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookError('The body is not JSON.', { cause });
  }
}
