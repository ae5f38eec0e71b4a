import { newId } from '../../platform/ids.ts';
import { isSameText } from '../../platform/secrets/same-text.ts';
import type { Context } from '../context.ts';
import { signTicket } from './ticket.ts';

/** How long a browser is known for. */
export const knownSeconds = 180 * 24 * 3600;

/**
 * A signed token of a browser that the owner of an address has signed in with. It opens nothing: attempts of
 * the browser are counted by its own id, so those of strangers do not shut it out. It does not hold the
 * address.
 */
export async function makeBrowserToken(ctx: Context, emailKey: string): Promise<string> {
  const named = `${newId()}.${Date.now() + knownSeconds * 1_000}`;
  return `${named}.${await signTicket(ctx, 'known-browser', `${named}.${emailKey}`)}`;
}

/** The id of a browser that is known for an address; undefined for any other token. */
export async function knownBrowserOf(
  ctx: Context,
  token: string,
  emailKey: string,
): Promise<string | undefined> {
  const [id, expires = '', mac = ''] = token.split('.');
  if (!(Number(expires) > Date.now())) return undefined;
  const isKnown = isSameText(mac, await signTicket(ctx, 'known-browser', `${id}.${expires}.${emailKey}`));
  return isKnown ? id : undefined;
}
