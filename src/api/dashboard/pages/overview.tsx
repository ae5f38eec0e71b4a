import type { FastifyInstance } from 'fastify';
import { readAccount } from '../../../shared/accounts/read-account.ts';
import { readUsage } from '../../../shared/email/allowance/read-usage.ts';
import { plans } from '../../../shared/plans.ts';
import { listWaitlists } from '../../../shared/waitlists/list-waitlists.ts';
import type { WebContext } from '../../web-context.ts';
import { Meter } from '../charts/meter.tsx';
import { addPage } from '../pages.ts';
import { countOf, formatCount } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { WaitlistTable } from './waitlists.tsx';

const shownWaitlists = 5;

/** The usage of the plan and the newest waitlists (C11.3). */
export function overviewPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '', {}, async (request) => {
    const { caller } = request.session;
    const [{ quota, plan }, usage, lists] = await Promise.all([
      readAccount(ctx, caller),
      readUsage(ctx, caller),
      listWaitlists(ctx, caller, { limit: shownWaitlists, offset: 0 }),
    ]);
    const { waitlists, signups } = plans[plan];
    return (
      <Layout title="Overview" page={pageOf(request)}>
        <div class="cards">
          <Meter label="Signups" used={quota.signups_used} of={signups}>
            {!quota.can_add_signup && 'Limit reached: new signups are rejected.'}
          </Meter>
          <Meter label="Waitlists" used={lists.total} of={waitlists} />
          <Meter label="Emails this month" used={usage.reserved} of={usage.allowance}>
            {caller.hasEmailProvider
              ? 'Your own provider sends without a limit.'
              : usage.held > 0 && <a href="/dashboard/email">{countOf(usage.held, 'email')} waiting</a>}
          </Meter>
          <div class="card">
            <p class="soft">Plan</p>
            <p class="figure plan">{plan}</p>
            <p class="soft">{formatCount(caller.requestsPerMinute)} API requests per minute</p>
          </div>
        </div>
        <section class="card" aria-labelledby="lists">
          <div class="row spread">
            <h2 id="lists">Waitlists</h2>
            <a href="/dashboard/waitlists">
              {lists.has_more ? `Show all ${formatCount(lists.total)}` : 'Create waitlist'}
            </a>
          </div>
          {lists.total === 0 ? (
            <p class="soft">No waitlists yet.</p>
          ) : (
            <WaitlistTable waitlists={lists.data} />
          )}
        </section>
      </Layout>
    );
  });
}
