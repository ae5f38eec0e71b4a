import { createHmac } from 'node:crypto';
import type { LinkSigner } from './link-signer.ts';

/** The key of `keyedHash`, derived from the stored link key, which never changes. */
export const hashKeyOf = (signer: LinkSigner): Buffer => signer.keyFor('hash');

/**
 * What is kept of a text only to recognise it: 32 bytes. The text may have an address, and whoever guesses it
 * could compute a plain hash. `purpose` says what the text is: the hashes of different purposes have nothing
 * in common.
 */
export function keyedHash(hashKey: Buffer, purpose: string, text: string | Buffer): Buffer {
  return createHmac('sha256', hashKey).update(`${purpose}:`).update(text).digest();
}
