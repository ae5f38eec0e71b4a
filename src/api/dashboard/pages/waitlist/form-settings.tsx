import type { FastifyInstance } from 'fastify';
import { honeypotInput } from '../../../../shared/capabilities/forms/form-input.ts';
import { unaskedFields } from '../../../../shared/capabilities/forms/unasked-fields.ts';
import { listFields } from '../../../../shared/list/fields/list-fields.ts';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../../../shared/list/fields/schema.ts';
import type { WaitlistSettings } from '../../../../shared/list/parts.ts';
import { readSettings } from '../../../../shared/list/settings/read-settings.ts';
import { settingsPatch } from '../../../../shared/list/settings/schema.ts';
import { updateSettings } from '../../../../shared/list/settings/update-settings.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, type FormValues, readValues, redirectWithFlash, type Show } from '../../pages.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Field, Form, Submit } from '../../parts/form.tsx';
import { CardTitle } from '../../parts/layout.tsx';
import { Secret } from '../../parts/secret.tsx';

const labels = {
  enabled: 'Take signups from a form on my pages',
  origins: 'Sites with the form',
  secret: 'Secret key of Turnstile',
  redirect_url: 'Page after the signup',
  fields: 'Fields',
} as const;

/** Puts the key of a refused setting in the words of its field. */
const labelOf = (path: string) => labels[path.split('.').find(isLabelled) ?? 'enabled'];
const isLabelled = (key: string): key is keyof typeof labels => Object.hasOwn(labels, key);

interface FormSectionProps {
  readonly id: string;
  readonly settings: WaitlistSettings;
  readonly fields: readonly FieldDefinition[];
}

/** The form of a waitlist for pages without a server (N6), with the code to copy. */
export function FormSection({ id, settings: { form, abuse }, fields }: FormSectionProps) {
  const taken = fields.filter(({ key }) => form.fields.includes(key));
  return (
    <section class="card" aria-labelledby="form">
      <CardTitle id="form">Form</CardTitle>
      <p class="soft">
        For pages without a server of their own: visitors post to the service, and no API key is needed. They
        learn nothing about who is on the list.
      </p>
      {abuse.mode !== 'enforce' && (
        <p class="soft">
          It needs suspicious referrals to be withheld. Switch that on in{' '}
          <a href={`/dashboard/waitlists/${id}/review`}>Review</a> first.
        </p>
      )}
      <ClosedForm id={id} form={form} fields={fields} />
      {form.enabled && form.url !== null && (
        <Secret value={snippetOf(form.url, taken)} label="code of the form" />
      )}
      <Form action={`/dashboard/waitlists/${id}/settings/form`} class="fields" readable>
        <Checkbox name="enabled" label={labels.enabled} initial={form.enabled} />
        <Field
          name="origins"
          label={labels.origins}
          maxlength={6_000}
          placeholder="https://www.example.com"
          initial={form.origins.join(', ')}
          hint="Without a path, separated by commas. Other sites cannot use the form."
        />
        <Field
          name="redirect_url"
          label={labels.redirect_url}
          type="url"
          maxlength={1_000}
          placeholder="https://"
          initial={form.redirect_url}
          hint="For pages without the script. Leave empty for a page of the service that says thank you."
        />
        {fields.map(({ key, label, required }) => (
          <Checkbox
            key={key}
            name={`field.${key}`}
            label={`Take “${label}”`}
            initial={form.fields.includes(key)}
            hint={required ? 'Required: a form without it refuses everybody.' : undefined}
            problem={
              form.enabled && required && !form.fields.includes(key)
                ? 'Required, and the form does not take it: it refuses everybody.'
                : undefined
            }
          />
        ))}
        <Checkbox
          name="captcha"
          label="Have Cloudflare Turnstile check that visitors are people"
          initial={form.captcha !== null}
        />
        <Field
          name="secret"
          label={labels.secret}
          type="password"
          maxlength={500}
          autocomplete="off"
          hint={
            form.captcha === null ? 'From the settings of the widget.' : 'Leave empty to keep the stored one.'
          }
        />
        <div class="row">
          <Submit>Save form</Submit>
        </div>
      </Form>
    </section>
  );
}

interface ClosedFormProps extends Pick<FormSectionProps, 'id' | 'fields'> {
  readonly form: WaitlistSettings['form'];
}

/** Says that an enabled form refuses every post, and why. Renders nothing if it does not. */
export function ClosedForm({ id, form, fields }: ClosedFormProps) {
  const unasked = unaskedFields(form, fields);
  if (!form.enabled || unasked.length === 0) return null;
  return (
    <p class="message bad">
      The form of this waitlist refuses everybody: it does not take{' '}
      {unasked.map(({ label }) => `“${label}”`).join(', ')}, which {unasked.length === 1 ? 'is' : 'are'}{' '}
      required. <a href={`/dashboard/waitlists/${id}/settings#form`}>Take it in the form</a>, and copy the
      code to your page again, or <a href={`/dashboard/waitlists/${id}/fields`}>make it optional</a>.
    </p>
  );
}

/** What the owner puts on a page. */
function snippetOf(url: string, fields: readonly FieldDefinition[]): string {
  return [
    `<form action="${url}" method="post">`,
    '  <label>Email <input type="email" name="email" required></label>',
    ...fields.map(inputOf),
    `  <input type="text" name="${honeypotInput}" tabindex="-1" autocomplete="off" aria-hidden="true" style="position:absolute;right:100vw">`,
    '  <input type="hidden" name="ref">',
    '  <button type="submit">Join the waitlist</button>',
    '  <p data-message></p>',
    '</form>',
    `<script src="${url}/script.js" defer></script>`,
  ].join('\n');
}

const inputTypes = { string: 'text', number: 'number', boolean: 'checkbox' } as const;

function inputOf({ key, label, type, required }: FieldDefinition): string {
  const text = label.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `  <label>${text} <input type="${inputTypes[type]}" name="${key}"${required ? ' required' : ''}></label>`;
}

/** Takes the form of `FormSection`. */
export function formSettingsForm(app: FastifyInstance, ctx: WebContext, url: string, show: Show): void {
  addForm(app, `${url}/form`, {}, show, async (request, reply) => {
    const values = request.body as FormValues;
    const { caller } = request.session;
    const { id } = request.waitlist;
    const { form: stored, abuse } = await readSettings(ctx, caller, id);
    const fields = await listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 });
    const secret = values.secret || undefined;
    const form = {
      enabled: values.enabled === 'on',
      origins: String(values.origins ?? '')
        .split(/[\s,]+/)
        .filter((origin) => origin !== ''),
      redirect_url: values.redirect_url || null,
      fields: fields.data.flatMap(({ key }) => (values[`field.${key}`] === 'on' ? [key] : [])),
      captcha: values.captcha === 'on' ? { provider: 'turnstile', secret } : null,
    };
    const patch = readValues(settingsPatch(), { form }, labelOf);
    if (form.enabled && abuse.mode !== 'enforce')
      refuse('enabled', 'needs suspicious referrals to be withheld. Switch that on in Review first.');
    if (form.enabled && form.origins.length === 0) refuse('origins', 'must name the site with the form');
    if (form.captcha !== null && secret === undefined && stored.captcha === null)
      refuse('secret', 'is required');
    await updateSettings(ctx, caller, id, patch);
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}/settings#form`, 'Saved.');
  });
}

function refuse(field: keyof typeof labels, message: string): never {
  throw new AppError('invalid_request', `${labels[field]}: ${message}`);
}
