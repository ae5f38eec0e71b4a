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
  done,
  type FormValues,
  type Refusal,
  readForm,
  type Show,
  sendPage,
} from '../../pages.ts';
import { Confirm, Field, Form } from '../../parts/form.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** A form of the longest copy: 200,000 characters, each as up to nine bytes. */
export const copyFormBytes = 2 * 1024 * 1024;

/** A provider takes up to a minute over a mail. */
const sendLimitMs = 62_000;

const testsPerMinute = 10;

/** What a waitlist's signup email says: edited, previewed and tried (C6.1, C11.3). */
export function emailTemplatePage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/email';
  /** With what was entered and is not stored, if there is any. */
  const showWith = async (request: FastifyRequest, values?: FormValues, refusal?: Refusal) => {
    const { id, name } = request.waitlist;
    const { template: copy, isOwn, variables } = await readEmailTemplate(ctx, request.session.caller, id);
    const root = `/dashboard/waitlists/${id}/email`;
    return (
      <WaitlistLayout title="Signup email" request={request} refusal={refusal} scripts={['email-preview.js']}>
        <Form action={root} class="editor">
          <section class="card" aria-labelledby="copy">
            <h2 id="copy">What it says</h2>
            <p class="soft">
              {isOwn
                ? 'This list has a mail of its own.'
                : 'This is the default mail. Save to make it your own.'}
            </p>
            <div class="fields">
              <Field
                name="subject"
                label="Subject"
                required
                maxlength={500}
                values={values}
                initial={copy.subject}
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
                  {`\n${textOf(values?.html) ?? copy.html}`}
                </textarea>
                <small id="html-hint">
                  The text part of the mail is made from it. Inline styles work best.
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
            <h2 id="test">Send a test mail</h2>
            <p class="soft">
              Sends what is entered above, saved or not, the way that signup emails go, with made-up values
              and “[Test]” in the subject. Where the service sends, it counts as a mail of the month.
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
                Send a test mail
              </button>
            </div>
          </section>
        </Form>
        {isOwn && (
          <section class="card" aria-labelledby="default">
            <h2 id="default">Use the default again</h2>
            <p class="soft">New signups of {name} get the default mail from then on.</p>
            <Confirm
              id="use-default"
              label="Use the default again"
              question={`This deletes the mail that you wrote for ${name}.`}
              action={`${root}/default`}
            />
          </section>
        )}
      </WaitlistLayout>
    );
  };
  const show: Show = (request, refusal) => showWith(request, refusal?.values, refusal);
  addPage(app, url, {}, show);

  addForm(app, url, { bodyLimit: copyFormBytes }, show, async (request, reply) => {
    const { id } = request.waitlist;
    const template = readForm(EmailTemplateInput, withLineFeeds(request.body));
    await setEmailTemplate(ctx, request.session.caller, id, template);
    return done(reply, `/dashboard/waitlists/${id}/email`, 'Saved. New signups get this mail.');
  });

  addForm(
    app,
    `${url}/test`,
    { bodyLimit: copyFormBytes, config: { timeLimitMs: sendLimitMs } },
    show,
    async (request, reply) => {
      const { session, waitlist } = request;
      const input = readForm(TestEmailInput, withLineFeeds(request.body));
      await assertAttempts(ctx, 'test-email', [session.userId], testsPerMinute);
      const { from } = await sendTestEmail(ctx, session.caller, waitlist, input);
      request.notice = { tone: 'good', text: `The test mail to ${input.to} is on its way, from ${from}.` };
      return sendPage(reply, await showWith(request, request.body as FormValues));
    },
  );

  addForm(app, `${url}/default`, {}, show, async (request, reply) => {
    const { id } = request.waitlist;
    await clearEmailTemplate(ctx, request.session.caller, id);
    return done(reply, `/dashboard/waitlists/${id}/email`, 'New signups get the default mail.');
  });
}

const meanings: Readonly<Record<string, string>> = {
  email: 'The address that signed up',
  position: 'Its place in the queue',
  total: 'How many are on the list',
  waitlist_name: 'The name of this list',
  referral_code: 'The code to share',
  referral_bonus: 'Places that a referral is worth',
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
            <dd>{field?.label ?? meanings[name]}</dd>
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
