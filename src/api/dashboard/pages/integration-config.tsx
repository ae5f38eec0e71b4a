import { z } from 'zod';
import { integrationProviderOf } from '../../../shared/events/integrations/providers/index.ts';
import type { IntegrationDetails } from '../../../shared/events/integrations/read-integration.ts';
import type { IntegrationType } from '../../../shared/events/names.ts';
import type { FormValues } from '../pages.ts';
import { Choice, Field, Problem, useEntered } from '../parts/form.tsx';
import { toWords } from '../plain-words.ts';

/** Labels of configuration keys. */
const labels: Readonly<Record<string, string>> = {
  events: 'Events',
  include: 'Additional data',
  retries: 'Retries',
  url: 'URL',
  webhook_url: 'Webhook URL',
  signing_secret: 'Signing secret',
  api_key: 'API key',
  mailing_list_id: 'Mailing list ID',
  host: 'Host',
  form_id: 'Form ID',
  tag_ids: 'Tag IDs',
};

/** What the fields of a form say where the description of the API speaks of requests and values. */
const hints: Readonly<Record<string, string>> = {
  include: 'What each event holds in addition: custom fields, the place on the list, the link to share.',
  signing_secret: 'Signs each delivery, so that your server can check who sent it.',
  form_id: 'The form that subscribers join. Leave empty to add them to the account only.',
};

export function labelOf(key: string): string {
  return labels[key] ?? toWords(key);
}

/** A configuration key and its form field: one value, several values in one field, or checkboxes. */
interface ConfigKey {
  readonly key: string;
  readonly kind: 'line' | 'list' | 'choice' | 'option';
  readonly isUrl: boolean;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly description: string;
  readonly initial: string | undefined;
}

/** The keys that the schema of the type's configuration declares. */
function keysOf(type: IntegrationType): ConfigKey[] {
  const { config, secrets, newSigningSecret } = integrationProviderOf(type);
  const { properties = {}, required = [] } = z.toJSONSchema(config, { io: 'input' });
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (typeof schema === 'boolean') return [];
    const { items } = schema;
    const choices = typeof items === 'object' && !Array.isArray(items) ? (items.enum ?? []).map(String) : [];
    return {
      key,
      kind: schema.enum
        ? 'option'
        : schema.type !== 'array'
          ? 'line'
          : choices.length > 0
            ? 'choice'
            : 'list',
      isUrl: schema.format === 'uri',
      isSecret: secrets.includes(key),
      isRequired: required.includes(key) && !(newSigningSecret && key === 'signing_secret'),
      choices,
      description: schema.description ?? '',
      initial: typeof schema.default === 'string' ? schema.default : undefined,
    };
  });
}

interface ConfigFieldsProps {
  readonly type: IntegrationType;
  readonly stored: IntegrationDetails | undefined;
}

/** The form fields of a configuration. A saved secret is not shown, and an empty field keeps it. */
export function ConfigFields({ type, stored }: ConfigFieldsProps) {
  const values = useEntered();
  return keysOf(type).map(({ key, kind, isUrl, isSecret, isRequired, choices, description, initial }) => {
    const isSet = stored?.setSecrets.includes(key) ?? false;
    if (kind === 'choice') {
      const chosen = values ? [values[key] ?? []].flat() : [stored?.config?.[key] ?? []].flat();
      return (
        <fieldset key={key}>
          <legend>{labelOf(key)}</legend>
          <small>{choiceHintOf(key, description, isRequired)}</small>
          <Problem name={key} label={labelOf(key)} />
          {choices.map((choice) => (
            <label key={choice} class="inline">
              <input type="checkbox" name={key} value={choice} checked={chosen.includes(choice)} />
              <code>{choice}</code>
            </label>
          ))}
        </fieldset>
      );
    }
    const value = [stored?.config?.[key] ?? []].flat().join(', ');
    if (kind === 'option')
      return (
        <Choice
          key={key}
          name={key}
          label={labelOf(key)}
          values={values ?? { [key]: value === '' ? 'none' : value }}
          options={[
            ['none', 'None: each event is tried once'],
            ['standard', 'Standard: up to 8 attempts in 28 hours'],
          ]}
        />
      );
    return (
      <Field
        key={key}
        name={key}
        label={labelOf(key)}
        type={isSecret ? 'password' : isUrl ? 'url' : 'text'}
        required={isRequired && !isSet}
        autocomplete="off"
        initial={value === '' ? initial : value}
        hint={hintOf(key, description, kind === 'list', isSet)}
      />
    );
  });
}

function choiceHintOf(key: string, description: string, isRequired: boolean): string {
  if (key !== 'events') return hints[key] ?? withoutMarkup(description);
  return isRequired ? 'Tick the events to send, at least one.' : 'Tick the events to send, or none for all.';
}

function hintOf(key: string, description: string, isList: boolean, isSet: boolean): string {
  const parts = [
    hints[key] ?? withoutMarkup(description),
    isList && 'Separate with commas.',
    key === 'signing_secret' && !isSet && 'Leave empty to have one made, which is shown once.',
    isSet && 'Already set. Leave empty to keep it.',
  ];
  return parts.filter(Boolean).join(' ');
}

/** Descriptions are written for the API, whose readers see Markdown. */
const withoutMarkup = (text: string) => text.replaceAll('`', '');

/** Builds a configuration from a form. Leaves out empty fields; the schema of the type validates the rest. */
export function readConfigForm(type: IntegrationType, form: FormValues): Record<string, unknown> {
  const entries = keysOf(type).flatMap(({ key, kind }): [string, unknown][] => {
    const values = [form[key] ?? []].flat();
    if (kind === 'choice') return [[key, values]];
    const text = values.join(', ').trim();
    if (text === '') return [];
    return [[key, kind === 'list' ? text.split(',').map((part) => part.trim()) : text]];
  });
  return Object.fromEntries(entries);
}
