import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  decideReview,
  decideReviews,
} from '../../../../../shared/capabilities/trust/reviews/decide-reviews.ts';
import { listReferrers, listReviews } from '../../../../../shared/capabilities/trust/reviews/list-reviews.ts';
import { findOpenOf } from '../../../../../shared/capabilities/trust/reviews/queries.ts';
import { decisions } from '../../../../../shared/capabilities/trust/reviews/schema.ts';
import { updateSettings } from '../../../../../shared/list/settings/update-settings.ts';
import { mailReportsOf, readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { SignupParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../../../pages.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { countOf } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { offsetOf, Pager, rowsPerPage } from '../../../parts/pager.tsx';
import { readListOfCards, takeCard } from '../cards/settings-card.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { JudgingCard, judging, Offer } from './judging-card.tsx';
import { ClaimTable, ReferrerTable } from './review-tables.tsx';

const Decided = z.object({ decision: z.enum(decisions) });
const referrersShown = 20;

const pathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/review`;

/** The referrer whose claims are shown; undefined for all. */
function referrerOf({ query }: FastifyRequest): string | undefined {
  const { referrer } = query as { referrer?: unknown };
  return z.guid().safeParse(referrer).data;
}

/** Referrals that are judged: who referred suspicious ones, why, and the decisions (N4). */
export function reviewPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/review';
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const { id } = request.waitlist;
    const path = pathOf(request);
    const referrer = referrerOf(request);
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const open = { state: 'open', referrer_id: referrer } as const;
    const [list, route, referrers, claims, waiting] = await Promise.all([
      readListOfCards(ctx, request),
      readRoute(ctx, caller),
      listReferrers(ctx, caller, id, { limit: referrersShown, offset: 0 }),
      listReviews(ctx, caller, id, { ...page, ...open }),
      listReviews(ctx, caller, id, { limit: 1, offset: 0, ...open, credited: false }),
    ]);
    const ids = referrers.data.map(({ signup_id }) => signup_id);
    const openOf = await findOpenOf(ctx.sql, { accountId: caller.accountId, waitlistId: id }, ids);
    const isNew = list.settings.abuse.mode === 'off' && referrers.total === 0;
    return (
      <WaitlistLayout title="Review" request={request} formError={formError}>
        {isNew ? (
          <Offer path={path} />
        ) : (
          <>
            {referrers.total === 0 ? (
              <Empty
                id="referrers"
                picture="shield"
                title="Nobody has referred anyone yet"
                about="Whoever brings friends is listed here, with how many of them look farmed, and why. You credit or refuse them by one button."
              >
                <a class="button quiet" href={`/dashboard/waitlists/${id}/settings/links`}>
                  Give people a link to share
                </a>
              </Empty>
            ) : (
              <section class="card" aria-labelledby="referrers">
                <h2 id="referrers">Referrers</h2>
                <ReferrerTable path={path} referrers={referrers.data} open={openOf} />
                {referrers.has_more && (
                  <p class="soft">These are the {referrersShown} with the most open reviews.</p>
                )}
              </section>
            )}
            <section class="card" aria-labelledby="claims">
              <h2 id="claims">{referrer ? 'Open reviews of this referrer' : 'Open reviews'}</h2>
              {referrer && (
                <ul class="chips who-shown" aria-label="Filters in use">
                  <li>
                    <a class="chip" href={path}>
                      Referrer{' '}
                      <b>{referrers.data.find((each) => each.signup_id === referrer)?.email ?? 'one'}</b>
                      <Icon name="x" size={14} />
                      <span class="hidden">, show those of all referrers</span>
                    </a>
                  </li>
                </ul>
              )}
              <p class="soft">
                {waiting.total === 0
                  ? 'Nothing is waiting for a decision.'
                  : `${countOf(waiting.total, 'referral waits', 'referrals wait')} for a decision.`}
                {claims.total > waiting.total &&
                  ` ${countOf(claims.total - waiting.total, 'referral looks', 'referrals look')} farmed but ${claims.total - waiting.total === 1 ? 'is' : 'are'} credited all the same: refuse ${claims.total - waiting.total === 1 ? 'it' : 'them'}, or leave it at that.`}
              </p>
              {claims.total > 0 && (
                <ClaimTable path={path} list={`/dashboard/waitlists/${id}`} claims={claims.data} />
              )}
              <Pager path={path} {...claims} {...(referrer && { query: { referrer } })} />
            </section>
          </>
        )}
        <JudgingCard list={list} bounces={mailReportsOf(ctx, route)} />
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);

  const params = { schema: { params: SignupParams } };
  addForm(app, `${url}/referrers/:signupId`, params, show, async (request, reply) => {
    const { decision: action } = readForm(Decided, request.body);
    const { caller, userId: by } = request.session;
    const { signupId: referrer_id } = request.params as z.infer<typeof SignupParams>;
    const input = { action, filter: { referrer_id }, dry_run: false };
    const { changed } = await decideReviews(ctx, caller, request.waitlist.id, input, { by });
    const text = `${countOf(changed, 'referral')} ${action === 'approve' ? 'credited' : 'refused'}.`;
    return redirectWithFlash(reply, pathOf(request), text);
  });

  addForm(app, `${url}/claims/:signupId`, params, show, async (request, reply) => {
    const { decision } = readForm(Decided, request.body);
    const { caller, userId: by } = request.session;
    const { signupId } = request.params as z.infer<typeof SignupParams>;
    const { email } = await decideReview(ctx, caller, request.waitlist.id, signupId, decision, by);
    const done = decision === 'approve' ? 'credited' : 'refused';
    return redirectWithFlash(reply, pathOf(request), `The referral of ${email} was ${done}.`);
  });

  addForm(app, `${url}/watch`, {}, show, async (request, reply) => {
    const { caller } = request.session;
    await updateSettings(ctx, caller, request.waitlist.id, { abuse: { mode: 'monitor' } });
    return redirectWithFlash(reply, pathOf(request), 'Referrals are watched from now on.');
  });

  takeCard(app, ctx, judging, show);
}
