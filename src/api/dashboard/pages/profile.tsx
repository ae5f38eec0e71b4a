import type { FastifyInstance } from 'fastify';
import { changePassword, PasswordChange } from '../../../shared/sessions/change-password.ts';
import { signOut, signOutEverywhere } from '../../../shared/sessions/sign-out.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, readForm, type Show } from '../pages.ts';
import { Field, Form } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { clearSessionToken } from '../session-cookie.ts';

/** Limits guesses of the current password in a stolen session. */
const attemptsPerMinute = 10;

/** The password and sessions of the signed-in user (C11.1). */
export function profilePages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = (request, formError) => (
    <Layout title="Your profile" page={pageOf(request)} formError={formError}>
      <section class="card" aria-labelledby="password">
        <h2 id="password">Change your password</h2>
        <p class="soft">This signs you out everywhere. Sign in again with the new password.</p>
        <Form action="/dashboard/profile/password" class="fields">
          <input
            type="email"
            name="email"
            autocomplete="username"
            value={request.session.email}
            readonly
            hidden
          />
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
            <button type="submit">Change password</button>
          </div>
        </Form>
      </section>
      <section class="card" aria-labelledby="sessions">
        <h2 id="sessions">Sessions</h2>
        <p class="soft">
          A session ends after two weeks without use. If you lose a device, sign out everywhere.
        </p>
        <Form action="/dashboard/profile/sign-out-everywhere">
          <button type="submit" class="danger">
            Sign out everywhere
          </button>
        </Form>
      </section>
    </Layout>
  );
  addPage(app, '/profile', {}, show);

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

  addForm(app, '/sign-out', {}, show, async (request, reply) => {
    await signOut(ctx, request.session);
    clearSessionToken(ctx, reply);
    return reply.redirect('/dashboard/sign-in', 303);
  });
}
