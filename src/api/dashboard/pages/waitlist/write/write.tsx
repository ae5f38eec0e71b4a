import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  listAnnouncements,
  readFiguresOf,
} from '../../../../../shared/capabilities/announcements/read-announcements.ts';
import type { AnnouncementSummary } from '../../../../../shared/capabilities/announcements/schema.ts';
import { rewardNames } from '../../../../../shared/capabilities/rewards/schema.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import { mailReportsOf, readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type Show } from '../../../pages.ts';
import { IfMaySend } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Ended, Live, sendFragment } from '../../../parts/live/live.tsx';
import { Pager, pageNumberOf, toUrl } from '../../../parts/pager.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { AnnouncementTable, hasJustStopped, isUnderWay } from './announcement-table.tsx';
import { NoAnnouncements } from './no-announcements.tsx';

/** Each counts its mails. */
const perPage = 25;

const pathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/write`;

/** The announcements of a waitlist: what was written, to whom, and what came of it. */
export function writePage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/write';
  /** A page of announcements; `counts` says of which the figures are looked up. */
  const read = async (request: FastifyRequest, counts: (of: AnnouncementSummary) => boolean) => {
    const { caller } = request.session;
    const { id } = request.waitlist;
    const page = { limit: perPage, offset: (pageNumberOf(request) - 1) * perPage };
    const [announcements, fields, settings, route] = await Promise.all([
      listAnnouncements(ctx, caller, id, page),
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
      readSettings(ctx, caller, id),
      readRoute(ctx, caller),
    ]);
    const counted = announcements.data.filter((each) => each.launched_at !== null && counts(each));
    const figures = await readFiguresOf(
      ctx,
      caller,
      counted.map((each) => each.id),
    );
    return {
      announcements,
      fields: fields.data,
      rewards: rewardNames(settings.rewards),
      figures,
      reports: mailReportsOf(ctx, route),
    };
  };

  const show: Show = async (request, formError) => {
    const path = pathOf(request);
    const shown = await read(request, () => true);
    const actions = (
      <IfMaySend to={`${path}/new/edit`}>
        <a class="button" href={`${path}/new/edit`}>
          <Icon name="pencil" />
          Write to the list
        </a>
      </IfMaySend>
    );
    if (shown.announcements.total === 0)
      return (
        <WaitlistLayout title="Write" request={request} formError={formError}>
          <NoAnnouncements>{actions}</NoAnnouncements>
        </WaitlistLayout>
      );
    return (
      <WaitlistLayout title="Write" request={request} formError={formError} scripts={['live.js']}>
        <section class="card" aria-labelledby="announcements">
          <div class="row spread">
            <h2 id="announcements">Announcements</h2>
            {actions}
          </div>
          <AnnouncementTable path={path} {...shown} announcements={shown.announcements.data} />
          <Pager path={path} {...shown.announcements} />
          {shown.announcements.data.some(isUnderWay) && (
            <Live
              from={toUrl(`/dashboard/waitlists/${request.waitlist.id}/live/write`, {
                page: String(pageNumberOf(request)),
              })}
            />
          )}
        </section>
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);

  app.get('/waitlists/:id/live/write', async (request, reply) => {
    const moves = (each: AnnouncementSummary) => isUnderWay(each) || hasJustStopped(each);
    const shown = await read(request, moves);
    const announcements = shown.announcements.data.filter(moves);
    return sendFragment(
      request,
      reply,
      <>
        <AnnouncementTable path={pathOf(request)} {...shown} announcements={announcements} />
        {!announcements.some(isUnderWay) && <Ended />}
      </>,
    );
  });
}
