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
 * Takes the headers of Standard Webhooks (`webhook-*`) and those of the service (`service-*`).
 * Uses Web Crypto, which Node, Deno, Bun, browsers and edge runtimes share. It compares in constant time.
 * @param rawBody the body as received, in bytes or text; a body that was parsed and serialized again fails
 * @throws WebhookError if the request is not authentic or not recent; TypeError if the secret is missing
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array | ArrayBuffer,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (!secret) throw new TypeError('The signing secret is missing.'); // also null, as a later PUT answers
  const { timestamp, signedBefore, signatures } = readHeaders(headers, secret);
  if (!/^\d{1,12}$/.test(timestamp) || signatures.length === 0) {
    throw new WebhookError('The timestamp or the signature is malformed.');
  }
  const body = toBytes(rawBody);
  const matches = await Promise.all(
    signatures.map(({ key, bytes }) => isSignature(key, bytes, toBytes(signedBefore), body)),
  );
  if (!matches.includes(true)) {
    throw new WebhookError('The signature does not match the body and the secret.');
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('The timestamp is too old or in the future.');
  }
  return parse(body);
}

/** What the headers say: those of the service, else those of Standard Webhooks. */
interface SignedHeaders {
  readonly timestamp: string;
  /** What is signed before the body. */
  readonly signedBefore: string;
  /** Each with the key that it was made with. */
  readonly signatures: readonly {
    readonly key: Uint8Array<ArrayBuffer>;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }[];
}

/**
 * The headers `webhook-*` come first: while a rotated secret signs too, only they have the signatures of
 * both. The service's own headers suffice.
 */
function readHeaders(headers: WebhookHeaders, secret: string): SignedHeaders {
  const id = headerOf(headers, 'webhook-id');
  const standardTimestamp = headerOf(headers, 'webhook-timestamp');
  const standard = headerOf(headers, 'webhook-signature');
  if (id !== undefined && standardTimestamp !== undefined && standard !== undefined)
    return {
      timestamp: standardTimestamp,
      signedBefore: `${id}.${standardTimestamp}.`,
      signatures: standard.split(' ').flatMap((each) => {
        const [, text] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each) ?? [];
        return text === undefined ? [] : [{ key: standardKeyOf(secret), bytes: fromBase64(text) }];
      }),
    };
  const timestamp = headerOf(headers, 'service-timestamp');
  const signature = headerOf(headers, 'service-signature');
  if (timestamp === undefined || signature === undefined)
    throw new WebhookError(
      'The headers webhook-id, webhook-timestamp and webhook-signature are required, once each; or service-timestamp and service-signature.',
    );
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const bytes = Uint8Array.from(hex?.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return {
    timestamp,
    signedBefore: `${timestamp}.`,
    signatures: hex === undefined ? [] : [{ key: toBytes(secret), bytes }],
  };
}

/** The 32 bytes of a secret that the service made; a self-chosen one is the key itself. */
function standardKeyOf(secret: string): Uint8Array<ArrayBuffer> {
  const [, text] = /^whsec_([A-Za-z0-9+/]{43}=)$/.exec(secret) ?? [];
  if (text === undefined) return toBytes(secret);
  const bytes = fromBase64(text);
  return btoa(String.fromCharCode(...bytes)) === text ? bytes : toBytes(secret);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

async function isSignature(
  secret: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  ...parts: readonly Uint8Array<ArrayBuffer>[]
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['verify']);
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
