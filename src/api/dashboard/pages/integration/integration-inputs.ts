import { z } from 'zod';
import { integrationProviderOf } from '../../../../shared/events/integrations/providers/index.ts';
import type { IntegrationDetails } from '../../../../shared/events/integrations/read-integration.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import { type Control, type Input, keysOf, toInputs } from '../../controls/control.ts';
import { toWords } from '../../plain-words.ts';

/** What forms say of a key, where its name and the description of the API do not do. */
const texts: Readonly<Record<string, Partial<Control>>> = {
  include: {
    label: 'Additional data',
    hint: 'What each event holds in addition: custom fields, the place on the list, the link to share.',
  },
  retries: {
    options: [
      ['none', 'None: each event is tried once'],
      ['standard', 'Standard: up to 8 attempts in 28 hours'],
    ],
  },
  url: { label: 'URL' },
  webhook_url: { label: 'Webhook URL' },
  signing_secret: {
    hint: 'Signs each delivery, so that your server can check who sent it.',
    read: (text) => text.trim(),
  },
  api_key: { label: 'API key' },
  mailing_list_id: { label: 'Mailing list ID' },
  form_id: {
    label: 'Form ID',
    hint: 'The form that subscribers join. Leave empty to add them to the account only.',
  },
  tag_ids: { label: 'Tag IDs', hint: 'The tags that subscribers get. Separate with commas.' },
};

/**
 * The inputs of a type's form: the keys that the schema of its configuration declares. A saved secret is not
 * shown, and an empty input keeps it.
 */
export function inputsOf(type: IntegrationType, stored: IntegrationDetails | undefined): Input[] {
  const { config, secrets, newSigningSecret } = integrationProviderOf(type);
  const controls = keysOf(config).map(({ key, isRequired, description }): Control => {
    const isSet = stored?.setSecrets.includes(key) ?? false;
    const isMade = newSigningSecret !== undefined && key === 'signing_secret';
    const control = { at: `config.${key}`, label: toWords(key), ...texts[key] };
    if (key === 'retries') return control;
    if (key === 'events')
      return {
        ...control,
        hint: `Tick the events to send, ${isRequired ? 'at least one' : 'or none for all'}.`,
      };
    const about = control.hint ?? description.replaceAll('`', ''); // written for readers of Markdown
    return {
      ...control,
      hint: `${about}${isSet ? keepHint : isMade ? makeHint : ''}`,
      isSecret: secrets.includes(key),
      required: isRequired && !isSet && !isMade,
    };
  });
  return toInputs(z.object({ config }), controls);
}

const keepHint = ' Already set. Leave empty to keep it.';
const makeHint = ' Leave empty to have one made, which is shown once.';
