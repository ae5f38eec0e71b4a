import type { webhooks } from './api-types.ts';

/** What a webhook integration is sent, by its `type`. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

/** As `fetch`, Node, Express, Fastify and most others hold them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that must not be trusted; answer it with 400 or 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface VerifyOptions {
  /** How far the request's timestamp may lie from the present. */
  readonly toleranceSeconds?: number;
  /** The present, in milliseconds since 1970. */
  readonly now?: number;
}

/**
 * Checks that a request comes from the service, unchanged and now, and gives its event. Asynchronous because Web Crypto is, which is the
 * one implementation that Node, Deno, Bun, browsers and edge runtimes share; its comparison takes constant time.
 * @param rawBody the very bytes of the body, or their text: what was parsed and written again has another signature
 * @throws WebhookError; TypeError without a secret
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
    throw new WebhookError('The headers service-timestamp and service-signature are needed, each once.');
  }
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (!/^\d{1,12}$/.test(timestamp) || hex === undefined) {
    throw new WebhookError('The timestamp or the signature is malformed.');
  }
  const body = toBytes(rawBody);
  if (!(await isSignature(secret, hex, toBytes(`${timestamp}.`), body))) {
    throw new WebhookError('The signature does not fit the body and the secret.');
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('The request is too old, or from the future.');
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

/** A header's one value; undefined where it is missing or there are several. */
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
