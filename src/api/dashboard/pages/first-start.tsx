import type { FastifyInstance } from 'fastify';
import {
  firstStart,
  isFirstStart,
  makeFirstAccount,
} from '../../../shared/account/administration/first-start/first-start.ts';
import { notFound } from '../../../shared/platform/errors.ts';
import { rateLimitAddress } from '../../limits/client-address.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../pages.ts';
import { AlonePage } from '../parts/alone-page.tsx';
import { Field, Form, Submit } from '../parts/form.tsx';

/** Per IP address. */
const attemptsPerMinute = 10;

/** Makes the first account and its owner, while there is none (N8). Afterwards there is no such page. */
export function firstStartPage(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (_, formError) => {
    if (!(await isFirstStart(ctx))) notFound('page');
    return (
      <AlonePage title="Make the first account" formError={formError}>
        <p class="soft">
          A web process printed the token to its log when it started, once. It is valid for a day.
        </p>
        <Form action="/dashboard/first-start" class="fields" rejected={formError}>
          <Field name="token" label="Token" type="password" autocomplete="off" required maxlength={100} />
          <Field
            name="name"
            label="Name of the account"
            required
            maxlength={100}
            autocomplete="organization"
          />
          <Field
            name="email"
            label="Your email"
            type="email"
            autocomplete="username"
            required
            maxlength={320}
            hint={ctx.config.hasPasswords ? undefined : 'The one that you have at single sign-on.'}
          />
          {ctx.config.hasPasswords && (
            <Field
              name="password"
              label="Your password"
              type="password"
              autocomplete="new-password"
              required
              minlength={8}
              maxlength={200}
              hint="At least 8 characters."
            />
          )}
          <Submit>Make the account</Submit>
        </Form>
      </AlonePage>
    );
  };
  addPage(app, '/first-start', {}, show);

  addForm(app, '/first-start', {}, show, async (request, reply) => {
    if (!(await isFirstStart(ctx))) notFound('page');
    await assertAttempts(ctx, 'first-start', [rateLimitAddress(request.ip)], attemptsPerMinute);
    await makeFirstAccount(ctx, readForm(firstStart(ctx.config), request.body));
    return redirectWithFlash(reply, '/dashboard/sign-in', 'Your account is ready. Sign in.');
  });
}
