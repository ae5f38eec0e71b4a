import { honeypotInput, inputOf } from '../../../../../shared/capabilities/forms/form-input.ts';
import { unaskedFields } from '../../../../../shared/capabilities/forms/form-settings.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { WaitlistSettings } from '../../../../../shared/list/parts.ts';
import { Secret } from '../../../parts/secret.tsx';
import type { ListOfCards, SettingsCard } from './settings-card.tsx';
import { NeedsWithholding } from './withholding.tsx';

/** The form of a waitlist for pages without a server (N6), with the code to copy. */
export const form: SettingsCard = {
  id: 'form',
  title: 'Form',
  about: (list) => <About {...list} />,
  // The signup page has these fields and this captcha, too.
  controls: ({ settings: { form: stored, page }, fields }) => [
    {
      at: 'form.enabled',
      label: 'Take signups from a form on my pages',
      inOtherWords: {
        'needs abuse.mode to be "enforce"':
          'needs suspicious referrals to be withheld. Switch that on in Review first.',
      },
    },
    {
      at: 'form.origins',
      under: 'enabled',
      label: 'Sites with the form',
      hint: 'Without a path, separated by commas. Other sites cannot use the form.',
      placeholder: 'https://www.example.com',
      maxlength: 6_000,
      inOtherWords: {
        'must name an origin while form.enabled is true': 'must name the site with the form',
      },
    },
    {
      at: 'form.redirect_url',
      under: 'enabled',
      label: 'Page after the signup',
      hint: 'For pages without the script. Leave empty for a page of the service that says thank you.',
    },
    ...fields.map(
      ({ key, label, required }) =>
        ({
          at: 'form.fields',
          under: page.enabled ? undefined : 'enabled',
          member: key,
          name: `field.${key}`,
          label: `Take “${label}”`,
          hint: required ? 'Required: a form without it refuses everybody.' : undefined,
          problem:
            stored.enabled && required && !stored.fields.includes(key)
              ? 'Required, and the form does not take it: it refuses everybody.'
              : undefined,
        }) as const,
    ),
    {
      at: 'form.captcha',
      under: page.enabled ? undefined : 'enabled',
      label: 'Have Cloudflare Turnstile check that visitors are people',
      ticked: { provider: 'turnstile' },
    },
    {
      at: 'form.captcha.site_key',
      under: 'captcha',
      label: 'Site key of Turnstile',
      hint: 'Needed for the signup page. A form of your own has it in its code.',
      maxlength: 100,
    },
    {
      at: 'form.captcha.secret',
      under: 'captcha',
      label: 'Secret key of Turnstile',
      hint:
        stored.captcha === null ? 'From the settings of the widget.' : 'Leave empty to keep the stored one.',
      isSecret: true,
      maxlength: 500,
    },
  ],
  save: 'Save form',
};

function About({ id, settings: { form: stored, abuse }, fields }: ListOfCards) {
  const taken = fields.filter(({ key }) => stored.fields.includes(key));
  return (
    <>
      <p class="soft">
        For pages without a server of their own: visitors post to the service, and no API key is needed. They
        learn nothing about who is on the list.
      </p>
      {abuse.mode !== 'enforce' && <NeedsWithholding id={id} />}
      <ClosedForm id={id} form={stored} fields={fields} />
      {stored.enabled && stored.url !== null && (
        <Secret value={snippetOf(stored.url, taken)} label="code of the form" />
      )}
    </>
  );
}

interface ClosedFormProps extends Pick<ListOfCards, 'id' | 'fields'> {
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
      required. <a href={`/dashboard/waitlists/${id}/settings/form`}>Take it in the form</a>, and copy the
      code to your page again, or <a href={`/dashboard/waitlists/${id}/fields`}>make it optional</a>.
    </p>
  );
}

/** What the owner puts on a page. */
function snippetOf(url: string, fields: readonly FieldDefinition[]): string {
  return [
    `<form action="${url}" method="post">`,
    '  <label>Email <input type="email" name="email" required></label>',
    ...fields.map(fieldOf),
    `  <input type="text" name="${honeypotInput}" tabindex="-1" autocomplete="off" aria-hidden="true" style="position:absolute;right:100vw">`,
    '  <input type="hidden" name="ref">',
    '  <button type="submit">Join the waitlist</button>',
    '  <p data-message></p>',
    '</form>',
    `<script src="${url}/script.js" defer></script>`,
  ].join('\n');
}

const inputTypes = { string: 'text', number: 'number', boolean: 'checkbox' } as const;

function fieldOf({ key, label, type, required }: FieldDefinition): string {
  const text = label.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `  <label>${text} <input type="${inputTypes[type]}" name="${inputOf(key)}"${required ? ' required' : ''}></label>`;
}
