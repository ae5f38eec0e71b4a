import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  endSession,
  type ListedSession,
  listSessions,
} from '../../../shared/account/sessions/list-sessions.ts';
import { signOut, signOutEverywhere } from '../../../shared/account/sessions/sign-out.ts';
import { changePassword, PasswordChange } from '../../../shared/account/sign-in/change-password.ts';
import { readNoticeChoices } from '../../../shared/owner/notices/notice-choices.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../pages.ts';
import { Confirm, Field, Form, Submit } from '../parts/form.tsx';
import { Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Table } from '../parts/table.tsx';
import { clearSessionToken } from '../session-cookie.ts';
import { NoticeForm, noticePages } from './notices.tsx';

/** Limits guesses of the current password in a stolen session. */
const attemptsPerMinute = 10;

const SessionParams = z.object({ sessionId: z.string().regex(/^[0-9a-f]{32}$/) });
const params = { schema: { params: SessionParams } };

/** The password, notices and sessions of the signed-in user (C11.1, N8). */
export function profilePages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const sessions = await listSessions(ctx, request.session);
    return (
      <Layout title="Your profile" page={pageOf(request)} formError={formError}>
        {ctx.config.hasPasswords && <PasswordForm email={request.session.email} />}
        <section class="card" aria-labelledby="two-factor">
          <h2 id="two-factor">Two-factor sign-in</h2>
          <p>
            <a href="/dashboard/profile/two-factor">Sign in with a code of an authenticator app, too</a>
          </p>
        </section>
        <NoticeForm
          choices={await readNoticeChoices(ctx, request.session.userId)}
          canMail={ctx.config.email.managed !== null}
        />
        <section class="card" aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <p class="soft">
            A session ends after two weeks without use. If you lose a device, end its session, or sign out
            everywhere.
          </p>
          <Sessions of={sessions} />
          <Form action="/dashboard/profile/sign-out-everywhere">
            <Submit class="danger">Sign out everywhere</Submit>
          </Form>
        </section>
      </Layout>
    );
  };
  addPage(app, '/profile', {}, show);
  noticePages(app, ctx, show);

  addForm(app, '/profile/password', {}, show, async (request, reply) => {
    await assertAttempts(ctx, 'password', [request.session.userId], attemptsPerMinute);
    await changePassword(ctx, request.session, readForm(PasswordChange, request.body));
    clearSessionToken(ctx, reply);
    return reply.redirect('/dashboard/sign-in', 303);
  });

  addForm(app, '/profile/sign-out-everywhere', {}, show, async (request, reply) => {
    await signOutEverywhere(ctx, request.session);
    clearSessionToken(ctx, reply);
    return reply.redirect('/dashboard/sign-in', 303);
  });

  addForm(app, '/profile/sessions/:sessionId/end', params, show, async (request, reply) => {
    const { sessionId } = request.params as z.infer<typeof SessionParams>;
    const wasCurrent = await endSession(ctx, request.session, sessionId);
    if (!wasCurrent) return redirectWithFlash(reply, '/dashboard/profile', 'The session was ended.');
    clearSessionToken(ctx, reply);
    return reply.redirect('/dashboard/sign-in', 303);
  });

  addForm(app, '/sign-out', {}, show, async (request, reply) => {
    await signOut(ctx, request.session);
    clearSessionToken(ctx, reply);
    return reply.redirect('/dashboard/sign-in', 303);
  });
}

function PasswordForm({ email }: { email: string }) {
  return (
    <section class="card" aria-labelledby="password">
      <h2 id="password">Change your password</h2>
      <p class="soft">This signs you out everywhere. Sign in again with the new password.</p>
      <Form action="/dashboard/profile/password" class="fields">
        <input type="email" name="email" autocomplete="username" value={email} readonly hidden />
        <Field
          name="current"
          label="Current password"
          type="password"
          autocomplete="current-password"
          required
        />
        <Field
          name="next"
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          minlength={8}
          maxlength={200}
          hint="At least 8 characters."
        />
        <div class="row">
          <Submit>Change password</Submit>
        </div>
      </Form>
    </section>
  );
}

function Sessions({ of }: { of: readonly ListedSession[] }) {
  return (
    <Table label="Sessions" columns={['Device', 'Signed in', 'Last used', { name: 'Actions', hidden: true }]}>
      {of.map(({ id, device, created_at, last_seen_at, isCurrent }) => (
        <tr key={id}>
          <th scope="row">
            {device ?? 'Unknown device'} {isCurrent && <span class="tag">This one</span>}
          </th>
          <td>
            <Time at={created_at} />
          </td>
          <td>
            <Time at={last_seen_at} />
          </td>
          <td class="end">
            <Confirm
              id={`end-${id}`}
              label="End"
              description={`End the session of ${device ?? 'an unknown device'}`}
              question={isCurrent ? 'This signs you out here.' : 'This signs you out on that device.'}
              action={`/dashboard/profile/sessions/${id}/end`}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
