import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  readTwoFactor,
  type TwoFactor,
  TwoFactorEnd,
} from '../../../shared/account/users/two-factor/two-factor.ts';
import { boundedText } from '../../../shared/platform/schema/text.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { QrCode } from '../charts/qr-code.tsx';
import { addForm, addPage, readForm, redirectWithFlash, type Show, sendPage } from '../pages.ts';
import { Field, Form, Submit } from '../parts/form.tsx';
import { countOf, Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Secret } from '../parts/secret.tsx';

const url = '/profile/two-factor';
const path = `/dashboard${url}`;

const attemptsPerMinute = 5;

const CodeForm = z.object({ code: boundedText(100) });

/** The second factor of the signed-in user (N8). */
export function twoFactorPage(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => (
    <Layout title="Two-factor sign-in" page={pageOf(request)} formError={formError}>
      <p>
        <a href="/dashboard/profile">Your profile</a>
      </p>
      <section class="card" aria-label="Two-factor sign-in">
        <State
          of={await readTwoFactor(ctx, request.session)}
          email={request.session.email}
          hasPasswords={ctx.config.hasPasswords}
        />
      </section>
    </Layout>
  );
  addPage(app, url, {}, show);

  addForm(app, url, {}, show, async (request, reply) => {
    await beginTwoFactor(ctx, request.session);
    return reply.redirect(path, 303);
  });

  addForm(app, `${url}/confirm`, {}, show, async (request, reply) => {
    await assertAttempts(ctx, 'confirm-code', [request.session.userId], attemptsPerMinute);
    const codes = await confirmTwoFactor(ctx, request.session, readForm(CodeForm, request.body).code);
    return sendPage(
      reply,
      <Layout title="Your recovery codes" page={pageOf(request)}>
        <section class="card">
          <p>
            Two-factor sign-in is on. Keep these codes in a safe place: each signs you in once, if you lose
            the app. They are shown only now.
          </p>
          <RecoveryCodes codes={codes} email={request.session.email} />
          <p>
            <a class="button quiet" href={path}>
              I have kept them
            </a>
          </p>
        </section>
      </Layout>,
    );
  });

  addForm(app, `${url}/off`, {}, show, async (request, reply) => {
    await assertAttempts(ctx, 'password', [request.session.userId], attemptsPerMinute);
    await endTwoFactor(ctx, request.session, readForm(TwoFactorEnd, request.body));
    return redirectWithFlash(reply, path, 'Two-factor sign-in is off.');
  });
}

interface StateProps {
  readonly of: TwoFactor;
  readonly email: string;
  readonly hasPasswords: boolean;
}

function State({ of, email, hasPasswords }: StateProps) {
  switch (of.state) {
    case 'off':
      return (
        <>
          <p>
            {hasPasswords
              ? 'With an authenticator app you sign in with your password and a code of the app. Somebody who knows only your password cannot.'
              : 'After single sign-on you are then asked for a code of an authenticator app, too.'}
          </p>
          <Form action={path}>
            <Submit>Set up</Submit>
          </Form>
        </>
      );
    case 'begun':
      return (
        <>
          <p>
            Scan this with your authenticator app, or enter the key. Then enter the code that the app shows.
          </p>
          <QrCode text={of.uri} label="QR code of the key" />
          <Secret value={of.secret} label="key" />
          <Form action={`${path}/confirm`} class="fields">
            <Field name="code" label="Code" autocomplete="one-time-code" required maxlength={100} />
            <div class="row">
              <Submit>Switch on</Submit>
            </div>
          </Form>
        </>
      );
    case 'on':
      return (
        <>
          <p>
            On since <Time at={of.since} />. {countOf(of.recoveryCodes, 'recovery code')} left. For new ones
            switch it off and on again.
          </p>
          <Form action={`${path}/off`} class="fields">
            {hasPasswords && (
              <>
                <input type="email" name="email" autocomplete="username" value={email} readonly hidden />
                <Field
                  name="password"
                  label="Password"
                  type="password"
                  autocomplete="current-password"
                  required
                />
              </>
            )}
            <Field
              name="code"
              label="Code"
              autocomplete="one-time-code"
              required
              maxlength={100}
              hint="Of the app, or a recovery code."
            />
            <div class="row">
              <Submit class="danger">Switch off</Submit>
            </div>
          </Form>
        </>
      );
  }
}

/** The codes, each whole on a line, to copy and to keep as a file, which needs no script. */
function RecoveryCodes({ codes, email }: { readonly codes: readonly string[]; readonly email: string }) {
  const lines = codes.map((code) => `${code}\r\n`).join('');
  const file = `Recovery codes of ${email}. Each signs you in once.\r\n\r\n${lines}`;
  return (
    <div class="secret">
      <ul class="recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" class="quiet small" data-copy={codes.join('\n')} hidden>
          Copy<span class="hidden"> the recovery codes</span>
        </button>
        <a
          class="button quiet small"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
        >
          Download<span class="hidden"> the recovery codes</span>
        </a>
      </div>
    </div>
  );
}
