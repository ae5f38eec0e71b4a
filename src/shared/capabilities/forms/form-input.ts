import { z } from 'zod';
import type { FieldDefinition } from '../../list/fields/schema.ts';
import type { Campaign } from '../../list/signups/campaign.ts';
import { describeMismatch, type FieldValues, TextValue } from '../../list/signups/field-values.ts';
import { SignupInput } from '../../list/signups/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { MessageKey } from '../../platform/language/say.ts';
import { VisitorError } from '../../platform/language/visitor-error.ts';
import { named } from '../../platform/schema/described.ts';
import { boundedText } from '../../platform/schema/text.ts';
import { turnstileInput } from './turnstile.ts';

/** People do not see this input, programs fill it. No custom field can have such a key. */
export const honeypotInput = 'your-website';
/** The input with the signed time. */
export const timeInput = '_time';

/** The input with the visitor's language. A custom field may have this key, too. */
export const localeInput = 'locale';

const ownInputs: ReadonlySet<string> = new Set(['ref', 'utm_source']);

/** The input of a custom field: its key, but for those that are names of the form itself. */
export const inputOf = (key: string): string => (ownInputs.has(key) ? `_${key}` : key);

/** What the link of the page brought along. A custom field may have this key, too: then it is both. */
const brought = (key: keyof Campaign) =>
  z
    .unknown()
    .optional()
    .meta({ type: 'string' })
    .describe(`The \`${key}\` of the link that led here. More than 200 characters count as none.`);

/** The body of POST /f/{form_id}: flat, as browsers send forms. Custom fields are under their own keys. */
export const FormInput = named(
  'FormPost',
  z.looseObject({
    email: SignupInput.shape.email.describe('The address to sign up.'),
    ref: SignupInput.shape.referral_code.describe('The code of the signup that referred this one.'),
    utm_source: SignupInput.shape.utm_source,
    utm_medium: brought('utm_medium'),
    utm_campaign: brought('utm_campaign'),
    utm_term: brought('utm_term'),
    utm_content: brought('utm_content'),
    [localeInput]: z
      .unknown()
      .optional()
      .meta({ type: 'string', maxLength: 35 })
      .describe(
        'The language of the visitor, as a language tag such as `de`. If left out, what the browser asks for with `Accept-Language`.',
      ),
    [timeInput]: boundedText(200)
      .nullish()
      .describe(
        'The time from `GET /f/{form_id}/time`, 2 s to 24 hours old. Without a good one JSON is 400, and a form gets a page with one button.',
      ),
    [honeypotInput]: boundedText(10_000)
      .nullish()
      .describe('Hidden from people. If it is filled, nothing is stored and the answer is the same.'),
    [turnstileInput]: boundedText(3_000)
      .nullish()
      .describe('The token of the Turnstile widget, if the form has a captcha.'),
  }),
);
export type FormInput = z.infer<typeof FormInput>;

/** What the link brought along. A value that cannot be stored is left out: the visitor cannot mend it. */
export const campaignIn = (input: FormInput): Campaign => {
  const textOf = (key: keyof Campaign) => SignupInput.shape[key].safeParse(input[key]).data ?? null;
  return {
    utm_medium: textOf('utm_medium'),
    utm_campaign: textOf('utm_campaign'),
    utm_term: textOf('utm_term'),
    utm_content: textOf('utm_content'),
  };
};

/**
 * The values of the custom fields that a form takes. Browsers send texts, and empty ones for what was left
 * out: so blank counts as missing, a number is read from its text, and a checkbox that is sent is true unless
 * its value says otherwise. It refuses what add_signups would refuse, also for an address that is on the
 * list: the answers must not differ.
 * @throws AppError invalid_request that names the field by its label: visitors read it
 */
export function toFormFields(
  input: Readonly<Record<string, unknown>>,
  definitions: readonly Pick<FieldDefinition, 'key' | 'label' | 'type' | 'required'>[],
  taken: readonly string[],
): FieldValues {
  const values: Record<string, FieldValues[string]> = {};
  for (const { key, label, type, required } of definitions) {
    const field = inputOf(key);
    const given = taken.includes(key) && Object.hasOwn(input, field) ? input[field] : undefined;
    const value = isBlank(given) ? null : readers[type](given);
    if (value === undefined)
      throw type === 'string' && typeof given !== 'string'
        ? new AppError('invalid_request', `${label}: ${describeMismatch(given, type)}`, { field })
        : new VisitorError('invalid_request', (say) => say(mismatches[type], { label, most: longestText }), {
            field,
          });
    if (value === null && required)
      throw new VisitorError('invalid_request', (say) => say('form.required', { label }), { field });
    if (value !== null) values[key] = value;
  }
  return values;
}

const longestText = 1_000;

/** What a visitor reads of a value that a field cannot have. */
const mismatches = {
  string: 'form.tooLong',
  number: 'form.number',
  boolean: 'form.yesOrNo',
} as const satisfies Record<FieldDefinition['type'], MessageKey>;

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const yes = new Set(['on', 'true', 'yes', '1']);
const no = new Set(['off', 'false', 'no', '0']);

/** Each returns undefined for a value that is none of its type. */
const readers: Readonly<
  Record<FieldDefinition['type'], (given: unknown) => FieldValues[string] | undefined>
> = {
  string: (given) => TextValue.safeParse(given).data,
  number(given) {
    const number = typeof given === 'string' && given.length <= 100 ? Number(given) : given;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  boolean(given) {
    if (typeof given === 'boolean') return given;
    const word = typeof given === 'string' && given.length <= 10 ? given.trim().toLowerCase() : '';
    if (yes.has(word)) return true;
    return no.has(word) ? false : undefined;
  },
};
