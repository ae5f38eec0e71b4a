import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  revokeStatisticsLink,
  shareStatistics,
} from '../../../../../../shared/capabilities/statistics-links/share-statistics.ts';
import type { WebContext } from '../../../../../web-context.ts';
import { addForm, redirectWithFlash, type Show, sendPage } from '../../../../pages.ts';
import { Secret } from '../../../../parts/secret.tsx';
import { WaitlistLayout } from '../../waitlist-layout.tsx';

const LinkParams = z.object({ id: z.guid(), linkId: z.guid() });

/** Makes public links to the statistics, which are shown once, and revokes them. */
export function statisticsLinkForms(app: FastifyInstance, ctx: WebContext, show: Show): void {
  addForm(app, '/waitlists/:id/statistics/links', {}, show, async (request, reply) => {
    const { id } = request.waitlist;
    const url = await shareStatistics(ctx, request.session.caller, id);
    const back = `/dashboard/waitlists/${id}/statistics`;
    return sendPage(
      reply,
      <WaitlistLayout title="Statistics" request={request}>
        <section class="card" aria-labelledby="made">
          <h2 id="made">Your new link</h2>
          <p>Copy it now. It is shown only once, because we store only a hash of it.</p>
          <Secret value={url} label="link" />
          <div class="row">
            <a class="button quiet" href={url} target="_blank" rel="noopener">
              Open the page
            </a>
            <a class="button quiet" href={`${back}#share`}>
              Back to the statistics
            </a>
          </div>
        </section>
      </WaitlistLayout>,
    );
  });

  addForm(
    app,
    '/waitlists/:id/statistics/links/:linkId/revoke',
    { schema: { params: LinkParams } },
    show,
    async (request, reply) => {
      const { id } = request.waitlist;
      const { linkId } = request.params as z.infer<typeof LinkParams>;
      await revokeStatisticsLink(ctx, request.session.caller, id, linkId);
      return redirectWithFlash(
        reply,
        `/dashboard/waitlists/${id}/statistics#share`,
        'The link is revoked. It shows nothing any more.',
      );
    },
  );
}
