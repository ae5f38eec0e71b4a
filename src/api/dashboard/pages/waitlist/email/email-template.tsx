import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EditedKind, TemplateKind } from '../../../../../shared/mail/parts.ts';
import { sendTestEmail, TestEmailInput } from '../../../../../shared/mail/settings/send-test-email.ts';
import {
  readEmailTemplate,
  type WaitlistTemplate,
} from '../../../../../shared/mail/templates/read-email-template.ts';
import {
  EmailDesignInput,
  setEmailDesign,
  toTemplate,
} from '../../../../../shared/mail/templates/set-email-design.ts';
import {
  clearEmailTemplate,
  EmailTemplateInput,
  setEmailTemplate,
} from '../../../../../shared/mail/templates/set-email-template.ts';
import { assertTestMails, testMailLimitMs } from '../../../../limits/test-mail-limit.ts';
import type { WebContext } from '../../../../web-context.ts';
import {
  addForm,
  addPage,
  type FormError,
  type FormValues,
  readForm,
  readValues,
  redirectWithFlash,
  type Show,
  sendPage,
} from '../../../pages.ts';
import { Confirm, Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { nameKey } from '../../../plain-words.ts';
import { maySend } from '../../../rights.ts';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { type Editor, EditorChoice } from './editor-choice.tsx';
import { type KindTexts, kindTexts } from './email-kinds.ts';
import { HtmlEditor } from './html-editor.tsx';
import { Placeholders } from './placeholders.tsx';
import { PreviewButton } from './preview-button.tsx';
import { SimpleEditor, toDesign } from './simple-editor.tsx';
import { TestMail } from './test-mail.tsx';
import { languageName, languageOfVersion, Versions, versionOf } from './versions.tsx';

/** Enough for the longest template: 200,000 characters, URL-encoded in up to nine bytes each. */
export const maxFormBytes = 2 * 1024 * 1024;

/** An email of a waitlist of one kind (N3, N5): edit, preview, send a test (C6.1, C11.3, N8). */
export function emailTemplatePage(app: FastifyInstance, ctx: WebContext, kind: EditedKind): void {
  const texts = kindTexts[kind];
  const url = `/waitlists/:id/${texts.path}`;
  const languageOf = ({ session, waitlist, body }: FastifyRequest) =>
    languageOfVersion(ctx, session.caller, waitlist.id, versionOf(body));
  const rootOf = (id: string) => `/dashboard/waitlists/${id}/${texts.path}`;
  /** `values` are submitted values that have not been saved. */
  const showWith = async (request: FastifyRequest, values?: FormValues, formError?: FormError) => {
    const { id } = request.waitlist;
    const locale = versionOf(values ?? request.query);
    const stored = await readEmailTemplate(ctx, request.session.caller, id, kind, locale);
    const { template, isOwn, variables } = stored;
    const root = rootOf(id);
    const ofVersion = locale === '' ? '' : `&locale=${locale}`;
    const editor = editorOf(values ?? (request.query as FormValues), stored);
    const problem = formError && toProblem(formError.message);
    const problemOf = (field: string) => (problem?.name === field ? problem.message : undefined);
    return (
      <WaitlistLayout
        title="Emails"
        request={request}
        formError={problem?.name === undefined ? formError : undefined}
        scripts={maySend(request.session.role, root) ? ['email-preview.js', 'unsaved.js'] : []}
      >
        <nav class="kinds" aria-label="Emails">
          <ul class="choices">
            {Object.entries(kindTexts).map(([each, { name, path }]) => (
              <li key={each}>
                <a
                  href={`/dashboard/waitlists/${id}/${path}`}
                  aria-current={each === kind ? 'true' : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Form
          action={root}
          class="editor"
          readable
          unsaved={values !== undefined && (formError !== undefined || differs(values, stored, kind))}
        >
          <section class="card spaced" aria-labelledby="template">
            <div class="row spread">
              <h2 id="template">Your email</h2>
              <EditorChoice
                editor={editor}
                way={(to, name, current) => (
                  <a href={`${root}?editor=${to}${ofVersion}`} aria-current={current}>
                    {name}
                  </a>
                )}
              />
            </div>
            <Versions root={root} locale={locale} stored={stored} />
            <p class="soft">{describe(stored, editor, texts)}</p>
            <input type="hidden" name="editor" value={editor} />
            {locale !== '' && <input type="hidden" name="locale" value={locale} />}
            <div class="fields">
              <Field
                name="subject"
                label="Subject"
                required
                maxlength={500}
                values={values}
                initial={template.subject}
                problem={problemOf('subject')}
              />
              {editor === 'simple' ? (
                <SimpleEditor
                  kind={kind}
                  design={stored.design ?? stored.defaultDesign}
                  links={stored.links}
                  values={values}
                  problemOf={problemOf}
                />
              ) : (
                <HtmlEditor html={textOf(values?.html) ?? template.html} />
              )}
              <div class="row">
                <Submit>Save</Submit>
                <PreviewButton action={`${root}/preview`} />
              </div>
            </div>
            <Placeholders variables={variables} />
          </section>
          <section class="card preview-card" aria-labelledby="preview">
            <h2 id="preview">Preview</h2>
            <div class="frames">
              <iframe
                name="preview"
                title="Preview of the email"
                sandbox=""
                src={values ? undefined : `${root}/preview?editor=${editor}${ofVersion}`}
              />
            </div>
          </section>
          <IfMaySend to={`${root}/test`}>
            <TestMail
              action={`${root}/test`}
              to={request.session.email}
              values={values}
              problem={problemOf('to')}
            />
          </IfMaySend>
        </Form>
        {isOwn && (
          <IfMaySend to={`${root}/default`}>
            <section class="card" aria-labelledby="default">
              <h2 id="default">
                {locale === '' ? texts.restore.title : `The version for ${languageName(locale)}`}
              </h2>
              <p class="soft">
                {locale === ''
                  ? texts.restore.text
                  : 'Without it these people get the email for all languages.'}
              </p>
              <Confirm
                id="use-default"
                label={locale === '' ? texts.restore.label : 'Delete this version'}
                question={
                  locale === '' ? texts.restore.question : `Delete the version for ${languageName(locale)}?`
                }
                action={`${root}/default`}
              >
                {locale !== '' && <input type="hidden" name="locale" value={locale} />}
              </Confirm>
            </section>
          </IfMaySend>
        )}
      </WaitlistLayout>
    );
  };
  const show: Show = (request, formError) => showWith(request, formError?.values, formError);
  addPage(app, url, {}, show);

  addForm(app, url, { bodyLimit: maxFormBytes }, show, async (request, reply) => {
    const { id } = request.waitlist;
    const { caller } = request.session;
    const locale = versionOf(request.body);
    if (isSimple(request.body)) await setEmailDesign(ctx, caller, id, kind, readDesign(request.body), locale);
    else
      await setEmailTemplate(
        ctx,
        caller,
        id,
        kind,
        readForm(EmailTemplateInput, withLineFeeds(request.body)),
        null,
        locale,
      );
    return redirectWithFlash(
      reply,
      locale === '' ? rootOf(id) : `${rootOf(id)}?locale=${locale}`,
      texts.saved,
    );
  });

  addForm(
    app,
    `${url}/test`,
    { bodyLimit: maxFormBytes, config: { timeLimitMs: testMailLimitMs } },
    show,
    async (request, reply) => {
      const { session, waitlist, body } = request;
      const values = isSimple(body)
        ? { ...toTemplate(readDesign(body), kind, await languageOf(request)), to: (body as FormValues).to }
        : withLineFeeds(body);
      const input = readForm(TestEmailInput, values);
      await assertTestMails(ctx, session.userId);
      const { from } = await sendTestEmail(
        ctx,
        session.caller,
        waitlist,
        input,
        kind,
        session,
        versionOf(body),
      );
      request.flash = { tone: 'good', text: `The test email was sent to ${input.to} from ${from}.` };
      return sendPage(reply, await showWith(request, body as FormValues));
    },
  );

  addForm(app, `${url}/default`, {}, show, async (request, reply) => {
    const { id } = request.waitlist;
    await clearEmailTemplate(ctx, request.session.caller, id, kind, versionOf(request.body));
    return redirectWithFlash(reply, rootOf(id), texts.restore.done);
  });
}

/** Whether a form is that of the simple editor. */
export function isSimple(body: unknown): boolean {
  return (body as FormValues).editor === 'simple';
}

/** Whether a valid form holds another email than the stored one. */
function differs(values: FormValues, { template, language }: WaitlistTemplate, kind: TemplateKind): boolean {
  const { subject, html } = isSimple(values)
    ? toTemplate(readDesign(values), kind, language)
    : withLineFeeds(values);
  return subject !== template.subject || html !== template.html;
}

/** @throws AppError invalid_request with the field in front */
function readDesign(body: unknown): EmailDesignInput {
  const { subject } = body as FormValues;
  return readValues(EmailDesignInput, { subject, design: toDesign(body) }, (name) => name);
}

/** The editor that is asked for, or else the one that the template was made with. */
function editorOf({ editor, html }: FormValues, { design }: WaitlistTemplate): Editor {
  if (editor === 'simple' || editor === 'html') return editor;
  return design === null || html !== undefined ? 'html' : 'simple';
}

function describe({ isOwn, design }: WaitlistTemplate, editor: Editor, texts: KindTexts): string {
  if (!isOwn) return texts.unset;
  if (editor === 'simple' && design === null)
    return 'The email in use was written as HTML. Saving here replaces it.';
  return editor === 'html' && design !== null
    ? 'Once saved here, the email can no longer be changed in the simple editor.'
    : texts.inUse;
}

/**
 * A refusal such as `design.headline: must not be empty`, with the name of its field if it has one on the
 * page.
 */
function toProblem(refusal: string): { name: string | undefined; message: string } {
  const [, name, message = refusal] = /^(?:design\.)?(\w+): (.*)$/s.exec(refusal) ?? [];
  const field = name?.toLowerCase();
  return field !== undefined && fieldsWithMessage.has(field)
    ? { name: field, message }
    : { name: undefined, message: nameKey(refusal) };
}

const fieldsWithMessage = new Set([
  ...['subject', 'logo_url', 'color', 'headline', 'button_text', 'button_target', 'button_url', 'to'],
]);

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
