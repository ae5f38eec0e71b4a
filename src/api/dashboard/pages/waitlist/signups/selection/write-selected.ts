import type { FastifyReply, FastifyRequest } from 'fastify';
import { draftAnnouncement } from '../../../../../../shared/capabilities/announcements/draft-announcement.ts';
import { announcementSchemas } from '../../../../../../shared/capabilities/announcements/schema.ts';
import { countSelection } from '../../../../../../shared/list/signups/selection/count-selection.ts';
import { listChosenIds } from '../../../../../../shared/list/signups/selection/list-chosen-ids.ts';
import { mostIds } from '../../../../../../shared/list/signups/selection/people-filter.ts';
import type { Selection } from '../../../../../../shared/list/signups/selection/schema.ts';
import { AppError } from '../../../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../../../web-context.ts';
import { readValues } from '../../../../pages.ts';
import { countOf, formatCount } from '../../../../parts/format.tsx';
import { readWideFilter } from '../segments/segment-forms.ts';

/**
 * Drafts an announcement to the selected signups, and leads to the page that writes it. A search is kept as
 * it is where announcements can be narrowed so; anything else becomes the ids of those that match.
 * @throws AppError as `draftAnnouncement`; invalid_request if nobody matches, or too many for their ids
 */
export async function writeSelected(
  ctx: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  selection: Selection,
): Promise<FastifyReply> {
  const { caller } = request.session;
  const { id: waitlistId, name } = request.waitlist;
  const filter =
    'ids' in selection
      ? { ids: selection.ids }
      : ((await readWideFilter(ctx, request)) ?? { ids: await listIds(ctx, request, selection) });
  const { total } = await countSelection(ctx, caller, waitlistId, selection, 'delete');
  const title = `News from ${name}`;
  const input = readValues(announcementSchemas().AnnouncementInput, {
    name: `To ${countOf(total, 'selected signup')}`,
    subject: title,
    design: { headline: title, text: 'Write here what is new.' },
    filter,
  });
  const { id } = await draftAnnouncement(ctx, caller, waitlistId, input);
  return reply.redirect(`/dashboard/waitlists/${waitlistId}/write/${id}/edit`, 303);
}

async function listIds(
  ctx: WebContext,
  { session, waitlist }: FastifyRequest,
  selection: Selection,
): Promise<string[]> {
  const ids = await listChosenIds(ctx, session.caller, waitlist.id, selection, mostIds + 1);
  if (ids.length === 0) throw new AppError('invalid_request', 'No signup matches any more.');
  if (ids.length > mostIds)
    throw new AppError(
      'invalid_request',
      `More than ${formatCount(mostIds)} signups match. Narrow the search, or use the filters of the page Write.`,
    );
  return ids;
}
