import type { FastifyReply, FastifyRequest } from 'fastify';
import { draftSelection } from '../../../../../../shared/capabilities/release/draft-selection.ts';
import { readSettings } from '../../../../../../shared/list/settings/read-settings.ts';
import type { Selection } from '../../../../../../shared/list/signups/selection/schema.ts';
import { readRoute } from '../../../../../../shared/mail/email-state/read-email-state.ts';
import type { WebContext } from '../../../../../web-context.ts';
import { redirectWithFlash } from '../../../../pages.ts';
import { readOrder } from '../search.ts';

/** Drafts a wave of the selected signups, by mail where mails are sent, and leads to its page (N5). */
export async function draftSelected(
  ctx: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  selection: Selection,
): Promise<FastifyReply> {
  const { caller } = request.session;
  const { id: waitlistId } = request.waitlist;
  const path = `/dashboard/waitlists/${waitlistId}/invite`;
  const [{ invitations }, route] = await Promise.all([
    readSettings(ctx, caller, waitlistId),
    readRoute(ctx, caller),
  ]);
  if (invitations.url === null)
    return redirectWithFlash(reply, path, 'Enter the page of yours that accepts invitations first.', 'bad');
  const deliver = route.kind === 'none' ? 'link' : 'email';
  const { id } = await draftSelection(ctx, caller, waitlistId, selection, deliver, readOrder(request));
  return reply.redirect(`${path}/waves/${id}`, 303);
}
