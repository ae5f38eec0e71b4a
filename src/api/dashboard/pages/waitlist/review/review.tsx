import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  decideReview,
  decideReviews,
} from '../../../../../shared/capabilities/trust/reviews/decide-reviews.ts';
import { listReferrers, listReviews } from '../../../../../shared/capabilities/trust/reviews/list-reviews.ts';
import { countJudged } from '../../../../../shared/capabilities/trust/reviews/queries.ts';
import { decisions, reviewStates } from '../../../../../shared/capabilities/trust/reviews/schema.ts';
import { updateSettings } from '../../../../../shared/list/settings/update-settings.ts';
import { countCredited } from '../../../../../shared/list/signups/queries.ts';
import { mailReportsOf, readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { SignupParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, type FormValues, readForm, redirectWithFlash, type Show } from '../../../pages.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { countOf } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { offsetOf, Pager, rowsPerPage, toUrl } from '../../../parts/pager.tsx';
import { readListOfCards, takeCard } from '../cards/settings-card.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { PeopleChips } from '../who/people-chips.tsx';
import { JudgingCard, judging, Offer } from './judging-card.tsx';
import { ClaimTable, DecideAll, ReferrerTable, type ReviewState } from './review-tables.tsx';

const State = z.enum(reviewStates).catch('open');
const Decided = z.object({ decision: z.enum(decisions) });
const AllDecided = Decided.extend({ state: State });

/** What the page shows of referrals, by what was decided. */
const stateNames = [
  ['open', 'Open'],
  ['rejected', 'Refused'],
  ['approved', 'Credited'],
] as const satisfies readonly (readonly [ReviewState, string])[];

const titles: Readonly<Record<ReviewState, string>> = {
  open: 'Open reviews',
  rejected: 'Refused referrals',
  approved: 'Credited after a look',
};

const referrersShown = 20;

const pathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/review`;

/** The referrer whose claims are shown; undefined for all. */
function referrerOf({ query }: FastifyRequest): string | undefined {
  const { referrer } = query as { referrer?: unknown };
  return z.guid().safeParse(referrer).data;
}

/** What was decided of the referrals that are shown. */
const stateOf = ({ query }: FastifyRequest) => State.parse((query as { state?: unknown }).state);

/** What the page shows, as its address has it. */
function shownIn(request: FastifyRequest): FormValues {
  const [referrer, state] = [referrerOf(request), stateOf(request)];
  return { ...(referrer !== undefined && { referrer }), ...(state !== 'open' && { state }) };
}

/** How many wait for a decision, and how many look farmed but count. */
function toWaiting(waiting: number, counting: number): string {
  const first =
    waiting === 0
      ? 'Nothing is waiting for a decision.'
      : `${countOf(waiting, 'referral waits', 'referrals wait')} for a decision.`;
  if (counting === 0) return first;
  const them = counting === 1 ? 'it' : 'them';
  return `${first} ${countOf(counting, 'referral looks', 'referrals look')} farmed but ${counting === 1 ? 'is' : 'are'} credited all the same: refuse ${them}, or leave it at that.`;
}

const noneTexts = {
  rejected: 'Nobody has refused a referral here.',
  approved: 'No suspicious referral was credited by a person, or settled by itself.',
} as const;

const againTexts = {
  rejected: 'These count for nobody. Credit them if they are real after all.',
  approved:
    'Somebody has credited these, or they settled by themselves. Refuse them if they are fakes after all.',
} as const;

/** Where a decision is changed. */
const againUnder = {
  approve: 'You can change that under Credited.',
  reject: 'You can change that under Refused.',
} as const;

/** Referrals that are judged: who referred suspicious ones, why, and the decisions (N4). */
export function reviewPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/review';
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const { id } = request.waitlist;
    const path = pathOf(request);
    const referrer = referrerOf(request);
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const state = stateOf(request);
    const shown = shownIn(request);
    const ofReferrer = { referrer_id: referrer };
    const [list, route, referrers, claims, waiting] = await Promise.all([
      readListOfCards(ctx, request),
      readRoute(ctx, caller),
      listReferrers(ctx, caller, id, { limit: referrersShown, offset: 0 }),
      listReviews(ctx, caller, id, { ...page, ...ofReferrer, state }),
      listReviews(ctx, caller, id, { limit: 1, offset: 0, ...ofReferrer, state: 'open', credited: false }),
    ]);
    const ids = referrers.data.map(({ signup_id }) => signup_id);
    const [judged, credited] = await Promise.all([
      countJudged(ctx.sql, caller.accountId, ids),
      countCredited(ctx.sql, caller.accountId, ids),
    ]);
    const only = referrers.data.find((each) => each.signup_id === referrer);
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
                <ReferrerTable path={path} referrers={referrers.data} judged={judged} credited={credited} />
                {referrers.has_more && (
                  <p class="soft">These are the {referrersShown} with the most open reviews.</p>
                )}
              </section>
            )}
            <section class="card" aria-labelledby="claims">
              <div class="row spread">
                <h2 id="claims">{titles[state]}</h2>
                {only && claims.total > 0 && state !== 'open' && (
                  <DecideAll
                    action={toUrl(`${path}/referrers/${only.signup_id}`, shown)}
                    referrer={only}
                    state={state}
                    count={claims.total}
                    credited={state === 'approved' ? claims.total : 0}
                  />
                )}
              </div>
              <div class="row who-shown">
                <PeopleChips
                  label="Decisions"
                  groups={stateNames.map(([each, name]) => ({
                    name,
                    href: toUrl(path, { ...shown, state: each }),
                    isCurrent: each === state,
                    count: each === state ? claims.total : undefined,
                  }))}
                />
              </div>
              {referrer && (
                <ul class="chips who-shown" aria-label="Filters in use">
                  <li>
                    <a class="chip" href={toUrl(path, { state })}>
                      Referrer <b>{only?.email ?? 'one'}</b>
                      <Icon name="x" size={14} />
                      <span class="hidden">, show those of all referrers</span>
                    </a>
                  </li>
                </ul>
              )}
              <p class="soft">
                {state === 'open'
                  ? toWaiting(waiting.total, claims.total - waiting.total)
                  : claims.total === 0
                    ? noneTexts[state]
                    : againTexts[state]}
              </p>
              {claims.total > 0 && (
                <ClaimTable
                  path={path}
                  list={`/dashboard/waitlists/${id}`}
                  claims={claims.data}
                  label={titles[state]}
                  shown={shown}
                />
              )}
              <Pager path={path} {...claims} query={shown} />
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
    const { decision: action, state } = readForm(AllDecided, request.body);
    const { caller, userId: by } = request.session;
    const { signupId: referrer_id } = request.params as z.infer<typeof SignupParams>;
    const input = { action, filter: { referrer_id }, dry_run: false };
    const { changed } = await decideReviews(ctx, caller, request.waitlist.id, input, { by, state });
    const text = `${countOf(changed, 'referral')} ${action === 'approve' ? 'credited' : 'refused'}. ${againUnder[action]}`;
    return redirectWithFlash(reply, toUrl(pathOf(request), shownIn(request)), text);
  });

  addForm(app, `${url}/claims/:signupId`, params, show, async (request, reply) => {
    const { decision } = readForm(Decided, request.body);
    const { caller, userId: by } = request.session;
    const { signupId } = request.params as z.infer<typeof SignupParams>;
    const { email } = await decideReview(ctx, caller, request.waitlist.id, signupId, decision, by);
    const done = decision === 'approve' ? 'credited' : 'refused';
    const text = `The referral of ${email} was ${done}. ${againUnder[decision]}`;
    return redirectWithFlash(reply, toUrl(pathOf(request), shownIn(request)), text);
  });

  addForm(app, `${url}/watch`, {}, show, async (request, reply) => {
    const { caller } = request.session;
    await updateSettings(ctx, caller, request.waitlist.id, { abuse: { mode: 'monitor' } });
    return redirectWithFlash(reply, pathOf(request), 'Referrals are watched from now on.');
  });

  takeCard(app, ctx, judging, show);
}
