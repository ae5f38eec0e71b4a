import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { badSignature } from './inbound-body.ts';
import type { InboundEvents, InboundRequest } from './provider.ts';

const toleranceMs = 300_000;

/** The signature scheme of Standard Webhooks, also in the spelling of Svix (`svix-*` for `webhook-*`). */
export const standardWebhooks = {
  checkSecret(secret) {
    if (keyOf(secret)) return;
    throw new AppError('invalid_request', 'The signing secret is not of the form whsec_<base64>.');
  },

  async verify(request, secret, httpClient) {
    const key = keyOf(secret);
    const id = headerOf(request, 'id');
    const timestamp = headerOf(request, 'timestamp');
    if (!key || !/^[\x21-\x7e]{1,256}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) throw badSignature();
    if (Math.abs(httpClient.now() - Number(timestamp) * 1000) > toleranceMs) throw badSignature();
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(request.body).digest();
    if (!signaturesOf(request).some((signature) => isEqual(signature, expected))) throw badSignature();
  },
} satisfies Pick<InboundEvents, 'checkSecret' | 'verify'>;

/** The id of a verified delivery, the same whenever it is delivered again. */
export function deliveryIdOf(request: InboundRequest): string {
  return headerOf(request, 'id');
}

function keyOf(secret: string): Buffer | undefined {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(base64, 'base64');
  return key.length > 0 ? key : undefined;
}

/** One of the scheme's headers; empty where it is absent. The two spellings are not mixed. */
function headerOf({ headers }: InboundRequest, name: 'id' | 'timestamp' | 'signature'): string {
  const value = headers[`${headers['svix-id'] === undefined ? 'webhook' : 'svix'}-${name}`];
  return typeof value === 'string' ? value : '';
}

/** The `v1` entries: while a secret is replaced there are two, and other versions may stand beside them. */
function signaturesOf(request: InboundRequest): Buffer[] {
  const entries = headerOf(request, 'signature').split(' ');
  return entries
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length), 'base64'));
}

function isEqual(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
