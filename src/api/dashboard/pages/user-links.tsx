import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeDevice } from '../../../shared/account/sessions/device.ts';
import { joinWithPassword } from '../../../shared/account/sign-in/join-account.ts';
import { findOpenLink } from '../../../shared/account/users/links/accept-invite.ts';
import type { LinkKind, LinkRow } from '../../../shared/account/users/links/queries.ts';
import { requestReset, resetPassword } from '../../../shared/account/users/links/reset-password.ts';
import { Credentials } from '../../../shared/account/users/schema.ts';
import { toEmailKey } from '../../../shared/platform/schema/email-address.ts';
import { boundedText } from '../../../shared/platform/schema/text.ts';
import { rateLimitAddress } from '../../limits/client-address.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../pages.ts';
import { AlonePage } from '../parts/alone-page.tsx';
import { Field, Form, Submit } from '../parts/form.tsx';
import { setSessionToken } from '../session-cookie.ts';
import { assertEntry, rememberBrowser } from '../sign-in/browser.ts';

const Forgotten = z.object({ email: boundedText(400) });
const NewPassword = z.object({ token: boundedText(100), password: Credentials.shape.password });

/**
 * Per IP address, or browser that is known. The address of a user is not counted: strangers must not keep its
 * owner from asking, and few mails are sent anyway.
 */
const resetsPerMinute = 5;
/** Per IP address. Hashing a password is expensive on purpose. */
const usesPerMinute = 10;

/**
 * The answer leaves at a multiple of this time, because finding a user and finding none take different times.
 */
const answerEveryMs = 100;

const sent =
  'If the address is that of a user, a mail with a link is on its way. The link works for an hour.';

/** Pages for people who are not signed in: a forgotten password, and what mailed links lead to (N8). */
export function userLinkPages(app: FastifyInstance, ctx: WebContext): void {
  const showForgotten = ifPasswords(ctx, (request, formError) => (
    <AlonePage title="Forgot your password?" flash={request.flash} formError={formError}>
      <p class="soft">Enter your address. You get a mail with a link to set a new password.</p>
      <Form action="/dashboard/forgot-password" class="fields" rejected={formError}>
        <Field name="email" label="Email" type="email" autocomplete="username" required maxlength={320} />
        <Submit>Send the link</Submit>
      </Form>
      <p>
        <a href="/dashboard/sign-in">Back to the sign-in</a>
      </p>
    </AlonePage>
  ));
  addPage(app, '/forgot-password', {}, showForgotten);

  addForm(app, '/forgot-password', {}, showForgotten, async (request, reply) => {
    const { email } = readForm(Forgotten, request.body);
    const emailKey = toEmailKey(email.trim()) ?? email;
    await assertEntry(ctx, request, 'reset', { emailKey, maxPerMinute: resetsPerMinute });
    const begunAt = performance.now();
    await requestReset(ctx, email);
    await sleep(answerEveryMs - ((performance.now() - begunAt) % answerEveryMs));
    return redirectWithFlash(reply, '/dashboard/forgot-password', sent);
  });

  const showReset = ifPasswords(
    ctx,
    showLink(
      ctx,
      'reset',
      '/dashboard/new-password',
      ({ account_name }) => `Set a new password for ${account_name}`,
    ),
  );
  addPage(app, '/new-password', {}, showReset);
  addForm(app, '/new-password', {}, showReset, async (request, reply) => {
    await assertAttempts(ctx, 'user-link', [rateLimitAddress(request.ip)], usesPerMinute);
    const emailKey = await resetPassword(ctx, readForm(NewPassword, request.body));
    await rememberBrowser(ctx, request, reply, emailKey);
    return redirectWithFlash(reply, '/dashboard/sign-in', 'Your new password is set. Sign in with it.');
  });

  const showInvite = showLink(
    ctx,
    'invite',
    '/dashboard/invitation',
    ({ account_name }) => `Join ${account_name}`,
  );
  addPage(app, '/invitation', {}, showInvite);
  addForm(app, '/invitation', {}, showInvite, async (request, reply) => {
    await assertAttempts(ctx, 'user-link', [rateLimitAddress(request.ip)], usesPerMinute);
    const device = describeDevice(request.headers['user-agent']);
    const joined = await joinWithPassword(ctx, readForm(NewPassword, request.body), device);
    if (!joined || !('token' in joined)) return reply.redirect('/dashboard/sign-in', 303);
    setSessionToken(ctx, reply, joined.token);
    if (joined.provenAddress !== undefined) await rememberBrowser(ctx, request, reply, joined.provenAddress);
    return redirectWithFlash(reply, '/dashboard', 'Welcome. You are signed in.');
  });
}

/** Without passwords, a page that says so instead of one about them. */
function ifPasswords(ctx: WebContext, show: Show): Show {
  if (ctx.config.hasPasswords) return show;
  return () => (
    <AlonePage title="There are no passwords here">
      <p>You sign in with single sign-on. If that does not work, ask the people who run this service.</p>
      <p>
        <a class="button" href="/dashboard/sign-in">
          To the sign-in
        </a>
      </p>
    </AlonePage>
  );
}

/**
 * The page of a mailed link. Opening it uses nothing up, because mail programs open links, too. The token
 * goes on in the form, not in the address of the form.
 */
function showLink(ctx: WebContext, kind: LinkKind, action: string, titleOf: (link: LinkRow) => string): Show {
  return async (request, formError) => {
    const token = tokenOf(request);
    const link = await findOpenLink(ctx, kind, token);
    if (!link)
      return (
        <AlonePage title="This link does not work">
          <p>It was used, is too old or was replaced by a newer one.</p>
          <p>
            {kind === 'reset' ? (
              <a href="/dashboard/forgot-password">Ask for a new link</a>
            ) : (
              'Ask the person who invited you for a new one.'
            )}
          </p>
        </AlonePage>
      );
    if (!ctx.config.hasPasswords)
      return (
        <AlonePage title={titleOf(link)} formError={formError}>
          <p>Sign in with single sign-on as {link.email}. That accepts the invitation.</p>
          <p>
            <a class="button" href={`/dashboard/sign-in/oidc?invite=${link.id}`}>
              Single sign-on
            </a>
          </p>
        </AlonePage>
      );
    return (
      <AlonePage title={titleOf(link)} formError={formError}>
        <Form action={action} class="fields" rejected={formError}>
          <input type="hidden" name="token" value={token} />
          <input type="email" name="email" autocomplete="username" value={link.email} readonly hidden />
          <p class="soft">For {link.email}</p>
          <Field
            name="password"
            label="New password"
            type="password"
            autocomplete="new-password"
            required
            minlength={8}
            maxlength={200}
            hint="At least 8 characters."
          />
          <Submit>{kind === 'reset' ? 'Set the password' : 'Accept the invitation'}</Submit>
        </Form>
      </AlonePage>
    );
  };
}

function tokenOf({ method, query, body }: FastifyRequest): string {
  const { token } = ((method === 'GET' ? query : body) ?? {}) as { token?: unknown };
  return typeof token === 'string' ? token : '';
}
