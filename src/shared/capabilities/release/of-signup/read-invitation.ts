import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { listConversionsOf } from '../conversions/queries.ts';
import { listInvitationsOf } from '../invitations/queries.ts';
import type { Invitation } from '../invitations/schema.ts';
import { toInvitation } from '../invitations/to-invitation.ts';

/** What became of the invitation of a signup. */
export interface NewestInvitation {
  /** Undefined if the person was never invited. */
  readonly invitation: Invitation | undefined;
  /** Whether the person became a user, invited or not. */
  readonly isConverted: boolean;
}

/** The newest invitation of a signup (N5). */
export async function readNewestInvitation(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  signupId: string,
): Promise<NewestInvitation> {
  const [invitations, conversions] = await Promise.all([
    listInvitationsOf(sql, accountId, [signupId]),
    listConversionsOf(sql, accountId, [signupId]),
  ]);
  const newest = invitations.at(-1);
  return { invitation: newest && toInvitation(newest), isConverted: conversions.length > 0 };
}
