import { announcementFooter } from '../../../../../../shared/capabilities/announcements/text/footer.ts';
import type { Segment } from '../../../../../../shared/capabilities/segments/schema.ts';
import type { FieldDefinition } from '../../../../../../shared/list/fields/schema.ts';
import type { FilterValues } from '../../../../../../shared/list/signups/search/filter-values.ts';
import {
  composeHtml,
  type EmailDesign,
  EmailDesignDraft,
} from '../../../../../../shared/mail/design/email-design.ts';
import type { WaitlistTemplate } from '../../../../../../shared/mail/templates/read-email-template.ts';
import type { FormValues } from '../../../../pages.ts';
import { Field, Form, Submit } from '../../../../parts/form.tsx';
import { countOf } from '../../../../parts/format.tsx';
import { EditorChoice } from '../../email/editor-choice.tsx';
import { HtmlEditor } from '../../email/html-editor.tsx';
import { Placeholders } from '../../email/placeholders.tsx';
import { PreviewButton } from '../../email/preview-button.tsx';
import { SimpleEditor, toDesign } from '../../email/simple-editor.tsx';
import { TestMail } from '../../email/test-mail.tsx';
import { Narrow, SegmentChoice } from '../../who/people-controls.tsx';
import { type Counted, Recipients } from '../recipients.tsx';
import { labels } from './announcement-input.ts';

interface EditFormProps {
  /** Where the form is saved. Its other buttons are below. */
  readonly path: string;
  /** The preview to begin with; undefined if it is to be made of what was entered. */
  readonly preview: string | undefined;
  readonly stored: WaitlistTemplate;
  /** The design to begin with. */
  readonly design: EmailDesign;
  readonly fields: readonly FieldDefinition[];
  /** Their names, by their keys. */
  readonly rewards: ReadonlyMap<string, string>;
  readonly segments: readonly Segment[];
  readonly suggestions: FilterValues;
  /** What was entered, or what is stored. */
  readonly values: FormValues;
  readonly unsaved: boolean;
  /** What was counted for these values; null where that takes too long. */
  readonly counted: Counted | null | undefined;
  /** Whether mails count towards an allowance, of which the count tells. */
  readonly hasAllowance: boolean;
  readonly timeZone: string;
  /** Where the postal address is entered that stands below the mail, if there is none yet. */
  readonly addressHref: string | undefined;
  /** The address of the user. */
  readonly email: string;
}

/** Writes an announcement: who gets it, the mail, and when. Scripts count and show the mail meanwhile. */
export function EditForm(props: EditFormProps) {
  const { path, preview, stored, design, fields, rewards, segments, suggestions, values, counted } = props;
  const { hasAllowance, timeZone, addressHref, email, unsaved } = props;
  const isSimple = values.editor !== 'html';
  const ids = values.id_count;
  const field = (name: keyof typeof labels) => ({ name, label: labels[name], values });
  return (
    <Form
      action={path}
      otherActions={['count', 'editor', 'test'].map((end) => `${path}/${end}`)}
      class="editor draft"
      unsaved={unsaved}
    >
      <section class="card" aria-labelledby="who" data-counted>
        <h2 id="who">Who gets it</h2>
        {typeof ids === 'string' && (
          <p>
            <input type="hidden" name="id_count" value={ids} />
            Only {countOf(Number(ids), 'signup')}, chosen one by one, as far as they match the rest.
          </p>
        )}
        {segments.length > 0 && (
          <div class="grid">
            <SegmentChoice segments={segments} values={values} />
          </div>
        )}
        <Narrow fields={fields} suggestions={suggestions} values={values} known={{ rewards }} />
        <div class={hasAllowance ? 'counted limited' : 'counted'}>
          <div id="count" aria-live="polite">
            <Recipients counted={counted} />
          </div>
          <Submit class="quiet" formaction={`${path}/count`} formnovalidate data-count>
            Count
          </Submit>
        </div>
      </section>
      <section class="card spaced" aria-labelledby="mail">
        <div class="row spread">
          <h2 id="mail">The mail</h2>
          <EditorChoice
            editor={isSimple ? 'simple' : 'html'}
            way={(to, name, current) => (
              <Submit
                formaction={`${path}/editor`}
                formnovalidate
                name="to_editor"
                value={to}
                aria-current={current}
              >
                {name}
              </Submit>
            )}
          />
        </div>
        <input type="hidden" name="editor" value={isSimple ? 'simple' : 'html'} />
        <div class="fields">
          <Field
            {...field('name')}
            required
            maxlength={100}
            autocomplete="off"
            placeholder="Launch day"
            hint="Only you see it."
          />
          <Field
            {...field('subject')}
            required
            maxlength={500}
            autocomplete="off"
            placeholder="We open on Tuesday"
          />
          {isSimple ? (
            <>
              <SimpleEditor
                kind="announcement"
                design={design}
                links={stored.links}
                values={'headline' in values ? values : undefined}
                problemOf={() => undefined}
              />
              {typeof values.html === 'string' && <input type="hidden" name="html" value={values.html} />}
            </>
          ) : (
            <>
              <HtmlEditor html={String(values.html ?? '')} />
              <KeptDesign values={values} />
            </>
          )}
          <PreviewButton action={`${path}/preview`} />
        </div>
        <Placeholders variables={stored.variables} />
      </section>
      <section class="card preview-card" aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        {addressHref !== undefined && (
          <p class="soft">
            The postal address is made up, also in a test email.{' '}
            <a href={addressHref}>Enter yours in the settings</a> before you launch.
          </p>
        )}
        <div class="frames">
          <iframe name="preview" title="Preview of the announcement" sandbox="" src={preview} />
        </div>
      </section>
      <TestMail action={`${path}/test`} to={email} values={values} />
      <section class="card" aria-labelledby="when">
        <h2 id="when">When</h2>
        <div class="grid">
          <Field
            {...field('send_at')}
            type="datetime-local"
            hint={`In ${timeZone.replaceAll('_', ' ')}. Empty: when you launch it.`}
          />
          <Field
            {...field('per_hour')}
            type="number"
            min={1}
            max={1_000_000}
            placeholder="All at once"
            hint="Empty: as fast as mails go."
          />
        </div>
      </section>
      <div class="row save">
        <Submit>Save and review</Submit>
        <span class="soft">Nobody gets it before you launch it on the next page.</span>
      </div>
    </Form>
  );
}

const designNames = ['logo_url', 'color', 'headline', 'text', 'show_position', 'show_code'] as const;
const buttonNames = ['button_text', 'button_target', 'button_url'] as const;

/** What was entered in the simple editor, for whoever returns to it. */
function KeptDesign({ values }: { readonly values: FormValues }) {
  const given = [...designNames, ...buttonNames].flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return (
    <>
      {given.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** A form in the other editor. What is written as HTML is kept, also while the simple editor is used. */
export function inEditor(
  form: FormValues,
  { language: { locale, tag } }: Pick<WaitlistTemplate, 'language'>,
): FormValues {
  const design = EmailDesignDraft.parse(toDesign(form));
  const composed = composeHtml(design, announcementFooter, locale, tag);
  if (form.to_editor === 'html') return { ...form, editor: 'html', html: form.html ?? composed };
  const { html, ...others } = form;
  const isOwn = html !== undefined && toLines(html) !== toLines(composed);
  return { ...others, editor: 'simple', ...(isOwn && { html }) };
}

const toLines = (text: string | string[]) => String(text).replaceAll('\r\n', '\n').trim();

/** A design as the form of the simple editor holds it. */
export function toDesignValues({ show_position, show_code, ...design }: EmailDesign): FormValues {
  return {
    ...(Object.fromEntries(Object.entries(design).filter(([, value]) => value !== undefined)) as FormValues),
    ...(show_position && { show_position: 'on' }),
    ...(show_code && { show_code: 'on' }),
  };
}
