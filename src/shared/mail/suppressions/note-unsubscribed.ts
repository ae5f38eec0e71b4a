import type { Correction } from '../../list/parts.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { addressKeyOf, emailMac } from '../../platform/secrets/email-mac.ts';
import type { Context } from '../context.ts';
import { inheritUnsubscribed } from './unsubscribe-queries.ts';

/** Notes with a signup that its new address has unsubscribed before: nobody has signed up with it since. */
export async function noteUnsubscribed(
  { linkSigner }: Pick<Context, 'linkSigner'>,
  tx: Tx,
  { accountId, id, waitlistId, emailKey }: Correction,
): Promise<void> {
  const mac = emailMac(addressKeyOf(await linkSigner()), accountId, emailKey);
  await inheritUnsubscribed(tx, { accountId, id }, { accountId, waitlistId, mac });
}
