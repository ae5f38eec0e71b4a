import type { FastifyInstance } from 'fastify';
import type { BrandSettings } from '../../shared/capabilities/branding/settings.ts';
import type { InvitationState } from '../../shared/capabilities/release/invitations/schema.ts';
import { readStatus, type SignupStatus } from '../../shared/list/status/read-status.ts';
import { notFound } from '../../shared/platform/errors.ts';
import type { Locale } from '../../shared/platform/language/locales.ts';
import { assertStatusLimit, statusWindow } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { type HostedPage, sendPage } from './document/hosted-page.tsx';
import { localeOf } from './document/locale-of.ts';

/** The hosted status page of a signup, for lists that have switched it on (N1). */
export function statusPage(app: FastifyInstance, ctx: WebContext): void {
  app.get('/s/:token', async (request, reply) => {
    const { calls, resetSeconds } = await ctx.limiter.count([statusWindow(request.ip)]);
    assertStatusLimit(calls[0] ?? 0, resetSeconds);
    const { token } = request.params as { token: string };
    const { status, hasPage, settings } = await readStatus(ctx, token);
    if (!hasPage) notFound('page');
    const { brand } = settings;
    return sendPage(reply, statusPageOf(status, brand, localeOf(request, brand)));
  });
}

/** What the page says about an invitation. A revoked one can be made again. */
const invitationTexts: Record<InvitationState, string | null> = {
  invited: 'You are invited. The link is in your invitation.',
  converted: 'You have joined.',
  expired: 'Your invitation has expired.',
  declined: 'You have declined your invitation.',
  revoked: null,
};

const number = new Intl.NumberFormat('en');

/** The page of a status. */
function statusPageOf(status: SignupStatus, brand: BrandSettings, locale: Locale): HostedPage {
  const { waitlist_name: name, position, display_position, total, referral_count, referral_link } = status;
  const rewards = status.rewards ?? [];
  const place = display_position ?? position;
  const invitation = status.invitation_state && invitationTexts[status.invitation_state];
  const children = (
    <>
      {invitation && <p>{invitation}</p>}
      {place !== null && (
        <>
          <p>Your place</p>
          <p class="place">{number.format(place)}</p>
        </>
      )}
      {total !== null && <p>{number.format(total)} on the list</p>}
      {place === null && total === null && <p>You are on the list.</p>}
      <section>
        {referral_link !== null && (
          <>
            <label for="link">Your link to share</label>
            <input id="link" type="text" value={referral_link} readonly />
          </>
        )}
        <p>
          {referral_count === 0
            ? 'Nobody has signed up with your code yet.'
            : `${number.format(referral_count)} ${referral_count === 1 ? 'person has' : 'people have'} signed up with your code.`}
        </p>
        {rewards.length > 0 && <p>You have earned: {rewards.map(({ key }) => key).join(', ')}.</p>}
      </section>
    </>
  );
  return { title: name, brand, locale, name, heading: name, hasIntro: true, children };
}
