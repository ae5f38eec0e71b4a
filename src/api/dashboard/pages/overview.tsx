import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readAccount } from '../../../shared/account/administration/read-account.ts';
import { planTitle } from '../../../shared/account/plans.ts';
import { listAnnouncementsUnderWay } from '../../../shared/capabilities/announcements/queries.ts';
import { readUsage } from '../../../shared/mail/allowance/read-usage.ts';
import { dismissChecklist, readChecklist } from '../../../shared/owner/overview/checklist.ts';
import { readAttention } from '../../../shared/owner/overview/read-attention.ts';
import { readOverview, shownSignups } from '../../../shared/owner/overview/read-overview.ts';
import type { WebContext } from '../../web-context.ts';
import { Meter } from '../charts/meter.tsx';
import { addForm, addPage, readValues, redirectWithFlash, type Show } from '../pages.ts';
import { formatCount } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { Live, News, sendFragment } from '../parts/live/live.tsx';
import { pageOf } from '../parts/page-context.ts';
import { toUrl } from '../parts/pager.tsx';
import { AnnouncementsUnderWay } from './overview/announcements.tsx';
import { AttentionList } from './overview/attention.tsx';
import { Checklist } from './overview/checklist.tsx';
import { NewestSignups, RecentLists } from './overview/recent-lists.tsx';

/** The newest signup that a page shows. */
const Since = z.object({ since: z.guid().optional() });

/** So many that are under way are shown. */
const mostAnnouncements = 5;

/**
 * What needs attention, what happened lately, and the usage of the plan; the first steps of a new account
 * (C11.3).
 */
export function overviewPage(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const [{ quota, plan }, usage, overview, attention, announcements] = await Promise.all([
      readAccount(ctx, caller),
      readUsage(ctx, caller),
      ctx.read({ caller, over: request.over }, (from) => readOverview(from, caller)),
      readAttention(ctx, caller),
      listAnnouncementsUnderWay(ctx.sql, caller.accountId, mostAnnouncements),
    ]);
    const { lists, totalLists, newestListId, newest } = overview;
    const steps = await readChecklist(ctx, caller, totalLists > 0);
    const { waitlists, signups } = caller.limits;
    return (
      <Layout
        title="Overview"
        page={pageOf(request)}
        formError={formError}
        scripts={['live.js']}
        actions={totalLists > 0 && <News count={0} href="/dashboard" />}
      >
        {totalLists > 0 && (
          <Live from={toUrl('/dashboard/live', { ...(newest[0] && { since: newest[0].id }) })} />
        )}
        <AttentionList items={attention} />
        <AnnouncementsUnderWay announcements={announcements} />
        {steps && <Checklist steps={steps} waitlistId={newestListId} baseUrl={ctx.config.baseUrl} />}
        <RecentLists lists={lists} total={totalLists} />
        <NewestSignups signups={newest} />
        <section aria-labelledby="usage">
          <h2 id="usage">Usage</h2>
          <div class="cards">
            <Meter label="Signups" used={quota.signups_used} of={signups} />
            <Meter label="Waitlists" used={totalLists} of={waitlists} />
            <Meter label="Emails this month" used={usage.reserved} of={usage.allowance}>
              {caller.hasEmailProvider && 'Your own provider sends without a limit.'}
            </Meter>
            <div class="card">
              <p class="soft">Plan</p>
              <p class="figure">{planTitle(plan)}</p>
              <p class="soft">{formatCount(caller.requestsPerMinute)} API requests per minute</p>
            </div>
          </div>
        </section>
      </Layout>
    );
  };
  addPage(app, '', {}, show);

  app.get('/live', async (request, reply) => {
    const { caller } = request.session;
    const { since = '' } = readValues(Since, request.query);
    const { lists, totalLists, newest } = await ctx.read({ caller, over: request.over }, (from) =>
      readOverview(from, caller),
    );
    const count = newest.filter(({ id }) => id > since.toLowerCase()).length; // ids are in the order of time
    return sendFragment(
      request,
      reply,
      <>
        <News count={count} isMore={count === shownSignups} href="/dashboard" />
        <RecentLists lists={lists} total={totalLists} />
      </>,
    );
  });

  addForm(app, '/checklist/dismiss', {}, show, async (request, reply) => {
    await dismissChecklist(ctx, request.session.caller.accountId);
    return redirectWithFlash(reply, '/dashboard', 'The list is hidden. The documentation has all of it.');
  });
}
