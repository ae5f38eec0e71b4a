import { createHmac } from 'node:crypto';
import type { LinkSigner } from './link-signer.ts';

/**
 * The key of `emailMac`, derived from the stored link key, which never changes: a suppression must stay
 * findable.
 */
export const addressKeyOf = (signer: LinkSigner): Buffer => signer.keyFor('address');

/**
 * What a suppression keeps of an address: 32 bytes that say nothing without the key, and differ between
 * accounts. `emailKey` is the form that addresses are compared in (C3.1).
 */
export function emailMac(addressKey: Buffer, accountId: string, emailKey: string): Buffer {
  return createHmac('sha256', addressKey).update(`${accountId.toLowerCase()}:${emailKey}`).digest();
}
