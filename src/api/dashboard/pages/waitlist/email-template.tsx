import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendTestEmail, TestEmailInput } from '../../../../shared/email/settings/send-test-email.ts';
import { readEmailTemplate } from '../../../../shared/email/templates/read-email-template.ts';
import {
  clearEmailTemplate,
  EmailTemplateInput,
  setEmailTemplate,
} from '../../../../shared/email/templates/set-email-template.ts';
import type { Variable } from '../../../../shared/email/templates/template-variables.ts';
import type { WebContext } from '../../../web-context.ts';
import { assertAttempts } from '../../attempt-limit.ts';
import {
  addForm,
  addPage,
  type FormError,
  type FormValues,
  readForm,
  redirectWithNotice,
  type Show,
  sendPage,
} from '../../pages.ts';
import { Confirm, Field, Form } from '../../parts/form.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** Enough for the longest template: 200,000 characters, URL-encoded in up to nine bytes each. */
export const maxFormBytes = 2 * 1024 * 1024;

/** A provider may take up to a minute to accept an email. */
const sendLimitMs = 62_000;

const testsPerMinute = 10;

/** The signup email of a waitlist: edit, preview, send a test (C6.1, C11.3). */
export function emailTemplatePage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/email';
  /** `values` are submitted values that have not been saved. */
  const showWith = async (request: FastifyRequest, values?: FormValues, formError?: FormError) => {
    const { id, name } = request.waitlist;
    const { template, isOwn, variables } = await readEmailTemplate(ctx, request.session.caller, id);
    const root = `/dashboard/waitlists/${id}/email`;
    return (
      <WaitlistLayout
        title="Signup email"
        request={request}
        formError={formError}
        scripts={['email-preview.js']}
      >
        <Form action={root} class="editor">
          <section class="card" aria-labelledby="template">
            <h2 id="template">Template</h2>
            <p class="soft">
              {isOwn
                ? 'This waitlist has its own template.'
                : 'This is the default template. Save it to make it your own.'}
            </p>
            <div class="fields">
              <Field
                name="subject"
                label="Subject"
                required
                maxlength={500}
                values={values}
                initial={template.subject}
              />
              <label>
                HTML
                <textarea
                  name="html"
                  required
                  maxlength={200_000}
                  spellcheck={false}
                  aria-describedby="html-hint"
                >
                  {`\n${textOf(values?.html) ?? template.html}`}
                </textarea>
                <small id="html-hint">
                  The text part is generated from the HTML. Inline styles work best.
                </small>
              </label>
              <div class="row">
                <button type="submit">Save</button>
                <button
                  type="submit"
                  class="quiet"
                  formaction={`${root}/preview`}
                  formtarget="preview"
                  formnovalidate
                >
                  Preview
                </button>
              </div>
            </div>
            <Placeholders variables={variables} />
          </section>
          <section class="card preview-card" aria-labelledby="preview">
            <h2 id="preview">Preview</h2>
            <div class="frames">
              <iframe
                name="preview"
                title="Preview of the signup email"
                sandbox=""
                src={values ? undefined : `${root}/preview`}
              />
            </div>
          </section>
          <section class="card" aria-labelledby="test">
            <h2 id="test">Send a test email</h2>
            <p class="soft">
              Sends the template as entered, saved or not, with sample values and “[Test]” in the subject. If
              the service sends your emails, the test counts towards the monthly allowance.
            </p>
            <div class="row test">
              <Field
                name="to"
                label="To"
                type="email"
                maxlength={320}
                values={values}
                initial={request.session.email}
              />
              <button type="submit" class="quiet" formaction={`${root}/test`}>
                Send test email
              </button>
            </div>
          </section>
        </Form>
        {isOwn && (
          <section class="card" aria-labelledby="default">
            <h2 id="default">Restore the default</h2>
            <p class="soft">New signups of {name} will get the default email.</p>
            <Confirm
              id="use-default"
              label="Restore default"
              question={`This deletes the template that you wrote for ${name}.`}
              action={`${root}/default`}
            />
          </section>
        )}
      </WaitlistLayout>
    );
  };
  const show: Show = (request, formError) => showWith(request, formError?.values, formError);
  addPage(app, url, {}, show);

  addForm(app, url, { bodyLimit: maxFormBytes }, show, async (request, reply) => {
    const { id } = request.waitlist;
    const template = readForm(EmailTemplateInput, withLineFeeds(request.body));
    await setEmailTemplate(ctx, request.session.caller, id, template);
    return redirectWithNotice(
      reply,
      `/dashboard/waitlists/${id}/email`,
      'Saved. New signups will get this email.',
    );
  });

  addForm(
    app,
    `${url}/test`,
    { bodyLimit: maxFormBytes, config: { timeLimitMs: sendLimitMs } },
    show,
    async (request, reply) => {
      const { session, waitlist } = request;
      const input = readForm(TestEmailInput, withLineFeeds(request.body));
      await assertAttempts(ctx, 'test-email', [session.userId], testsPerMinute);
      const { from } = await sendTestEmail(ctx, session.caller, waitlist, input);
      request.notice = { tone: 'good', text: `The test email was sent to ${input.to} from ${from}.` };
      return sendPage(reply, await showWith(request, request.body as FormValues));
    },
  );

  addForm(app, `${url}/default`, {}, show, async (request, reply) => {
    const { id } = request.waitlist;
    await clearEmailTemplate(ctx, request.session.caller, id);
    return redirectWithNotice(
      reply,
      `/dashboard/waitlists/${id}/email`,
      'New signups will get the default email.',
    );
  });
}

const descriptions: Readonly<Record<string, string>> = {
  email: 'Email of the signup',
  position: 'Position of the signup',
  total: 'Number of signups',
  waitlist_name: 'Name of the waitlist',
  referral_code: 'Referral code to share',
  referral_bonus: 'Positions gained per referral',
};

function Placeholders({ variables }: { variables: readonly Variable[] }) {
  return (
    <>
      <h3>Placeholders</h3>
      <dl class="placeholders">
        {variables.map(({ name, field }) => (
          <>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{field?.label ?? descriptions[name]}</dd>
          </>
        ))}
      </dl>
    </>
  );
}

/** Browsers send line breaks as CR LF. */
export function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function withLineFeeds(body: unknown): FormValues {
  const values = body as FormValues;
  return typeof values.html === 'string' ? { ...values, html: toLineFeeds(values.html) } : values;
}

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
