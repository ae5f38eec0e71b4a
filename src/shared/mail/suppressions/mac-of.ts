import { toEmailKey } from '../../platform/schema/email-address.ts';
import { addressKeyOf, emailMac } from '../../platform/secrets/email-mac.ts';
import type { Context } from '../context.ts';

/** The HMAC of an address in any letter case, which must be valid. */
export async function macOf(
  ctx: Pick<Context, 'linkSigner'>,
  accountId: string,
  email: string,
): Promise<Buffer> {
  const addressKey = addressKeyOf(await ctx.linkSigner());
  return emailMac(addressKey, accountId, toEmailKey(email) ?? email);
}
