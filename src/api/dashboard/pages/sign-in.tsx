import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toEmailKey } from '../../../shared/email/address.ts';
import { boundedText } from '../../../shared/schema/text.ts';
import { signIn } from '../../../shared/sessions/sign-in.ts';
import { rateLimitAddress } from '../../limits/client-address.ts';
import type { WebContext } from '../../web-context.ts';
import { assetUrl } from '../assets.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, readForm, type Show } from '../pages.ts';
import { Document } from '../parts/document.tsx';
import { Field, Form } from '../parts/form.tsx';
import { setSessionToken } from '../session-cookie.ts';

const SignIn = z.object({ email: boundedText(400), password: boundedText(200) });

/** Per IP address and per user. */
const attemptsPerMinute = 10;

/** The sign-in page (C11.1). */
export function signInPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = (request, formError) => (
    <Document title="Sign in">
      <main class="alone card">
        <img src={assetUrl('icon.svg')} alt="" width="40" height="40" />
        <h1>Sign in</h1>
        {formError && (
          <p class="message bad" role="alert">
            {formError.message}
          </p>
        )}
        <Form action={request.url} class="fields" rejected={formError}>
          <Field name="email" label="Email" type="email" autocomplete="username" required />
          <Field name="password" label="Password" type="password" autocomplete="current-password" required />
          <button type="submit">Sign in</button>
        </Form>
      </main>
    </Document>
  );
  addPage(app, '/sign-in', {}, show);

  addForm(app, '/sign-in', {}, show, async (request, reply) => {
    const credentials = readForm(SignIn, request.body);
    const email = credentials.email.trim();
    const subjects = [rateLimitAddress(request.ip), toEmailKey(email) ?? email];
    await assertAttempts(ctx, 'sign-in', subjects, attemptsPerMinute);
    setSessionToken(ctx, reply, await signIn(ctx, credentials));
    return reply.redirect(nextOf(request), 303);
  });
}

/** The page to show after signing in. Only dashboard pages are allowed: anyone can craft the URL. */
function nextOf({ query }: FastifyRequest): string {
  const { next } = query as { next?: unknown };
  return typeof next === 'string' && /^\/dashboard\/[\w/?=&%.-]*$/.test(next) ? next : '/dashboard';
}
