import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComponentProps } from 'preact';
import { listCampaigns } from '../../../../../shared/capabilities/campaigns/queries.ts';
import { readNewestInvitation } from '../../../../../shared/capabilities/release/of-signup/read-invitation.ts';
import { readEarnedOf } from '../../../../../shared/capabilities/rewards/fulfilment/list-earned.ts';
import { listNotes } from '../../../../../shared/list/changes/queries.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import type { Campaign } from '../../../../../shared/list/signups/campaign.ts';
import { readSignup } from '../../../../../shared/list/signups/read-signup.ts';
import { undoSeconds } from '../../../../../shared/list/signups/selection/schema.ts';
import { startSelection } from '../../../../../shared/list/signups/selection/start-selection.ts';
import { readSignupLinks } from '../../../../../shared/list/status/read-signup-links.ts';
import { readUsage } from '../../../../../shared/mail/allowance/read-usage.ts';
import { heldFor, readRoute } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { sendSignupEmail } from '../../../../../shared/mail/resending/send-signup-email.ts';
import { listTestMails } from '../../../../../shared/mail/signup-mail/list-test-mails.ts';
import { listAwaited } from '../../../../../shared/mail/signup-mail/queries.ts';
import { readReferrals } from '../../../../../shared/owner/timeline/read-referrals.ts';
import { readTimeline } from '../../../../../shared/owner/timeline/read-timeline.ts';
import { notFound } from '../../../../../shared/platform/errors.ts';
import { SignupParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, type FormError, redirectWithFlash, type Show } from '../../../pages.ts';
import { EmailTag } from '../../../parts/email-tag.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Confirm } from '../../../parts/form.tsx';
import { countOf, formatCount, Time } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { Secret } from '../../../parts/secret.tsx';
import { addressForm, CorrectAddress, LostAddressCard } from '../changes/correct-address.tsx';
import { changeForms, FieldsCard, NoteCard } from '../changes/signup-changes.tsx';
import { JudgedLinks, judgedWords } from '../review/judged-links.tsx';
import { RewardsOfSignup } from '../rewards/rewards-of-signup.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { InvitationCard, invitationForms } from './invitation-card.tsx';
import { TestMails } from './test-mails.tsx';
import { TimelineCard } from './timeline.tsx';

/** What became of a referral that is not credited. */
const whyTexts = {
  withheld: 'withheld',
  refused: 'refused',
  unconfirmed: 'credited once the address is confirmed',
} as const;

/** What the link said besides its source. The campaign leads to all people from it. */
function campaignFacts(list: string, campaign: Campaign | undefined): ComponentProps<typeof Facts>['of'] {
  return [
    campaign?.utm_medium != null && ['Medium', campaign.utm_medium],
    campaign?.utm_campaign != null && [
      'Campaign',
      <a key="campaign" href={toUrl(list, { utm_campaign: campaign.utm_campaign })}>
        {campaign.utm_campaign}
      </a>,
    ],
    campaign?.utm_term != null && ['Campaign term', campaign.utm_term],
    campaign?.utm_content != null && ['Campaign content', campaign.utm_content],
  ];
}

/** The details of a signup, and its deletion (§2.3, §4.3). */
export function signupPage(app: FastifyInstance, ctx: WebContext): void {
  const options = { schema: { params: SignupParams } };
  const showWith = async (request: FastifyRequest, formError?: FormError, link?: string) => {
    const { caller } = request.session;
    const { id, referral_bonus: bonus } = request.waitlist;
    const list = `/dashboard/waitlists/${id}`;
    const signup = await readSignup(ctx, caller, id, signupIdOf(request));
    const [{ referrer, referred, uncredited, judged }, links, fields, timeline, route] = await Promise.all([
      readReferrals(ctx, caller, signup),
      readSignupLinks(ctx, caller, id, signup.id),
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
      readTimeline(ctx, caller, id, signup),
      readRoute(ctx, caller),
    ]);
    const { invitations, confirmation, rewards, abuse } = await readSettings(ctx, caller, id);
    const newest = await readNewestInvitation(ctx, caller, signup.id);
    const earned = await readEarnedOf(ctx, caller, id, signup.id);
    const unearned = rewards.filter(
      ({ at }) => at <= signup.referral_count && earned.every((each) => each.at !== at),
    );
    const ranking = await ctx.ranks.of(ctx.sql, { accountId: caller.accountId, waitlistId: id, bonus });
    const awaited = await listAwaited(ctx.sql, caller.accountId, [signup.id]);
    const mails = await listTestMails(ctx, caller, signup.id);
    const isInvitedByMail = newest.invitation?.deliver === 'email' && newest.invitation.sent_at === null;
    const isHeld = timeline.mail?.state === 'held' || isInvitedByMail;
    const waitsFor = isHeld ? heldFor(route, await readUsage(ctx, caller)) : 'turn';
    const notes = await listNotes(ctx.sql, caller.accountId, [signup.id]);
    const campaigns = await listCampaigns(ctx.sql, caller.accountId, [signup.id]);
    const path = `${list}/signups/${signup.id}`;
    const mailOfAddress = confirmation.enabled ? 'confirmation' : 'signup';
    const mailed = route.kind === 'none' ? undefined : mailOfAddress;
    const address = { path, signup, mail: timeline.mail, mails: mailed } as const;
    return (
      <WaitlistLayout title="Signups" request={request} formError={formError}>
        <p>
          <a href={list}>All signups</a>
        </p>
        <LostAddressCard {...address} />
        <div class="person">
          <div>
            <section class="card" aria-labelledby="signup">
              <div class="row spread">
                <h2 id="signup">{signup.email}</h2>
                <Confirm
                  id="delete-signup"
                  label="Delete"
                  description={`Delete ${signup.email}`}
                  question={`This deletes ${signup.email} from the waitlist and takes the referral back from its referrer. Other positions do not change. You can undo this for ${undoSeconds} seconds.`}
                  action={`${path}/delete`}
                />
              </div>
              <Facts
                of={[
                  ['Position', formatCount(signup.position)],
                  bonus !== null && ['Place in line', formatCount(ranking.rankOf(signup))],
                  ['Signed up', <Time key="at" at={signup.created_at} />],
                  ['Source', signup.utm_source ?? 'direct'],
                  ...campaignFacts(list, campaigns.get(signup.id)),
                  ['Referrer', signup.referrer ?? 'unknown'],
                  [
                    'Email',
                    <EmailTag
                      key="email"
                      status={signup.email_status}
                      isAwaited={awaited.has(signup.id)}
                      bounce={timeline.mail}
                    />,
                  ],
                  ['ID', <Secret key="id" value={signup.id} label="ID" />],
                ]}
              />
              <CorrectAddress {...address} isOpen={formError?.path === `${path}/address`} />
            </section>
            <TimelineCard
              list={list}
              signup={signup}
              timeline={timeline}
              hasRoute={route.kind !== 'none'}
              heldFor={waitsFor}
            />
            {mails.length > 0 && <TestMails mails={mails} />}
            <section class="card" aria-labelledby="referrals">
              <h2 id="referrals">Referrals</h2>
              <Facts
                of={[
                  ['Code', <code key="code">{signup.referral_code}</code>],
                  [
                    'Link to share',
                    links.referral_link === null ? (
                      <span key="none" class="soft">
                        None yet. Enter the page where people sign up in the{' '}
                        <a href={`${list}/settings`}>settings</a>.
                      </span>
                    ) : (
                      <Secret key="link" value={links.referral_link} label="link to share" />
                    ),
                  ],
                  links.status_url !== null && [
                    'Status page',
                    <Secret key="status" value={links.status_url} label="status page" />,
                  ],
                  [
                    'Referred by',
                    referrer ? (
                      <a href={`${list}/signups/${referrer.id}`}>{referrer.email}</a>
                    ) : uncredited ? (
                      <>
                        <a href={`${list}/signups/${uncredited.id}`}>{uncredited.email}</a>,{' '}
                        {whyTexts[uncredited.why]}
                      </>
                    ) : (
                      'Nobody'
                    ),
                  ],
                  [
                    'Referrals',
                    signup.referral_count + judgedWords(judged).length === 0 ? (
                      '0'
                    ) : (
                      <>
                        {formatCount(signup.referral_count)}
                        {judged && (
                          <>
                            {' credited, '}
                            <JudgedLinks path={list} referrerId={signup.id} judged={judged} />
                          </>
                        )}
                        . <a href={toUrl(list, { referred_by: signup.id })}>Show them among the signups</a>
                      </>
                    ),
                  ],
                ]}
              />
              {referred.length > 0 && (
                <ul class="names">
                  {referred.map((name) => (
                    <li key={name.id}>
                      <a href={`${list}/signups/${name.id}`}>{name.email}</a>
                    </li>
                  ))}
                  {signup.referral_count > referred.length && (
                    <li class="soft">
                      <a href={toUrl(list, { referred_by: signup.id })}>
                        and {countOf(signup.referral_count - referred.length, 'other')}
                      </a>
                    </li>
                  )}
                </ul>
              )}
            </section>
            <RewardsOfSignup list={list} earned={earned} waiting={abuse.mode === 'enforce' ? unearned : []} />
          </div>
          <div>
            <NoteCard path={path} note={notes.get(signup.id)} />
            <InvitationCard
              list={list}
              signup={signup}
              newest={newest}
              hasPage={invitations.url !== null}
              hasRoute={route.kind !== 'none'}
              heldFor={waitsFor}
              link={link}
            />
            <FieldsCard
              path={path}
              signup={signup}
              fields={fields.data}
              isOpen={formError?.path === `${path}/fields`}
            />
            <section class="card" aria-labelledby="metadata">
              <h2 id="metadata">Metadata</h2>
              <Facts of={Object.entries(signup.metadata)} none="No metadata." />
            </section>
          </div>
        </div>
      </WaitlistLayout>
    );
  };
  const show: Show = (request, formError) => showWith(request, formError);
  addPage(app, '/waitlists/:id/signups/:signupId', options, show);
  changeForms(app, ctx, show);
  addressForm(app, ctx, show);
  invitationForms(app, ctx, show, (request, link) => showWith(request, undefined, link));

  addForm(app, '/waitlists/:id/signups/:signupId/send-email', options, show, async (request, reply) => {
    const { id } = request.waitlist;
    const signupId = signupIdOf(request);
    await sendSignupEmail(ctx, request.session.caller, id, signupId);
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${id}/signups/${signupId}`,
      'The email is on its way.',
    );
  });

  addForm(app, '/waitlists/:id/signups/:signupId/delete', options, show, async (request, reply) => {
    const { id } = request.waitlist;
    const signup = await readSignup(ctx, request.session.caller, id, signupIdOf(request));
    const order = { action: 'delete', selection: { ids: [signup.id] }, expected: 1, waits: true } as const;
    const { session } = request;
    const started = await startSelection(ctx, session.caller, id, { ...order, by: session });
    return 'changed' in started ? notFound('signup') : reply.redirect(`/dashboard/waitlists/${id}`, 303);
  });
}

function signupIdOf({ params }: FastifyRequest): string {
  return (params as { signupId: string }).signupId.toLowerCase();
}
