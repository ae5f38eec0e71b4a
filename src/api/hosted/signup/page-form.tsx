import { honeypotInput, inputOf, timeInput } from '../../../shared/capabilities/forms/form-input.ts';
import type { OpenPage } from '../../../shared/capabilities/pages/open-page.ts';
import type { FieldDefinition } from '../../../shared/list/fields/schema.ts';
import { campaignKeys } from '../../../shared/list/signups/campaign.ts';
import type { Say } from '../../../shared/platform/language/say.ts';
import type { Refusal } from './refusal.ts';

/** What a visitor entered or brought along. */
export type Entered = Readonly<Record<string, unknown>>;

interface PageFormProps {
  readonly page: OpenPage;
  readonly say: Say;
  readonly time: string;
  readonly entered?: Entered;
  readonly refusal?: Refusal | undefined;
  /** Where the widget of the captcha goes. */
  readonly captcha: 'here' | 'slot';
}

/** The form of a page: the address, and the custom fields that it asks for. */
export function PageForm({ page, say, time, entered = {}, refusal, captcha }: PageFormProps) {
  const { definitions, settings, caller } = page;
  const fields = definitions.filter(({ key }) => settings.form.fields.includes(key));
  const value = (name: string) => (typeof entered[name] === 'string' ? String(entered[name]) : '');
  const siteKey = caller.isTest ? null : (settings.form.captcha?.site_key ?? null);
  return (
    <form class="stack" method="post" action={captcha === 'here' ? `/w/${page.name}` : page.url} data-signup>
      {refusal && (
        <p class="problem" role="alert" id="problem">
          {refusal.text}
        </p>
      )}
      <div>
        <label for="email">{say('signup.email')}</label>
        <input
          id="email"
          type="email"
          name="email"
          required
          maxlength={320}
          autocomplete="email"
          autocapitalize="none"
          spellcheck={false}
          placeholder={say('signup.emailExample')}
          dir="ltr"
          value={value('email')}
          {...problemOf('email', refusal)}
        />
      </div>
      {fields.map((field) => (
        <Field key={field.key} field={field} value={value(inputOf(field.key))} refusal={refusal} />
      ))}
      <div class="trap" aria-hidden="true">
        <input type="text" name={honeypotInput} tabindex={-1} autocomplete="off" />
      </div>
      <input type="hidden" name="ref" value={value('ref')} />
      <input type="hidden" name="utm_source" value={value('utm_source')} />
      {campaignKeys.map(
        (name) =>
          value(name) !== '' &&
          !fields.some(({ key }) => key === name) && (
            <input key={name} type="hidden" name={name} value={value(name)} />
          ),
      )}
      <input type="hidden" name={timeInput} value={time} />
      {siteKey !== null && captcha === 'slot' && <slot name="captcha" />}
      {siteKey !== null && captcha === 'here' && (
        <>
          <div class="cf-turnstile" data-sitekey={siteKey} data-size="flexible" />
          <noscript>
            <p class="problem">{say('signup.needsScript')}</p>
          </noscript>
        </>
      )}
      <button class="wide" type="submit">
        {say('signup.join')}
      </button>
      {fields.some(({ required, type }) => required && type !== 'boolean') && (
        <p class="small muted">{say('signup.required')}</p>
      )}
    </form>
  );
}

type Asked = Pick<FieldDefinition, 'key' | 'label' | 'type' | 'required'>;

function Field({ field, value, refusal }: { field: Asked; value: string; refusal: Refusal | undefined }) {
  const { key, label, type, required } = field;
  const name = inputOf(key);
  const id = `field-${key}`;
  const marked = (
    <span dir="auto">
      {label}
      {required && <span aria-hidden="true"> *</span>}
    </span>
  );
  if (type === 'boolean')
    return (
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          name={name}
          value="yes"
          checked={value !== ''}
          {...problemOf(name, refusal)}
        />
        {marked}
      </label>
    );
  return (
    <div>
      <label for={id}>{marked}</label>
      <input
        id={id}
        {...(type === 'number'
          ? { type: 'number', step: 'any', inputmode: 'decimal' }
          : { type: 'text', maxlength: 1_000 })}
        name={name}
        required={required}
        autocomplete={autocompleteOf(key)}
        dir={type === 'number' ? 'ltr' : 'auto'}
        value={value}
        {...problemOf(name, refusal)}
      />
    </div>
  );
}

const problemOf = (name: string, refusal: Refusal | undefined) =>
  refusal?.field === name &&
  ({ 'aria-invalid': 'true', 'aria-describedby': 'problem', autofocus: true } as const);

/** What browsers call things that lists often ask for. */
const autocompletes: Readonly<Record<string, string>> = {
  name: 'name',
  full_name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  organization: 'organization',
  job_title: 'organization-title',
  phone: 'tel',
  country: 'country-name',
  city: 'address-level2',
  website: 'url',
};
const autocompleteOf = (key: string) => autocompletes[key] ?? 'on';
