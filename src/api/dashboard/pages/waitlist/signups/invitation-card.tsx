import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { z } from 'zod';
import { revokeInvitation } from '../../../../../shared/capabilities/release/invitations/end-invitations.ts';
import { inviteSignup } from '../../../../../shared/capabilities/release/invitations/invite-signup.ts';
import { resendInvitation } from '../../../../../shared/capabilities/release/invitations/resend-invitation.ts';
import {
  Deliver,
  type Invitation,
  InviteInput,
} from '../../../../../shared/capabilities/release/invitations/schema.ts';
import {
  type NewestInvitation,
  readNewestInvitation,
} from '../../../../../shared/capabilities/release/of-signup/read-invitation.ts';
import { readSignup } from '../../../../../shared/list/signups/read-signup.ts';
import type { Signup } from '../../../../../shared/list/signups/schema.ts';
import type { EmailState } from '../../../../../shared/mail/email-state/read-email-state.ts';
import { notFound } from '../../../../../shared/platform/errors.ts';
import { SignupParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, readForm, redirectWithFlash, type Show, sendPage } from '../../../pages.ts';
import { Facts } from '../../../parts/facts.tsx';
import { Confirm, Form, Submit } from '../../../parts/form.tsx';
import { formatCount, Time } from '../../../parts/format.tsx';
import { Secret } from '../../../parts/secret.tsx';

const stateTexts: Readonly<Record<Invitation['state'], string>> = {
  invited: 'Invited',
  converted: 'User',
  expired: 'Expired',
  declined: 'Declined',
  revoked: 'Revoked',
};

const notYet: Readonly<Record<EmailState['heldFor'], string>> = {
  route: 'not yet: no email provider is set up',
  allowance: 'not yet: this month’s allowance is used up',
  turn: 'not yet',
};

interface InvitationCardProps {
  /** The page of the waitlist. */
  readonly list: string;
  readonly signup: Signup;
  readonly newest: NewestInvitation;
  /** Whether the settings have a page that accepts invitations. */
  readonly hasPage: boolean;
  /** Whether emails of this account are sent at all. */
  readonly hasRoute: boolean;
  /** What a mail waits for that has not left. */
  readonly heldFor: EmailState['heldFor'];
  /** A link that was made just now, to show once. */
  readonly link: string | undefined;
}

/** What became of the invitation of a signup, and what can be done about it (N5). */
export function InvitationCard(props: InvitationCardProps) {
  const { list, signup, newest, hasPage, hasRoute, heldFor, link } = props;
  const { invitation, isConverted } = newest;
  const path = `${list}/signups/${signup.id}`;
  const isOpen = invitation?.state === 'invited' && !isConverted;
  return (
    <section class="card" aria-labelledby="invitation">
      <h2 id="invitation">Invitation</h2>
      <Facts
        of={[
          ['State', isConverted ? 'User' : invitation ? stateTexts[invitation.state] : 'Not invited'],
          invitation !== undefined && ['Invited', <Time key="at" at={invitation.created_at} />],
          isOpen && [
            invitation.deliver === 'email' ? 'Mail sent' : 'Link made',
            invitation.sent_at !== null ? (
              <Time key="sent" at={invitation.sent_at} />
            ) : invitation.deliver === 'email' ? (
              notYet[heldFor]
            ) : (
              'not yet'
            ),
          ],
          isOpen && ['Valid until', <Time key="until" at={invitation.expires_at} />],
          isOpen && invitation.resends > 0 && ['Sent again', formatCount(invitation.resends)],
          invitation != null &&
            invitation.wave_id !== null && [
              'Wave',
              <a key="wave" href={`${list}/invite/waves/${invitation.wave_id}`}>
                Open the wave
              </a>,
            ],
        ]}
      />
      {link !== undefined && (
        <>
          <p>Copy the link now: it is shown only once.</p>
          <Secret value={link} label="link of the invitation" />
        </>
      )}
      {isOpen ? (
        <div class="row">
          <Form action={`${path}/resend-invitation`}>
            <Submit class="quiet small">
              {invitation.deliver === 'email' ? 'Send it again' : 'Make another link'}
            </Submit>
          </Form>
          <Confirm
            id="revoke-invitation"
            label="Revoke"
            description="Revoke the invitation"
            question={`The link of ${signup.email} stops working. You can invite this person again.`}
            action={`${path}/revoke-invitation`}
          />
        </div>
      ) : isConverted ? null : hasPage ? (
        <Form action={`${path}/invite`} class="row">
          {hasRoute && (
            <Submit class="quiet small" name="deliver" value="email">
              Invite by mail
            </Submit>
          )}
          <Submit class="quiet small" name="deliver" value="link">
            Make a link
          </Submit>
        </Form>
      ) : (
        <p class="soft">
          To invite people, enter the page of your product under <a href={`${list}/invite`}>Invite</a>.
        </p>
      )}
    </section>
  );
}

const Chosen = z.object({ deliver: Deliver });

/** Invites one person, sends the invitation again, and revokes it. A link is shown by `showLink`, once. */
export function invitationForms(
  app: FastifyInstance,
  ctx: WebContext,
  show: Show,
  showLink: (request: FastifyRequest, link: string) => Promise<VNode>,
): void {
  const url = '/waitlists/:id/signups/:signupId';
  const options = { schema: { params: SignupParams } };
  const read = async ({ session: { caller }, waitlist, params }: FastifyRequest) => {
    const { signupId } = params as z.infer<typeof SignupParams>;
    return readSignup(ctx, caller, waitlist.id, signupId.toLowerCase());
  };
  const newestOf = async (request: FastifyRequest) => {
    const signup = await read(request);
    const { invitation } = await readNewestInvitation(ctx, request.session.caller, signup.id);
    return { signup, id: (invitation ?? notFound('invitation')).id };
  };
  const pathOf = ({ waitlist }: FastifyRequest, { id }: Signup) =>
    `/dashboard/waitlists/${waitlist.id}/signups/${id}`;

  addForm(app, `${url}/invite`, options, show, async (request, reply) => {
    const signup = await read(request);
    const input = InviteInput.parse(readForm(Chosen, request.body));
    const made = await inviteSignup(ctx, request.session.caller, request.waitlist.id, signup.id, input);
    if (made.url !== null) return sendPage(reply, await showLink(request, made.url));
    return redirectWithFlash(reply, pathOf(request, signup), `${signup.email} is being invited.`);
  });

  addForm(app, `${url}/resend-invitation`, options, show, async (request, reply) => {
    const { signup, id } = await newestOf(request);
    const again = await resendInvitation(ctx, request.session.caller, id);
    if (again.url !== null) return sendPage(reply, await showLink(request, again.url));
    return redirectWithFlash(reply, pathOf(request, signup), 'The invitation is on its way again.');
  });

  addForm(app, `${url}/revoke-invitation`, options, show, async (request, reply) => {
    const { signup, id } = await newestOf(request);
    await revokeInvitation(ctx, request.session.caller, id);
    return redirectWithFlash(reply, pathOf(request, signup), 'The invitation was revoked.');
  });
}
