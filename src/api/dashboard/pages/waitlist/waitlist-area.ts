import type { FastifyInstance } from 'fastify';
import { hasRewards } from '../../../../shared/capabilities/rewards/fulfilment/queries.ts';
import { readWaitlist } from '../../../../shared/list/waitlists/read-waitlist.ts';
import { editedKinds } from '../../../../shared/mail/kinds.ts';
import { WaitlistParams } from '../../../routes/params.ts';
import type { WebContext } from '../../../web-context.ts';
import { addSignupPage } from './changes/add-signup.tsx';
import { emailPreviewPage } from './email/email-preview.tsx';
import { emailTemplatePage } from './email/email-template.tsx';
import { fieldPage } from './field.tsx';
import { fieldsPage } from './fields.tsx';
import { importPages } from './imports/imports.tsx';
import { invitePage } from './invite/invite.tsx';
import { wavePage } from './invite/wave.tsx';
import { reviewPage } from './review/review.tsx';
import { rewardsPage } from './rewards/rewards.tsx';
import { settingsPages } from './settings.tsx';
import { signupPage } from './signups/signup.tsx';
import { signupsPage } from './signups/signups.tsx';
import { statisticsPage } from './statistics/statistics.tsx';
import { announcementPage } from './write/announcement.tsx';
import { editPage } from './write/edit/edit.tsx';
import { membersPage } from './write/members.tsx';
import { storedPreview } from './write/stored-preview.tsx';
import { writePage } from './write/write.tsx';

/**
 * The pages of one waitlist. A hook loads the waitlist of the account, so no page can show another account's.
 */
export async function waitlistArea(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  app.decorateRequest('waitlist');
  app.decorateRequest('hasRewards', false);
  app.addHook('onRoute', (route) => {
    route.schema = { params: WaitlistParams, ...route.schema };
  });
  app.addHook('preHandler', async (request) => {
    const { id } = request.params as { id: string };
    const { caller } = request.session;
    request.waitlist = await readWaitlist(ctx, caller, id.toLowerCase());
    request.hasRewards = await hasRewards(ctx.sql, {
      accountId: caller.accountId,
      waitlistId: request.waitlist.id,
    });
  });
  signupsPage(app, ctx);
  addSignupPage(app, ctx);
  signupPage(app, ctx);
  invitePage(app, ctx);
  wavePage(app, ctx);
  writePage(app, ctx);
  editPage(app, ctx);
  announcementPage(app, ctx);
  membersPage(app, ctx);
  storedPreview(app, ctx);
  statisticsPage(app, ctx);
  fieldsPage(app, ctx);
  fieldPage(app, ctx);
  for (const kind of editedKinds()) {
    emailTemplatePage(app, ctx, kind);
    emailPreviewPage(app, ctx, kind);
  }
  reviewPage(app, ctx);
  rewardsPage(app, ctx);
  importPages(app, ctx);
  settingsPages(app, ctx);
}
