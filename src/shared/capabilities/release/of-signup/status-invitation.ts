import { inviteUrl } from '../../../list/links/page-urls.ts';
import type { StatusFacts, StatusSource } from '../../../list/parts.ts';
import type { Context } from '../../context.ts';
import { inviteKeyOf, makeInviteToken } from '../invitations/token.ts';
import { findOpenGeneration, listInvitationStates } from './include-queries.ts';

/**
 * What the status of a signup tells of its newest invitation. The link only where the settings say so: a
 * status token goes to whoever typed the address, an invitation to whoever reads its mails.
 */
export async function readStatusInvitation(
  { sql, linkSigner }: Pick<Context, 'sql' | 'linkSigner'>,
  { accountId, id: signupId, settings: { invitations } }: StatusSource,
): Promise<Pick<StatusFacts, 'invitation_state' | 'invitation_url'>> {
  const [invitation] = await listInvitationStates(sql, accountId, [signupId]);
  const { state = null, id = null } = invitation ?? {};
  const { url, show_link: isShown } = invitations;
  if (!isShown || url === null || state !== 'invited' || id === null)
    return { invitation_state: state, invitation_url: null };
  const generation = await findOpenGeneration(sql, { accountId, id });
  if (generation === undefined) return { invitation_state: state, invitation_url: null };
  const token = makeInviteToken(inviteKeyOf(await linkSigner()), { accountId, id, generation });
  return { invitation_state: state, invitation_url: inviteUrl(url, token) };
}
