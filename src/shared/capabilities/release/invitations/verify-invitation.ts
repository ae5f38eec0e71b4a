import type { Caller } from '../../../account/api-keys/caller.ts';
import { findSettings } from '../../../list/settings/queries.ts';
import { toSettings } from '../../../list/settings/schema.ts';
import { nilId } from '../../../platform/ids.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { maskAddress } from '../../../platform/schema/mask.ts';
import { isSameText } from '../../../platform/secrets/same-text.ts';
import type { Context } from '../../context.ts';
import { findByToken, type InvitationRow } from './queries.ts';
import type { InvitationProblem, Verification, VerifyInput } from './schema.ts';
import { hashInviteToken } from './token.ts';

/**
 * Whether an invitation can be used, and by this address (N5). Changes nothing, because mail scanners open
 * links. Whatever the token, the same two look-ups are made: how long it takes tells nothing.
 */
export async function verifyInvitation(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  { token, email }: VerifyInput,
): Promise<Verification> {
  const invitation = await findByToken(sql, accountId, hashInviteToken(token));
  const settings = toSettings(await findSettings(sql, accountId, invitation?.waitlist_id ?? nilId));
  const isMatch =
    !settings.invitations.require_email_match ||
    email === null ||
    email === undefined ||
    isAddressOf(invitation, email);
  const reason = invitation ? (problemOf(invitation) ?? (isMatch ? null : 'email_mismatch')) : 'unknown';
  return {
    valid: reason === null,
    reason,
    email_hint: invitation?.email ? maskAddress(invitation.email) : null,
    waitlist_id: invitation?.waitlist_id ?? null,
    signup_id: invitation?.signup_id ?? null,
    expires_at: invitation?.expires_at ?? null,
  };
}

/** Whether an address is the one that was invited, however it is spelt. */
export function isAddressOf(
  invitation: Pick<InvitationRow, 'email_key'> | undefined,
  email: string,
): boolean {
  return isSameText(toEmailKey(email) ?? email, invitation?.email_key ?? '');
}

/**
 * Why an invitation cannot be used, by any address. By the clock, because it is marked as expired only later.
 */
export function problemOf({ state, is_expired }: InvitationRow): InvitationProblem | null {
  if (state !== 'invited') return state;
  return is_expired ? 'expired' : null;
}
