import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeDevice } from '../../../shared/account/sessions/device.ts';
import { chooseAccount } from '../../../shared/account/sign-in/choose-account.ts';
import {
  type AccountChoice,
  passCode,
  type SignIn,
  signIn,
  userOfTicket,
} from '../../../shared/account/sign-in/sign-in.ts';
import { toEmailKey } from '../../../shared/platform/schema/email-address.ts';
import { boundedText } from '../../../shared/platform/schema/text.ts';
import { rateLimitAddress } from '../../limits/client-address.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { nextOf, withNext } from '../next-page.ts';
import { addForm, addPage, type FormError, readForm, type Show, sendPage } from '../pages.ts';
import { AlonePage } from '../parts/alone-page.tsx';
import { Field, Form, Submit } from '../parts/form.tsx';
import { setSessionToken } from '../session-cookie.ts';
import { assertEntry, rememberBrowser } from '../sign-in/browser.ts';
import { singleSignOnPages } from './single-sign-on.ts';

const Credentials = z.object({ email: boundedText(400), password: boundedText(200) });

const Choice = z.object({ ticket: boundedText(2_000) });
const SecondStep = z.object({ ticket: boundedText(200), code: boundedText(100) });

/** Per IP address and per address of a user. */
const attemptsPerMinute = 10;
/** Per IP address. */
const forgedPerMinute = 30;
/** The same for codes, of which there are only a million. */
const codesPerMinute = 5;

/** The sign-in page (C11.1). */
export function signInPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = (request, formError) => (
    <AlonePage title="Sign in" flash={request.flash} formError={formError}>
      {ctx.config.hasPasswords && (
        <Form action={withNext('/dashboard/sign-in', nextOf(request))} class="fields" rejected={formError}>
          <Field name="email" label="Email" type="email" autocomplete="username" required />
          <Field name="password" label="Password" type="password" autocomplete="current-password" required />
          <Submit>Sign in</Submit>
        </Form>
      )}
      {ctx.config.singleSignOn && (
        <p>
          <a
            class={ctx.config.hasPasswords ? 'button quiet' : 'button'}
            href={withNext('/dashboard/sign-in/oidc', nextOf(request))}
          >
            Single sign-on
          </a>
        </p>
      )}
      {ctx.config.hasPasswords && ctx.config.email.managed && (
        <p>
          <a href="/dashboard/forgot-password">Forgot your password?</a>
        </p>
      )}
    </AlonePage>
  );
  addPage(app, '/sign-in', {}, show);

  addForm(app, '/sign-in', {}, show, async (request, reply) => {
    const credentials = readForm(Credentials, request.body);
    const email = credentials.email.trim();
    const whom = toEmailKey(email) ?? email;
    await assertEntry(ctx, request, 'sign-in', { emailKey: whom, whom, maxPerMinute: attemptsPerMinute });
    const opened = await signIn(ctx, credentials, describeDevice(request.headers['user-agent']));
    return goOn(request, reply, nextOf(request), opened);
  });

  addForm(app, '/sign-in/account', {}, show, async (request, reply) => {
    const { ticket } = readForm(Choice, request.body);
    const device = describeDevice(request.headers['user-agent']);
    const opened = await countForged(request, chooseAccount(ctx, ticket, device));
    return goOn(request, reply, nextOf(request), opened);
  });

  const showCode: Show = (request, formError) => {
    const { ticket } = (request.body ?? {}) as { ticket?: unknown };
    return codePage(nextOf(request), typeof ticket === 'string' ? ticket : '', formError);
  };
  addForm(app, '/sign-in/code', {}, showCode, async (request, reply) => {
    const { ticket, code } = readForm(SecondStep, request.body);
    const user = await countForged(request, userOfTicket(ctx, ticket));
    const isKnownBrowser = await assertEntry(ctx, request, 'second-factor', {
      ...{ emailKey: user.email_key, whom: user.id, maxPerMinute: codesPerMinute },
    });
    const device = describeDevice(request.headers['user-agent']);
    const opened = await passCode(ctx, user, { ticket, code, isKnownBrowser }, device);
    return goOn(request, reply, nextOf(request), opened);
  });

  if (ctx.config.singleSignOn) singleSignOnPages(app, ctx, ctx.config.singleSignOn, goOn);

  /** Leads to the page if a session has begun, and else to the step that comes next. */
  async function goOn(
    request: FastifyRequest,
    reply: FastifyReply,
    next: string,
    opened: SignIn,
  ): Promise<FastifyReply> {
    if ('choices' in opened) return sendPage(reply, accountPage(next, opened.choices));
    if ('ticket' in opened) return sendPage(reply, codePage(next, opened.ticket));
    setSessionToken(ctx, reply, opened.token);
    if (opened.provenAddress !== undefined) await rememberBrowser(ctx, request, reply, opened.provenAddress);
    return reply.redirect(next, 303);
  }

  /** A ticket that is forged counts for the IP address that it comes from, and for no user. */
  async function countForged<Result>(request: FastifyRequest, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      await assertAttempts(ctx, 'forged-ticket', [rateLimitAddress(request.ip)], forgedPerMinute);
      throw error;
    }
  }
}

/** Asks which account it shall be. Each ticket says who has shown who they are. */
function accountPage(next: string, choices: readonly AccountChoice[]) {
  return (
    <AlonePage title="Choose an account">
      <p class="soft">You get into several accounts with this address.</p>
      <ul class="accounts">
        {choices.map(({ account, isInvitation, ticket }) => (
          <li key={ticket}>
            <Form action={withNext('/dashboard/sign-in/account', next)}>
              <input type="hidden" name="ticket" value={ticket} />
              <Submit class="quiet">
                {account}
                {isInvitation && <span class="tag">Accept the invitation</span>}
              </Submit>
            </Form>
          </li>
        ))}
      </ul>
      <p>
        <a href="/dashboard/sign-in">Back to the sign-in</a>
      </p>
    </AlonePage>
  );
}

/** Asks for the second factor. The ticket says who passed the first. */
function codePage(next: string, ticket: string, formError?: FormError) {
  return (
    <AlonePage title="Enter your code" formError={formError}>
      <p class="soft">The code that your authenticator app shows now, or one of your recovery codes.</p>
      <Form action={withNext('/dashboard/sign-in/code', next)} class="fields" rejected={formError}>
        <input type="hidden" name="ticket" value={ticket} />
        <Field name="code" label="Code" autocomplete="one-time-code" required maxlength={100} />
        <Submit>Sign in</Submit>
      </Form>
      <p>
        <a href="/dashboard/sign-in">Back to the sign-in</a>
      </p>
    </AlonePage>
  );
}
