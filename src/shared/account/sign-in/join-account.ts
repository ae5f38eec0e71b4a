import type { Context } from '../context.ts';
import { acceptInvite } from '../users/links/accept-invite.ts';
import { listCredentials } from '../users/queries.ts';
import { beginSession, type SignIn } from './sign-in.ts';

/**
 * Makes the user of an invitation, and opens a session for this user: the link was mailed to the address, and
 * the password was chosen just now. Undefined if somebody has removed the user since.
 * @throws AppError as `acceptInvite`
 */
export async function joinWithPassword(
  ctx: Context,
  chosen: { readonly token: string; readonly password: string },
  device: string | null,
): Promise<SignIn | undefined> {
  const { account_id: accountId, email_key } = await acceptInvite(ctx, chosen);
  const users = await listCredentials(ctx.sql, email_key);
  const user = users.find((each) => each.account_id === accountId);
  return user && beginSession(ctx, user, device);
}
