import { createHmac, hash } from 'node:crypto';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { base62, secretLength, toCheckedToken } from '../../../platform/secrets/checked-token.ts';
import type { LinkSigner } from '../../../platform/secrets/link-signer.ts';

const prefix = 'inv_';

/** An invitation and which of its tokens: sending it again makes another one. */
export interface TokenSource extends RowKey {
  readonly generation: number;
}

/** The key of tokens, derived from the stored link key, which never changes. */
export const inviteKeyOf = (signer: LinkSigner): Buffer => signer.keyFor('invite');

/**
 * The token of an invitation (N5): `inv_`, 32 base62 characters and a checksum. It is made of the invitation
 * by HMAC-SHA256, so a mail that is rendered again has the same one, and only its hash is stored.
 */
export function makeInviteToken(inviteKey: Buffer, { accountId, id, generation }: TokenSource): string {
  const mac = createHmac('sha256', inviteKey)
    .update(`${accountId}:${id}:${generation}`.toLowerCase())
    .digest('hex');
  let secret = '';
  // 256 bits for 190: no character is more likely than another one.
  for (let rest = BigInt(`0x${mac}`); secret.length < secretLength; rest /= 62n)
    secret += base62[Number(rest % 62n)];
  return toCheckedToken(prefix, secret);
}

/** What is stored of a token. With 190 bits it needs no salt and no slow hash. */
export const hashInviteToken = (token: string): Buffer => hash('sha256', token, 'buffer');
